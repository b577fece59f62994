import ArgumentParser
import Configuration
import Screens

/// The options for sending pictures to their screens.
struct SendingOptions: ParsableArguments {
    @Option(
        help: .setting("properties", "They are restored at the end. Repeat the option for more."),
        completion: PropertyAssignment.completion)
    var properties: [PropertyAssignment] = []

    @Option(help: .setting("gamma", "Middle tones are lighter above 1."))
    var gamma = 1.0

    @Option(help: .setting("color-temperature", "White is redder below 6500."))
    var colorTemperature = 6500

    @Option(help: .setting("dim"))
    var dim = 0.0

    func validate() throws {
        try SettingTable.check("gamma", String(gamma))
        try SettingTable.check("color-temperature", String(colorTemperature))
        try SettingTable.check("dim", String(dim))
        var names: Set<String> = []
        for property in properties where !names.insert(property.name).inserted {
            throw ValidationError("--properties has '\(property.name)' twice")
        }
        var settings = VideoKit.Settings()
        apply(to: &settings)
        do {
            try settings.check()
        } catch {
            throw ValidationError("cannot \(error.description)")
        }
    }

    func apply(to settings: inout VideoKit.Settings) {
        settings.properties = Dictionary(properties.map { ($0.name, $0.value) }) { $1 }
        settings.gamma = gamma
        settings.colorTemperature = colorTemperature
        settings.dimming = dim / 100
    }
}

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
