import ScreensJSON

/// The frames of a film, as the decoder describes them and the daemon takes them.
public struct FilmFormat: Sendable, Hashable {
    /// The parameters of `screens.Manager.Draw` that describe the frames.
    public let parameters: [String: JSONValue]
    /// The bytes of a frame.
    public let byteCount: Int
    public let width: Int
    public let height: Int

    /// The formats that the daemon takes, by the names of GStreamer, in the order in which the decoder prefers them.
    public static let pixels: [(gstreamer: String, screens: String)] = [
        ("I420", "yuv420p"), ("NV12", "nv12"), ("P010_10LE", "p010"), ("I420_10LE", "yuv420p10"),
        ("Y42B", "yuv422p"), ("Y444", "yuv444p"), ("YUY2", "yuyv422"), ("GRAY8", "gray8"), ("BGRx", "xrgb8888"),
        ("RGB", "rgb24"), ("BGR", "bgr24"), ("RGB16", "rgb565"),
    ]
    /// The parameters of `Draw` that a decoder may state.
    private static let stated: Set<String> = [
        "size", "format", "matrix", "range", "siting", "pixelAspect", "turn", "reflect",
    ]
    /// The most bytes of these parameters. The daemon repeats a value that it refuses.
    private static let longest = 1 << 10

    /// Reads the format from a decoder, which is not trusted: the daemon checks the values.
    ///
    /// - Returns: nil if it is not a format, has longer values than any, or is larger than `mostPixels`.
    public init?(_ message: JSONValue, mostPixels: Int) {
        guard let members = message.object, let bytes = message["bytes"]?.int,
            let width = message["size"]?["width"]?.int, let height = message["size"]?["height"]?.int,
            width > 0, height > 0, width <= 1 << 15, height <= 1 << 15, width * height <= mostPixels,
            // No format has more than eight bytes for a pixel.
            bytes > 0, bytes <= width * height * 8
        else { return nil }
        parameters = members.filter { Self.stated.contains($0.key) }
        guard JSONValue.object(parameters).encoded.count <= Self.longest else { return nil }
        byteCount = Int(bytes)
        self.width = Int(width)
        self.height = Int(height)
    }
}
