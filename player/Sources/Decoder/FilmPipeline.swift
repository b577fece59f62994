import CGStreamer
import Films

/// A pipeline that decodes the pictures of a film as fast as they are taken. Nothing in it has a clock.
final class FilmPipeline {
    /// Why a film cannot be shown.
    struct Problem: Error {
        let reason: String
        var remedy: String?
    }

    /// The events of the pipeline since the last call.
    struct Progress {
        /// Whether all of the film has been read. Its last frames may still come.
        var isRead = false
        var problem: Problem?
    }

    private let pipeline: UnsafeMutablePointer<GstElement>
    private let frames: UnsafeMutablePointer<GstAppSink>
    private let bus: UnsafeMutablePointer<GstBus>
    private let source: FilmSource
    private let streams: FilmStreams
    /// The description of a plugin that no package has brought.
    private var missing: String?
    /// How the film is to be turned.
    private(set) var orientation: String?

    /// Makes the pipeline for an open file.
    ///
    /// - Parameter isInterlaced: whether the frames of the film have fields.
    init(_ film: Int32, mostPixels: Int, isInterlaced: Bool) throws(Problem) {
        let formats = FilmFormat.pixels.map(\.gstreamer).joined(separator: ", ")
        // `deinterlace` changes the times of films without fields, too. `videoconvert` passes on the frames of the
        // decoder, unless the daemon does not take them.
        let fields = isInterlaced ? "! deinterlace" : ""
        let description = """
            appsrc name=film format=bytes ! decodebin name=decoder expose-all-streams=false caps="video/x-raw(ANY)" \
            \(fields) ! videoconvert ! appsink name=frames sync=false max-buffers=2 \
            caps="video/x-raw, format=(string){ \(formats) }"
            """
        var error: UnsafeMutablePointer<GError>?
        guard let made = gst_parse_launch(description, &error), error == nil, let film0 = cgst_named(made, "film"),
            let decoder = cgst_named(made, "decoder"), let sink = cgst_named(made, "frames"),
            let bus = gst_element_get_bus(made)
        else {
            throw Problem(
                reason: "GStreamer lacks a part: \(Self.text(error))",
                remedy: "install gstreamer1.0-plugins-base and gstreamer1.0-plugins-good")
        }
        pipeline = made
        frames = UnsafeMutableRawPointer(sink).assumingMemoryBound(to: GstAppSink.self)
        self.bus = bus
        source = FilmSource(film)
        streams = FilmStreams(mostPixels: mostPixels)
        source.connect(to: film0)
        streams.connect(to: decoder)
    }

    // MARK: The course

    /// Reads the film up to its first frame.
    func prepare() throws(Problem) {
        gst_element_set_state(pipeline, GST_STATE_PAUSED)
        while true {
            // No message reports that a part is refused.
            if let refusal = streams.refusal { throw refusal }
            guard let message = gst_bus_timed_pop(bus, 50_000_000) else { continue }
            let type = cgst_type(message)
            let news = take(message)
            if let problem = news.problem { throw problem }
            if type == GST_MESSAGE_ASYNC_DONE { return }
            if type == GST_MESSAGE_EOS { throw Problem(reason: "it has no picture") }
        }
    }

