import ArgumentParser
import ProgramKit
import Screens

/// A screen as the user names it, and the screens that it may mean.
enum ScreenName {
    /// Completes with the names of all connectors.
    static let completion = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
        guard let look = try? await Look.take() else { return [] }
        return look.connectors.filter { $0.kind == .display }
            .flatMap { [$0.name, $0.qualifiedName] }
            .filter { $0.hasPrefix(prefix) }
    }

    /// The one screen among `connectors` that has this name.
    ///
    /// - Parameter cards: say, where there is none, whether it may hang on one that cannot be read.
    static func resolve(_ name: String, among connectors: [Screen], cards: [Card]) throws(Failure) -> Screen {
        let found = connectors.filter { $0.isNamed(name) }
        if found.count > 1 { throw ambiguous(name, found) }
        if let screen = found.first { return screen }
        if cards.isEmpty { throw Look.noCard }
        // It may well be on a card that cannot be read.
        if let error = unreadable(cards, connectors: connectors, asIn: name) { throw Failure(error) }
        throw Failure(.noSuchScreen, "there is no screen \(name); `screens list --all` names them all")
    }

    static func ambiguous(_ name: String, _ candidates: [Screen]) -> Failure {
        let names = candidates.map(\.qualifiedName).joined(separator: ", ")
        return Failure(.usage, "several screens are named \(name): say which of \(names)")
    }

    /// What keeps the card that a name says from being read, or any card where it says none.
    static func unreadable(_ cards: [Card], connectors: [Screen], asIn name: String) -> ScreenError? {
        let parts = name.split(separator: "/", maxSplits: 1)
        let concerned = parts.count == 2 ? cards.filter { $0.path.hasSuffix("/\(parts[0])") } : cards
        return concerned.lazy.compactMap { $0.unreadable(connectors) }.first
    }
}

extension Card {
    /// What keeps its connectors from being known; that somebody else drives them does not.
    func unreadable(_ connectors: [Screen]) -> ScreenError? {
        connectors.contains { $0.card == path } ? nil : problem
    }
}
