/// Where delegates draw.
public struct DrawingMemory: Sendable, Hashable, RawRepresentable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Into the buffers that are shown, where reading those was found to be as fast as reading ordinary memory; else into
    /// a shadow. For each screen that is found out when it is lit.
    public static let automatic = DrawingMemory(rawValue: "automatic")
    /// Into ordinary memory, from where what has changed is copied into the buffers: right wherever the buffers' memory is
    /// slow to read, as on most hardware.
    public static let shadow = DrawingMemory(rawValue: "shadow")
    /// Into the buffers that are shown, each in its turn. What a buffer lacks of the picture is copied from the one before,
    /// unless all of it is drawn anew (``ExternalView/replacePixels(_:)``, a fill of the whole view): then nothing is
    /// copied at all.
    public static let scanout = DrawingMemory(rawValue: "scanout")
}
