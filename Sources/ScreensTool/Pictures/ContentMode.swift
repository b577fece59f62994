import ArgumentParser
import Screens

extension ContentMode: ExpressibleByArgument {
    public init?(argument: String) {
        guard let mode = Self.allCases.first(where: { $0.name == argument }) else { return nil }
        self = mode
    }

    public static var allValueStrings: [String] { allCases.map(\.name) }

    public var defaultValueDescription: String { name }

    /// As `--content-mode` has it.
    private var name: String {
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
