import ScreensRaster

/// How the copy changes the colours of a picture, if the CRTC cannot.
enum CopyColors: Sendable, Hashable {
    /// The colours stay as they are.
    case asDrawn
    /// Each channel is multiplied by this / 255: 0 is black.
    case dimmed(UInt8)
    /// Each channel is replaced by its entry in a table.
    case table(ColorTable)

    /// Lends the change in the form of the kernels, without allocating.
    func withRowColors(_ body: (RowColors) -> Void) {
        switch self {
        case .asDrawn: body(.asDrawn)
        case .dimmed(let level): body(.dimmed(level))
        case .table(let table): table.withEntries { body(.table($0)) }
        }
    }
}

/// The values that replace the values 0 to 255 of each channel.
struct ColorTable: Sendable, Hashable {
    /// 256 entries for blue, then for green, then for red, each at its place in XRGB8888.
    private let entries: [UInt32]

    /// - Parameter output: the channels for three equal input channels, 0 to 1.
    init(_ output: (Double) -> (red: Double, green: Double, blue: Double)) {
        let outputs = (0..<256).map { output(Double($0) / 255) }
        func channel(_ value: (Int) -> Double, at place: UInt32) -> [UInt32] {
            outputs.indices.map { UInt32((min(max(value($0), 0), 1) * 255).rounded()) << place }
        }
        entries =
            channel({ outputs[$0].blue }, at: 0) + channel({ outputs[$0].green }, at: 8)
            + channel({ outputs[$0].red }, at: 16)
    }

    /// Lends the 768 entries.
    func withEntries(_ body: (UnsafePointer<UInt32>) -> Void) {
        entries.withUnsafeBufferPointer { entries in
            guard let start = entries.baseAddress else { return }
            body(start)
        }
    }
}
