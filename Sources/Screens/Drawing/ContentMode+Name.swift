extension ContentMode {
    /// As it is written, here and on the command line.
    package var name: String {
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
