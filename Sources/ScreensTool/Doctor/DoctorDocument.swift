import JSON
import Screens

/// What `screens doctor --json` prints: the findings, and the facts behind them.
struct DoctorDocument: Encodable {
    private let diagnosis: Diagnosis
    private let facts: MachineFacts

    init(_ diagnosis: Diagnosis, _ facts: MachineFacts) {
        self.diagnosis = diagnosis
        self.facts = facts
    }

    func encode(to encoder: any Encoder) throws {
        try JSONValue.object([
            "findings": .list(diagnosis.findings, finding),
            "showable": .texts(diagnosis.showable),
            "machine": machine,
            "user": user,
            "cards": .list(facts.cards, card),
        ]).encode(to: encoder)
    }

    private func finding(_ finding: Diagnosis.Finding) -> JSONValue {
        .object([
            "severity": .string(finding.severity.rawValue),
            "code": .string(finding.code.rawValue),
            "object": .string(finding.object),
            "message": .string(finding.message),
            "remedy": .text(finding.remedy),
        ])
    }

    private var machine: JSONValue {
        .object([
            "kernel": .string(facts.kernel),
            "nomodeset": .bool(facts.commandLine.hasNoModeset),
            "virtualMachine": .bool(facts.isVirtualMachine),
            "container": .bool(facts.isContainer),
            "udev": .bool(facts.hasUdev),
            "activeTerminal": .number(facts.terminals.active),
            "ownTerminal": .number(facts.terminals.own),
            "displayDevices": .list(facts.displayDevices) { device in
                .object([
                    "address": .string(device.address),
                    "product": .string(device.product),
                    "driver": .text(device.driver),
                    "hasCard": .bool(device.hasCard),
                ])
            },
        ])
    }

    private var user: JSONValue {
        .object([
            "id": .number(facts.user.id),
            "name": .text(facts.user.name),
            "groups": .numbers(facts.user.groups.sorted()),
            "groupsInDatabase": .numbers(facts.user.groupsInDatabase.sorted()),
        ])
    }
}
