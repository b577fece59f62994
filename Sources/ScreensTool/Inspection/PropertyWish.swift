import ArgumentParser
import Screens

/// A property of a connector and what it is to be, as in `Broadcast RGB=Full`.
struct PropertyWish: ExpressibleByArgument, Sendable, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }

    /// Completes with what the connected screens have, and with each name at least.
    static let completion = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
        let known = (try? await Look.take())?.screens.flatMap(\.properties) ?? []
        let wishes = known.flatMap { property -> [String] in
            guard case .choices(let names) = property.allowed else { return [] }
            return names.map { "\(property.name)=\($0)" }
        }
        let all = Set(wishes).union(ConnectorProperty.settableNames.map { "\($0)=" })
        return all.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
