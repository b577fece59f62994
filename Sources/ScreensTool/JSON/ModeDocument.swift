import Screens

/// A mode as JSON has it: what `screens modes --json` prints an array of.
struct ModeDocument: Encodable {
    private let mode: ScreenMode
    private let isCurrent: Bool

    /// - Parameter current: the mode that the screen runs, if any.
    init(_ mode: ScreenMode, current: ScreenMode?) {
        self.mode = mode
        isCurrent = mode == current
    }

    private enum Key: String, CodingKey {
        case id, name, width, height, refreshMillihertz, clockKilohertz, htotal, vtotal, interlaced, preferred
        case current, pictureAspect
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode(mode.id, forKey: .id)
        try container.encode(mode.name, forKey: .name)
        try container.encode(mode.width, forKey: .width)
        try container.encode(mode.height, forKey: .height)
        try container.encode(mode.refreshMillihertz, forKey: .refreshMillihertz)
        try container.encode(mode.clockKilohertz, forKey: .clockKilohertz)
        try container.encode(mode.htotal, forKey: .htotal)
        try container.encode(mode.vtotal, forKey: .vtotal)
        try container.encode(mode.isInterlaced, forKey: .interlaced)
        try container.encode(mode.isPreferred, forKey: .preferred)
        try container.encode(isCurrent, forKey: .current)
        // Optionals are encoded as such and never left out: a key that is there today is there always.
        try container.encode(mode.pictureAspect.map(SizeDocument.init), forKey: .pictureAspect)
    }
}
