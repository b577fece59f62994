import ArgumentParser
import Screens

extension ContentMode: ExpressibleByArgument {
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.argument == argument }) else { return nil }
        self = mode
    }

    public static var allValueStrings: [String] { allCases.map(\.argument) }

    private var argument: String {
        switch self {
        case .fit: "fit"
        case .fill: "fill"
        case .stretch: "stretch"
        case .center: "center"
        case .topLeft: "top-left"
        case .topRight: "top-right"
        case .bottomLeft: "bottom-left"
        case .bottomRight: "bottom-right"
        }
    }
}
