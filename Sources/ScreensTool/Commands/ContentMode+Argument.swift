import ArgumentParser
import Screens

extension ContentMode: ExpressibleByArgument {
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = mode
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }
}
