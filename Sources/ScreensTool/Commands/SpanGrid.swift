import ArgumentParser
import Screens

/// Screens as the user lays them out: `DP-1,DP-2:DP-3,DP-4` is two rows of two.
struct SpanGrid: Sendable, Hashable, ExpressibleByArgument {
    let rows: [[String]]

    init?(argument: String) {
        rows = argument.split(separator: ":", omittingEmptySubsequences: false).map { row in
            row.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// Completes the last name.
    static let completion = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
        guard let look = try? await Look.take() else { return [] }
        let head = prefix[
            ..<(prefix.lastIndex { $0 == "," || $0 == ":" }.map(prefix.index(after:)) ?? prefix.startIndex)]
        return look.connectors.filter { $0.kind == .display }
            .flatMap { [head + $0.name, head + $0.qualifiedName] }
            .filter { $0.hasPrefix(prefix) }
    }
}
