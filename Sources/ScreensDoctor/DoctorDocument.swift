import Screens
import ScreensJSON
import ScreensManager
import ScreensReports

/// The findings, and the facts behind them: the output of `screens doctor --json`, and the source of ``DoctorReport``.
package struct DoctorDocument: Encodable {
    private let diagnosis: Diagnosis
    private let facts: MachineFacts

    package init(_ diagnosis: Diagnosis, _ facts: MachineFacts) {
        self.diagnosis = diagnosis
        self.facts = facts
    }

    var tree: JSONValue {
        [
            "exitCode": .number(diagnosis.status.rawValue),
            "findings": .list(diagnosis.findings, Self.finding),
            "showable": .texts(diagnosis.showable),
            "machine": Self.machine(facts),
            "user": facts.unknown.value(facts.user, .user).map(Self.user) ?? .null,
            "cards": .list(facts.cards) { Self.card($0, of: facts) },
            "verdict": .string(diagnosis.verdict(facts)),
        ]
    }

    package func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }

    private static func finding(_ finding: Diagnosis.Finding) -> JSONValue {
        [
            "severity": .string(finding.severity.rawValue),
            "code": .string(finding.code.rawValue),
            "object": .string(finding.object),
            "message": .string(finding.message),
            "remedy": .text(finding.remedy),
        ]
    }

    private static func machine(_ facts: MachineFacts) -> JSONValue {
        [
            "kernel": .text(facts.unknown.value(facts.kernel, .kernel)),
            "nomodeset": .flag(facts.unknown.value(facts.commandLine.hasNoModeset, .commandLine)),
            "virtualMachine": .flag(facts.unknown.value(facts.isVirtualMachine, .virtualMachine)),
            "container": .flag(facts.unknown.value(facts.isContainer, .container)),
            "udev": .flag(facts.unknown.value(facts.hasUdev, .udev)),
            "activeTerminal": .number(facts.terminals.active),
            "ownTerminal": .number(facts.terminals.own),
            "unknown": unknown(facts.unknown),
            "displayDevices": .list(facts.displayDevices) { device in
                [
                    "address": .string(device.address),
                    "product": .string(device.product),
                    "driver": .text(device.driver),
                    "hasCard": .bool(device.hasCard),
                ]
            },
        ]
    }

    private static func user(_ user: UserFacts) -> JSONValue {
        [
            "id": .number(user.id),
            "name": .text(user.name),
            "groups": .numbers(user.groups.sorted()),
            "groupsInDatabase": .numbers(user.groupsInDatabase.sorted()),
        ]
    }

    private static func card(_ card: CardFacts, of facts: MachineFacts) -> JSONValue {
        [
            "path": .string(card.path),
            "driver": .text(card.driver),
            "device": .text(card.device),
            "node": .members(of: card.node) { node in
                [
                    "owner": .string(node.ownerName),
                    "group": .string(node.groupName),
                    "mode": .string(String(node.mode, radix: 8)),
                    "uaccess": .bool(node.isForSeat),
                ]
            },
            "problem": .text(card.failure?.description),
            "onSeat": .flag(card.unknown.value(card.isOnSeat, .seat)),
            "free": .flag(card.hardware.flatMap { card.unknown.value($0.isFree, .master) }),
            "master": .members(of: card.master) { process($0.processID, $0.name) },
            "openBy": .list(card.openers) { .object(process($0.processID, $0.name)) },
            "crtcs": .number(card.hardware.flatMap { card.unknown.value($0.crtcCount, .crtcs) }),
            "capabilities": .members(of: card.hardware) { capabilities($0, of: card) },
            "connectors": .list(card.connectors) { connector($0, darkByDaemon: facts.daemon?.dark ?? [:]) },
            "unknown": unknown(card.unknown),
        ]
    }

    private static func capabilities(
        _ hardware: CardHardware, of card: CardFacts
    ) -> [String: JSONValue] {
        let (capabilities, unknown) = (hardware.capabilities, card.unknown)
        func flag(_ value: Bool, _ fact: UnknownFact) -> JSONValue { .flag(unknown.value(value, fact)) }
        return [
            "atomic": flag(capabilities.isAtomic, .atomic),
            "universalPlanes": flag(capabilities.hasUniversalPlanes, .universalPlanes),
            "dumbBuffers": flag(capabilities.hasDumbBuffers, .dumbBuffers),
            "prefersShadow": flag(capabilities.prefersShadow, .prefersShadow),
            "monotonicTimestamps": flag(capabilities.hasMonotonicTimestamps, .monotonicTimestamps),
            "crtcInEvents": flag(capabilities.namesCRTCInEvents, .crtcInEvents),
            "pacing": .text(unknown.value(card.pacing(by: hardware).rawValue, .vblanks)),
        ]
    }

    private static func unknown(_ facts: Set<UnknownFact>) -> JSONValue { .texts(facts.ordered.map(\.rawValue)) }

    private static func process(_ id: Int32, _ name: String) -> [String: JSONValue] {
        ["pid": .number(id), "name": .string(name)]
    }

    /// - Parameter messages: why screens of the daemon are dark, by qualified name. The daemon knows more than this
    ///   process can read.
    private static func connector(
        _ connector: ConnectorFacts, darkByDaemon messages: [String: String]
    ) -> JSONValue {
        let screen = connector.screen
        return [
            "name": .string(screen.name),
            "connector": .number(screen.connector.rawValue),
            "status": .text(connector.unknown.value(screen.status.rawValue, .status)),
            "kind": .string(screen.kind.rawValue),
            "display": .text(screen.identity.map { ScreenListText.name(of: IdentityDocument($0)) }),
            "modes": .number(connector.unknown.value(screen.availableModes.count, .modes)),
            "edidLength": .number(connector.unknown.value(screen.edid.count, .edid)),
            "linkBad": .bool(connector.isLinkBad),
            "shows": .text(screen.currentMode?.description),
            "dark": .members(of: messages[screen.qualifiedName] ?? screen.dark?.message) { message in
                ["reason": .text(screen.dark?.reason.rawValue), "message": .string(message)]
            },
            "unknown": unknown(connector.unknown),
        ]
    }
}