    /// Whether the frames of the first sample have fields. It is known once the film is prepared.
    var hasFields: Bool {
        guard let sample = gst_app_sink_try_pull_preroll(frames, 0) else { return false }
        defer {
            gst_mini_object_unref(UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
        }
        guard let format = gst_sample_get_caps(sample).flatMap({ SampleFormat($0) }) else { return false }
        return format.info.interlace_mode != GST_VIDEO_INTERLACE_MODE_PROGRESSIVE
    }

    /// Ends all work of the pipeline.
    func stop() { gst_element_set_state(pipeline, GST_STATE_NULL) }

    /// The length that the container states, in nanoseconds; nil if it states none.
    var length: Int64? {
        var length: gint64 = 0
        return gst_element_query_duration(pipeline, GST_FORMAT_TIME, &length) != 0 && length > 0 ? Int64(length) : nil
    }

    /// Begins at a time of the film.
    ///
    /// - Parameter isRound: whether the end is reported so that another round follows without a gap.
    /// - Returns: false if the film cannot be begun anywhere else than at its start.
    func begin(at time: Int64, isRound: Bool) -> Bool {
        let flags = GstSeekFlags(
            GST_SEEK_FLAG_FLUSH.rawValue | GST_SEEK_FLAG_ACCURATE.rawValue
                | (isRound ? GST_SEEK_FLAG_SEGMENT.rawValue : 0))
        return seek(to: time, flags)
    }

    /// Begins the next round after the round that has been read, on another thread: the call waits until the end of
    /// that round is in the queue, and the frames before it must be taken for that.
    func beginRound() {
        let seek: @convention(c) (UnsafeMutablePointer<GstElement>?, UnsafeMutableRawPointer?) -> Void = {
            pipeline, data in
            guard let pipeline, let data else { return }
            let hasBegun = gst_element_seek(
                pipeline, 1, GST_FORMAT_TIME, GST_SEEK_FLAG_SEGMENT, GST_SEEK_TYPE_SET, 0, GST_SEEK_TYPE_NONE, -1)
            if hasBegun == 0 {
                Unmanaged<FilmStreams>.fromOpaque(data).takeUnretainedValue().cannotRepeat.store(
                    true, ordering: .relaxed)
            }
        }
        gst_element_call_async(pipeline, seek, Unmanaged.passUnretained(streams).toOpaque(), nil)
    }

    /// Whether a round could not be begun.
    var cannotRepeat: Bool { streams.cannotRepeat.load(ordering: .relaxed) }

    func play() { gst_element_set_state(pipeline, GST_STATE_PLAYING) }

    private func seek(to time: Int64, _ flags: GstSeekFlags) -> Bool {
        gst_element_seek(
            pipeline, 1, GST_FORMAT_TIME, flags, GST_SEEK_TYPE_SET, gint64(time), GST_SEEK_TYPE_NONE, -1) != 0
    }

    /// Returns the next frame, and waits a little for it.
    func nextSample() -> OpaquePointer? { gst_app_sink_try_pull_sample(frames, 10_000_000) }

    /// Whether all frames have been taken, and no further round follows.
    var isOver: Bool { gst_app_sink_is_eos(frames) != 0 }

    /// Takes the messages that the pipeline has sent.
    func takeProgress() -> Progress {
        var news = Progress()
        while let message = gst_bus_pop(bus) {
            let one = take(message)
            news.isRead = news.isRead || one.isRead
            news.problem = news.problem ?? one.problem
        }
        return news
    }

    // MARK: Messages

    private func take(_ message: UnsafeMutablePointer<GstMessage>) -> Progress {
        defer {
            gst_mini_object_unref(UnsafeMutableRawPointer(message).assumingMemoryBound(to: GstMiniObject.self))
        }
        var news = Progress()
        switch cgst_type(message) {
        case GST_MESSAGE_SEGMENT_DONE: news.isRead = true
        case GST_MESSAGE_TAG: takeTags(message)
        case GST_MESSAGE_ELEMENT:
            if gst_is_missing_plugin_message(message) != 0 {
                let text = gst_missing_plugin_message_get_description(message)
                missing = text.map { String(cString: $0) }
                g_free(text)
            }
        case GST_MESSAGE_ERROR:
            var error: UnsafeMutablePointer<GError>?
            gst_message_parse_error(message, &error, nil)
            news.problem = problem(of: Self.text(error))
            g_error_free(error)
        default: break
        }
        return news
    }

    private func takeTags(_ message: UnsafeMutablePointer<GstMessage>) {
        var tags: UnsafeMutablePointer<GstTagList>?
        gst_message_parse_tag(message, &tags)
        var text: UnsafeMutablePointer<gchar>?
        if gst_tag_list_get_string(tags, "image-orientation", &text) != 0, let text {
            orientation = String(cString: text)
            g_free(text)
        }
        gst_tag_list_unref(tags)
    }

    private func problem(of text: String) -> Problem {
        if let problem = streams.refusal { return problem }
        if streams.havePicture == false { return Problem(reason: "it has no picture") }
        if let missing {
            return Problem(
                reason: "no plugin is installed for it: \(missing)",
                remedy: "install gstreamer1.0-libav, or gstreamer1.0-plugins-bad")
        }
        return Problem(reason: text)
    }

    private static func text(_ error: UnsafeMutablePointer<GError>?) -> String {
        guard let message = error?.pointee.message else { return "for no stated reason" }
        return String(cString: message)
    }
}
