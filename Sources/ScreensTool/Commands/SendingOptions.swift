import ArgumentParser
import Screens
import ScreensConfiguration

/// The options for sending pictures to their screens.
struct SendingOptions: ParsableArguments {
    @Option(
        help: .setting("properties", "They are restored at the end. Repeat the option for more."),
        completion: PropertyAssignment.completion)
    var properties: [PropertyAssignment] = []

    @Option(
        help: .setting("gamma", "Middle tones are lighter above 1.", default: "1.0"),
        transform: SettingTable.reading("gamma", \.gamma))
    var gamma = 1.0

    @Option(
        help: .setting("color-temperature", "White is redder below 6500.", default: "6500"),
        transform: SettingTable.reading("color-temperature", \.colorTemperature))
    var colorTemperature = 6500

    @Option(help: .setting("dim", default: "0.0"), transform: SettingTable.reading("dim", \.dim))
    var dim = 0.0

    func validate() throws {
        var names: Set<String> = []
        for property in properties where !names.insert(property.name).inserted {
            throw ValidationError("--properties has '\(property.name)' twice")
        }
        var settings = VideoKit.Settings()
        apply(to: &settings)
        do {
            try settings.check()
        } catch {
            throw ValidationError(error.description)
        }
    }

    func apply(to settings: inout VideoKit.Settings) {
        settings.properties = Dictionary(properties.map { ($0.name, $0.value) }) { $1 }
        settings.gamma = gamma
        settings.colorTemperature = colorTemperature
        settings.dimming = dim / 100
    }
}

/// A property of a connector and its requested value, such as `Broadcast RGB=Full`.
struct PropertyAssignment: ExpressibleByArgument, Sendable, Hashable {
    let name: String
    let value: String

    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty else { return nil }
        name = String(parts[0])
        value = String(parts[1])
    }

    /// The completion with the properties and values of the connected screens, and with each settable name.
    static let completion = TypedLine.completion { line, _ in
        let known = await line.screens(.known).flatMap(\.properties)
        let assignments = known.flatMap { property -> [String] in
            (property.choices ?? []).map { "\(property.name)=\($0)" }
        }
        // A name that is a candidate itself would hide the values that begin with it.
        let names = ConnectorProperty.settableNames.filter { name in !assignments.contains { $0.hasPrefix(name + "=") }
        }
        return Set(assignments).union(names.map { "\($0)=" }).sorted()
    }
}
