import CGStreamer
import Synchronization

/// The parts of a film, as they are found: refuses pictures that are too large before one of them is decoded.
final class FilmStreams: Sendable {
    /// Formats of files that have pictures among other parts.
    private static let containers = [
        "video/quicktime", "video/x-matroska", "video/webm", "video/mpegts", "video/mpeg", "video/x-msvideo",
        "video/x-ms-asf", "video/x-flv",
    ]

    private let mostPixels: Int
    /// The refused size: its width, and its height in the lower half; 0 if none was.
    private let refused = Atomic<Int>(0)
    private let partCount = Atomic<Int>(0)
    private let pictureCount = Atomic<Int>(0)
    /// Whether the film cannot be read again from its start.
    let cannotRepeat = Atomic(false)

    init(mostPixels: Int) {
        self.mostPixels = mostPixels
    }

    /// Looks at each part for which an element seeks a decoder.
    func connect(to decoder: UnsafeMutablePointer<GstElement>) {
        let look:
            @convention(c) (
                UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutablePointer<GstCaps>?,
                UnsafeMutableRawPointer?
            ) -> gboolean = { _, _, caps, data in
                guard let caps, let data else { return 1 }
                return Unmanaged<FilmStreams>.fromOpaque(data).takeUnretainedValue().permits(caps) ? 1 : 0
            }
        cgst_connect(
            decoder, "autoplug-continue", unsafeBitCast(look, to: UnsafeMutableRawPointer.self),
            Unmanaged.passUnretained(self).toOpaque())
    }

    private func permits(_ caps: UnsafeMutablePointer<GstCaps>) -> Bool {
        guard let structure = gst_caps_get_structure(caps, 0) else { return true }
        let name = gst_structure_get_name(structure).map { String(cString: $0) } ?? ""
        let isPicture = name.hasPrefix("video/") || name.hasPrefix("image/")
        partCount.add(1, ordering: .relaxed)
        if isPicture, !Self.containers.contains(name) { pictureCount.add(1, ordering: .relaxed) }
        var (width, height): (gint, gint) = (0, 0)
        guard gst_structure_get_int(structure, "width", &width) != 0,
            gst_structure_get_int(structure, "height", &height) != 0, Int(width) * Int(height) > mostPixels
        else { return true }
        refused.store(Int(width) << 32 | Int(height), ordering: .relaxed)
        return false
    }

    /// Whether a part has pictures; nil before one was found.
    var havePicture: Bool? {
        partCount.load(ordering: .relaxed) < 2 ? nil : pictureCount.load(ordering: .relaxed) > 0
    }

    /// The reason why the film is refused; nil if it is not.
    var refusal: FilmPipeline.Problem? {
        let size = refused.load(ordering: .relaxed)
        guard size != 0 else { return nil }
        return FilmPipeline.Problem(
            reason: "it has \(size >> 32)x\(size & 0xffff_ffff) pixels, and at most \(mostPixels) in all are decoded",
            remedy: "make a smaller copy of it")
    }
}
