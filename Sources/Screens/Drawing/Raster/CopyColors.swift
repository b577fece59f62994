/// How the copy changes the colours of a picture, for a CRTC that cannot.
enum CopyColors: Sendable, Hashable {
    /// It does not.
    case asDrawn
    /// It multiplies each channel by this / 255: 0 is black.
    case dimmed(UInt8)
    /// It replaces each channel.
    case table(ColorTable)

    /// Changes a row of XRGB8888, without allocating.
    func change(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
        switch self {
        case .asDrawn: break
        case .dimmed(let level): DimKernel.row(row, row, count: count, level: level)
        case .table(let table): table.change(row, count: count)
        }
    }
}

/// The values that replace those of each channel, 0 to 255.
struct ColorTable: Sendable, Hashable {
    /// 256 for blue, then for green, then for red, each at its place in XRGB8888.
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

    /// Replaces the channels of a row of XRGB8888, without allocating.
    func change(_ row: UnsafeMutablePointer<UInt32>, count: Int) {
        entries.withUnsafeBufferPointer { entries in
            // 768 of them; a byte is less than 256.
            guard let blue = entries.baseAddress else { return }
            let (green, red) = (blue + 256, blue + 512)
            for x in 0..<count {
                let pixel = row[x]
                row[x] =
                    blue[Int(pixel & 0xFF)] | green[Int(pixel &>> 8 & 0xFF)] | red[Int(pixel &>> 16 & 0xFF)]
            }
        }
    }
}
