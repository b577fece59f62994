import CGStreamer
import Films
import ScreensJSON

/// The format of decoded frames.
struct SampleFormat {
    var info: GstVideoInfo
    /// The bytes of a frame without gaps.
    let byteCount: Int
    /// The time of a frame by the rate in the container, in nanoseconds; nil without one.
    let period: Int64?

    /// - Parameter caps: the caps of a sample; nil if they are not the caps of pictures.
    init?(_ caps: UnsafeMutablePointer<GstCaps>) {
        var info = GstVideoInfo()
        guard gst_video_info_from_caps(&info, caps) != 0 else { return nil }
        self.info = info
        byteCount = Int(cgst_packed_size(&info))
        period =
            info.fps_n > 0 && info.fps_d > 0 ? Int64(info.fps_d) * 1_000_000_000 / Int64(info.fps_n) : nil
    }

    /// The format as ``FilmFormat`` reads it.
    ///
    /// - Parameter orientation: how the film is to be turned, as a tag of GStreamer; nil for not at all.
    func json(turned orientation: String?) -> JSONValue {
        var copy = info
        let name = cgst_format_name(&copy).map { String(cString: $0) } ?? ""
        let pixels = FilmFormat.pixels.first { $0.gstreamer == name }?.screens ?? ""
        var members: [String: JSONValue] = [
            "size": ["width": .int(Int64(info.width)), "height": .int(Int64(info.height))],
            "format": .string(pixels), "bytes": .int(Int64(byteCount)),
        ]
        if info.par_n > 0, info.par_d > 0, info.par_n != info.par_d {
            members["pixelAspect"] = ["width": .int(Int64(info.par_n)), "height": .int(Int64(info.par_d))]
        }
        let isYUV = pixels.hasPrefix("yu") || pixels == "nv12" || pixels == "p010"
        if isYUV {
            members["matrix"] = matrix
            members["range"] = info.colorimetry.range == GST_VIDEO_COLOR_RANGE_0_255 ? "full" : "limited"
            members["siting"] = siting
        }
        let (turn, reflects) = Self.turn(orientation ?? "")
        if turn != 0 { members["turn"] = .int(turn) }
        if reflects { members["reflect"] = true }
        return .object(members)
    }

    /// The equations of luma and chroma; nil for equations that the daemon derives from the size,
    /// and for unusual ones.
    private var matrix: JSONValue? {
        switch info.colorimetry.matrix {
        case GST_VIDEO_COLOR_MATRIX_BT601: "bt601"
        case GST_VIDEO_COLOR_MATRIX_BT709: "bt709"
        case GST_VIDEO_COLOR_MATRIX_BT2020: "bt2020"
        default: nil
        }
    }

    /// The place of chroma that pixels share; nil if the film does not say it.
    private var siting: JSONValue? {
        switch info.chroma_site {
        case GST_VIDEO_CHROMA_SITE_H_COSITED: "left"
        case GST_VIDEO_CHROMA_SITE_COSITED: "topLeft"
        case GST_VIDEO_CHROMA_SITE_NONE: "center"
        default: nil
        }
    }

    /// A tag such as `flip-rotate-90`: flipped left for right first, then turned clockwise.
    private static func turn(_ orientation: String) -> (turn: Int64, reflects: Bool) {
        let parts = orientation.split(separator: "-")
        let turn = parts.last.flatMap { Int64($0) } ?? 0
        return ([90, 180, 270].contains(turn) ? turn : 0, parts.first == "flip")
    }
}
