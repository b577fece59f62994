import ArgumentParser
import Screens

/// A property of a connector and its requested value, as in `Broadcast RGB=Full`.
struct PropertyAssignment: ExpressibleByArgument, Sendable, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }

    /// Completes with the properties and values of the connected screens, and with each settable name.
    static let completion = CompletionKind.custom { (_: [String], _: Int, prefix: String) async -> [String] in
        let known = (try? await Inspection.take())?.screens.flatMap(\.properties) ?? []
        let assignments = known.flatMap { property -> [String] in
            guard case .choices(let names) = property.allowed else { return [] }
            return names.map { "\(property.name)=\($0)" }
        }
        let all = Set(assignments).union(ConnectorProperty.settableNames.map { "\($0)=" })
        return all.filter { $0.hasPrefix(prefix) }.sorted()
    }
}
