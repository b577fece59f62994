import JSON
import Screens

extension DoctorDocument {
    func card(_ card: CardFacts) -> JSONValue {
        .object([
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
            "capabilities": .members(of: card.hardware) { hardware in
                [
                    "atomic": .bool(hardware.capabilities.isAtomic),
                    "universalPlanes": .bool(hardware.capabilities.hasUniversalPlanes),
                    "dumbBuffers": .bool(hardware.capabilities.hasDumbBuffers),
                    "prefersShadow": .bool(hardware.capabilities.prefersShadow),
                    "monotonicTimestamps": .bool(hardware.capabilities.hasMonotonicTimestamps),
                    "crtcInEvents": .bool(hardware.capabilities.namesCRTCInEvents),
                    "pacing": .string((hardware.hasVBlank ? Pacing.vblank : .timer).rawValue),
                ]
            },
            "connectors": .list(card.connectors, connector),
        ])
    }

    private func process(_ id: Int32, _ name: String) -> [String: JSONValue] {
        ["pid": .number(id), "name": .string(name)]
    }

    private func connector(_ connector: ConnectorFacts) -> JSONValue {
        let screen = connector.screen
        return .object([
            "name": .string(screen.name),
            "connector": .number(screen.connector),
            "status": .string(screen.status.rawValue),
            "kind": .string(screen.kind.rawValue),
            "modes": .number(screen.availableModes.count),
            "edidLength": .number(screen.edid.count),
            "linkBad": .bool(connector.isLinkBad),
            "shows": .text(screen.currentMode?.description),
            "dark": .members(of: screen.dark) {
                ["reason": .string($0.reason.rawValue), "message": .string($0.message)]
            },
        ])
    }
}
