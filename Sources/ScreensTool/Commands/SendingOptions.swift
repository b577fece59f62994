import ArgumentParser
import Screens

/// The options for sending pictures to their screens.
struct SendingOptions: ParsableArguments {
    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "Set a property of the connectors, as in 'Broadcast RGB=Full'; it is restored at the end. Repeat the option for more.",
            valueName: "name=value"),
        completion: PropertyAssignment.completion)
    var properties: [PropertyAssignment] = []

    @Option(help: ArgumentHelp("Make middle tones lighter (above 1) or darker (below 1).", valueName: "0.1...10"))
    var gamma = 1.0

    @Option(
        help: ArgumentHelp("Make white redder (below 6500) or bluer (above), in Kelvin.", valueName: "1000...10000"))
    var colorTemperature = 6500

    @Option(help: ArgumentHelp("Reduce the brightness of the picture by this much.", valueName: "percent"))
    var dim = 0.0

    func validate() throws {
        guard (0...100).contains(dim) else { throw ValidationError("--dim must be 0 to 100 percent") }
        var names: Set<String> = []
        for property in properties where !names.insert(property.name).inserted {
            throw ValidationError("--set has '\(property.name)' twice")
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
