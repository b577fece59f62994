import Screens
import ScreensJSON
import ScreensKMS
import ScreensLinux
import ScreensReports

/// The comparison of requirements with the cards of a machine: the output of `screens check`.
package struct RequirementCheck: Sendable, Hashable {
    /// A required number of screens.
    struct Count: Sendable, Hashable {
        let requirement: Requirement
        /// The number of screens of the role that meet all conditions.
        let found: Int
        let isMet: Bool
    }

    /// A connected screen.
    struct CheckedScreen: Sendable, Hashable {
        /// The qualified name, such as `card1/HDMI-A-1`.
        let name: String
        let role: ScreenRole
        /// The conditions that the screen does not meet.
        let missing: [Missing]
    }

    /// A condition that a screen does not meet, and why.
    struct Missing: Sendable, Hashable {
        let requirement: Requirement
        let message: String
    }

    let requirements: Requirements
    let counts: [Count]
    let screens: [CheckedScreen]

    /// - Parameter cards: the cards of the machine. Cards that cannot be used do not count.
    package init(_ requirements: Requirements, _ cards: [CardFacts]) {
        self.requirements = requirements
        let screens = cards.filter(\.isUsable).flatMap { card in
            card.connectors.filter(\.screen.isConnected).map { connector in
                CheckedScreen(
                    name: connector.screen.qualifiedName, role: connector.screen.role,
                    missing: Self.missing(connector, of: card, requirements.conditions))
            }
        }
        counts = requirements.counts.map { requirement in
            guard case .count(let role, let required) = requirement else {
                return Count(requirement: requirement, found: 0, isMet: false)
            }
            let found = screens.count { $0.missing.isEmpty && (role == nil || $0.role == role) }
            return Count(requirement: requirement, found: found, isMet: found >= required)
        }
        self.screens = screens
    }

    /// Whether the machine meets all requirements.
    var isMet: Bool { counts.allSatisfy(\.isMet) }

    package var status: ExitStatus { isMet ? .success : .unavailable }

    private static func missing(
        _ connector: ConnectorFacts, of card: CardFacts, _ conditions: [Requirement]
    ) -> [Missing] {
        // Interlaced modes show half of the lines at each refresh.
        let modes = connector.screen.availableModes.filter { !$0.isInterlaced }
        let size = conditions.lazy.compactMap { if case .size(let size) = $0 { size } else { nil } }.first
        let large = modes.filter { mode in size.map { mode.width >= $0.width && mode.height >= $0.height } ?? true }
        return conditions.compactMap { condition in
            let message: String? =
                switch condition {
                case .count: nil
                case .size: large.isEmpty ? lack("largest", modes.last) : nil
                case .refresh(let millihertz): slowness(modes, large, millihertz, size)
                case .atomic: lackOfAtomicCommits(card)
                case .overscan: lackOfOverscan(connector, card)
                }
            return message.map { Missing(requirement: condition, message: $0) }
        }
    }

    /// Returns why no mode has the rate, among the modes that are large enough, or among all if no mode is.
    private static func slowness(
        _ modes: [ScreenMode], _ large: [ScreenMode], _ millihertz: Int, _ size: Size?
    ) -> String? {
        let candidates = large.isEmpty ? modes : large
        let fastest = candidates.max { $0.refreshMillihertz < $1.refreshMillihertz }
        let limit = Double(millihertz) * (1 - ModeRequest.tolerance)
        func isFast(_ mode: ScreenMode) -> Bool { Double(mode.refreshMillihertz) >= limit }
        if let fastest, isFast(fastest) { return nil }
        guard let size, let fastest, modes.contains(where: isFast) else { return lack("fastest", fastest) }
        return "no mode has both this rate and \(Requirement.size(size)): the fastest is \(fastest)"
    }

    private static func lack(_ kind: String, _ mode: ScreenMode?) -> String {
        mode.map { "its \(kind) mode is \($0)" } ?? "no mode of it is known"
    }

    private static func lackOfOverscan(_ connector: ConnectorFacts, _ card: CardFacts) -> String? {
        if connector.compensatesOverscan { return nil }
        return card.isLeftClosed
            ? "whether the connector has properties for it is not known" + reason(card)
            : "the connector has no properties for it"
    }

    /// Returns why a fact of a card that was not opened is not known, and the remedy; empty for other cards.
    private static func reason(_ card: CardFacts) -> String {
        guard card.isLeftClosed else { return "" }
        return ": \(card.name) was not opened, because \(card.driver ?? "its driver") \(DarkWithoutMaster.reason); "
            + "--probe opens it all the same"
    }

    private static func lackOfAtomicCommits(_ card: CardFacts) -> String? {
        if card.unknown.contains(.atomic) {
            return "whether the driver has atomic commits is not known" + reason(card)
        }
        return card.hardware?.capabilities.isAtomic == true
            ? nil : "the driver \(card.driver ?? "of the card") has no atomic commits"
    }
}

/// The outputs.
extension RequirementCheck: Encodable {
    /// The text for people: the verdict, each required number with what was found, and what each screen lacks.
    package var text: String {
        var lines = ["\(requirements): \(isMet ? "met" : "not met")"]
        lines += counts.map { count in
            "\(count.requirement): \(count.found == 0 ? "no" : String(count.found)) screen\(count.found > 1 ? "s" : "")"
        }
        let width = screens.map(\.name.count).max() ?? 0
        lines += screens.map { screen in
            let reasons = screen.missing.map { "\($0.requirement): \($0.message)" }
            let padding = String(repeating: " ", count: width - screen.name.count)
            return "  \(screen.name)\(padding)  " + (reasons.isEmpty ? "meets all" : reasons.joined(separator: "; "))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    package func encode(to encoder: any Encoder) throws { try tree.encode(to: encoder) }

    private var tree: JSONValue {
        [
            "met": .bool(isMet),
            "exitCode": .number(status.rawValue),
            "counts": .list(counts) { count in
                [
                    "requirement": .string(count.requirement.description),
                    "found": .number(count.found),
                    "met": .bool(count.isMet),
                ]
            },
            "screens": .list(screens) { screen in
                [
                    "name": .string(screen.name),
                    "role": .string(screen.role.rawValue),
                    "missing": .list(screen.missing) { part in
                        ["requirement": .string(part.requirement.description), "message": .string(part.message)]
                    },
                ]
            },
        ]
    }
}
