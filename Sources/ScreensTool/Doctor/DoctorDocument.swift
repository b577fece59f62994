import JSON
import ProgramKit
import Screens

/// The findings, and the facts behind them: what `screens doctor --json` prints, and what ``DoctorReport`` is rendered from.
struct DoctorDocument: Encodable {
    let tree: JSONValue

    init(_ diagnosis: Diagnosis, _ facts: MachineFacts) {
        tree = [
            "exitCode": .number(diagnosis.status.rawValue),
            "findings": .list(diagnosis.findings, Self.finding),
            "showable": .texts(diagnosis.showable),
            "machine": Self.machine(facts),
            "user": Self.user(facts.user),
            "cards": .list(facts.cards, Self.card),
        ]
    }

    func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }

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
            "kernel": .string(facts.kernel),
            "nomodeset": .bool(facts.commandLine.hasNoModeset),
            "virtualMachine": .bool(facts.isVirtualMachine),
            "container": .bool(facts.isContainer),
            "udev": .bool(facts.hasUdev),
            "activeTerminal": .number(facts.terminals.active),
            "ownTerminal": .number(facts.terminals.own),
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

    private static func card(_ card: CardFacts) -> JSONValue {
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
            "onSeat": .bool(card.isOnSeat),
            "free": .flag(card.hardware?.isFree),
            "master": .members(of: card.holder) { process($0.processID, $0.name) },
            "openBy": .list(card.openers) { .object(process($0.processID, $0.name)) },
            "crtcs": .number(card.hardware?.crtcCount),
            "capabilities": .members(of: card.hardware, capabilities),
            "connectors": .list(card.connectors, connector),
        ]
    }

    private static func capabilities(_ hardware: CardHardware) -> [String: JSONValue] {
        [
            "atomic": .bool(hardware.capabilities.isAtomic),
            "universalPlanes": .bool(hardware.capabilities.hasUniversalPlanes),
            "dumbBuffers": .bool(hardware.capabilities.hasDumbBuffers),
            "prefersShadow": .bool(hardware.capabilities.prefersShadow),
            "monotonicTimestamps": .bool(hardware.capabilities.hasMonotonicTimestamps),
            "crtcInEvents": .bool(hardware.capabilities.namesCRTCInEvents),
            "pacing": .string((hardware.hasVBlank ? Pacing.vblank : .timer).rawValue),
        ]
    }

    private static func process(_ id: Int32, _ name: String) -> [String: JSONValue] {
        ["pid": .number(id), "name": .string(name)]
    }

    private static func connector(_ connector: ConnectorFacts) -> JSONValue {
        let screen = connector.screen
        return [
            "name": .string(screen.name),
            "connector": .number(screen.connector),
            "status": .string(screen.status.rawValue),
            "kind": .string(screen.kind.rawValue),
            "display": .text(screen.identity.map { ScreenTable.name(of: IdentityDocument($0)) }),
            "modes": .number(screen.availableModes.count),
            "edidLength": .number(screen.edid.count),
            "linkBad": .bool(connector.isLinkBad),
            "shows": .text(screen.currentMode?.description),
            "dark": .members(of: screen.dark) {
                ["reason": .string($0.reason.rawValue), "message": .string($0.message)]
            },
        ]
    }
}
