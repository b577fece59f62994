import CGStreamer
import Films
import Glibc
import ScreensJSON
import ScreensServing

/// Decodes one film for the player: a program of its own, which may crash, hang or be killed alone.
///
/// Beside `/dev/null` it has three descriptors: the film, the socket of the player, and the memory for frames.
public final class FilmDecoder {
    /// The arguments of the program.
    public struct Arguments {
        /// The time of the last frame that was drawn before, in nanoseconds; 0 for none.
        public var start: Int64 = 0
        public var loops = false
        public var mostPixels = 1
        /// The process of the player.
        public var player: Int32 = 0

        public init() {}
    }

    /// The longest end of a film that may be missing without a report: containers state lengths that include the sound.
    private static let slack: Int64 = 500_000_000

    private let film: Int32
    private let player: MessageSocket
    private let arguments: Arguments
    private var pipeline: FilmPipeline
    private var format: SampleFormat?
    private var caps: UnsafeMutablePointer<GstCaps>?
    private var memory: UnsafeMutableRawBufferPointer?
    private var free: [Int] = []
    private var round = 0
    /// The beginning of the present segment in the pipeline's running time, which differs in each round.
    private var base: UInt64?
    /// The largest end of a frame of the round.
    private var end: Int64 = 0
    private var length: Int64?

    /// Runs until the film is over, or the player leaves.
    ///
    /// - Parameters:
    ///   - film: the open file.
    ///   - socket: the connected socket of the player.
    public static func run(_ film: Int32, _ socket: Int32, _ arguments: Arguments) {
        cgst_die_with_parent(arguments.player)
        cgst_hide_memory()
        gst_init(nil, nil)
        let player = MessageSocket(adopting: socket, mostFiles: 1)
        do {
            try FilmDecoder(film, player, arguments).run()
        } catch let problem as FilmPipeline.Problem {
            try? player.send(DecoderMessage.failed(reason: problem.reason, remedy: problem.remedy).json)
        } catch {
            // The player has left.
        }
    }

    private init(_ film: Int32, _ player: MessageSocket, _ arguments: Arguments) throws(FilmPipeline.Problem) {
        self.player = player
        self.arguments = arguments
        self.film = film
        pipeline = try FilmPipeline(film, mostPixels: arguments.mostPixels, isInterlaced: false)
    }

    private func run() throws {
        try pipeline.prepare()
        if pipeline.hasFields {
            pipeline.stop()
            pipeline = try FilmPipeline(film, mostPixels: arguments.mostPixels, isInterlaced: true)
            try pipeline.prepare()
        }
        length = pipeline.length
        let isBegun =
            arguments.start > 0 || arguments.loops
            ? pipeline.begin(at: arguments.start, isRound: arguments.loops) : true
        var canLoop = arguments.loops && isBegun
        pipeline.play()
        while true {
            let news = pipeline.takeProgress()
            if let problem = news.problem { throw problem }
            if news.isRead, canLoop { pipeline.beginRound() }
            canLoop = canLoop && !pipeline.cannotRepeat
            if let sample = pipeline.nextSample() {
                defer {
                    gst_mini_object_unref(UnsafeMutableRawPointer(sample).assumingMemoryBound(to: GstMiniObject.self))
                }
                try take(sample)
            } else if pipeline.isOver || arguments.loops && !canLoop {
                break
            }
        }
        if arguments.loops, early == nil {
            throw FilmPipeline.Problem(reason: "its format cannot be repeated", remedy: "use an MP4 file")
        }
        try player.send(DecoderMessage.ended(early: early).json)
        while player.wantsOutput { try player.flush() }
    }

    // MARK: Frames

    private func take(_ sample: OpaquePointer) throws {
        guard let buffer = gst_sample_get_buffer(sample), let segment = gst_sample_get_segment(sample) else { return }
        // Each round has caps of its own, which are alike.
        if let other = gst_sample_get_caps(sample), caps.map({ gst_caps_is_equal($0, other) }) != 1 { try use(other) }
        guard let format, let memory else { return }
        if let base, base != UInt64(cgst_base(segment)) {
            if let early { throw FilmPipeline.Problem(reason: early, remedy: "the file is damaged or was cut") }
            round += 1
            end = 0
        }
        base = UInt64(cgst_base(segment))
        let time = self.time(of: buffer, in: segment)
        let duration = cgst_duration(buffer)
        let frameEnd = time + (duration == cgst_time_none ? format.period ?? 0 : Int64(clamping: duration))
        end = max(end, frameEnd)
        // The frames up to the start were drawn before.
        if round == 0, arguments.start > 0, time <= arguments.start { return }
        let slot = try freeSlot()
        var info = format.info
        let place = memory.baseAddress?.advanced(by: slot * format.byteCount).assumingMemoryBound(to: UInt8.self)
        guard cgst_copy(buffer, &info, place) != 0 else {
            throw FilmPipeline.Problem(reason: "its frames cannot be read")
        }
        try player.send(
            DecoderMessage.frame(slot: slot, VideoFrame(round: round, time: time, end: frameEnd)).json)
    }

    /// The time of a frame in the film, in nanoseconds.
    private func time(of buffer: UnsafeMutablePointer<GstBuffer>, in segment: UnsafePointer<GstSegment>) -> Int64 {
        let stamp = cgst_time(buffer)
        guard stamp != cgst_time_none else { return end }
        let time = gst_segment_to_stream_time(segment, GST_FORMAT_TIME, stamp)
        return Int64(clamping: time == cgst_time_none ? stamp : time)
    }

    /// Why the round has ended before its time; nil if it has not.
    private var early: String? {
        guard let length, end < length - Self.slack else { return nil }
        return "it ends after \(Self.seconds(end)) of \(Self.seconds(length)) seconds"
    }

    private static func seconds(_ time: Int64) -> String { "\(time / 1_000_000_000).\(time / 100_000_000 % 10)" }

    /// Gets memory for frames of another format.
    private func use(_ caps: UnsafeMutablePointer<GstCaps>) throws {
        guard let format = SampleFormat(caps) else { throw FilmPipeline.Problem(reason: "it has no pictures") }
        if let former = self.caps {
            gst_mini_object_unref(UnsafeMutableRawPointer(former).assumingMemoryBound(to: GstMiniObject.self))
        }
        gst_mini_object_ref(UnsafeMutableRawPointer(caps).assumingMemoryBound(to: GstMiniObject.self))
        self.caps = caps
        self.format = format
        if let memory { munmap(memory.baseAddress, memory.count) }
        memory = nil
        free = []
        try player.send(DecoderMessage.format(format.json(turned: pipeline.orientation)).json)
        while memory == nil { try receive() }
    }

    private func freeSlot() throws -> Int {
        while free.isEmpty { try receive() }
        return free.removeFirst()
    }

    private func receive() throws {
        player.wait(milliseconds: -1)
        try player.flush()
        for message in try player.receive().compactMap(DecoderMessage.init) {
            switch message {
            case .memory(let slots):
                guard let file = player.takeFile(), let format else { continue }
                defer { close(file) }
                let count = slots * format.byteCount
                guard let mapped = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0), mapped != MAP_FAILED
                else { throw FilmPipeline.Problem(reason: "there is no memory for its frames") }
                memory = UnsafeMutableRawBufferPointer(start: mapped, count: count)
                free = Array(0..<slots)
            case .free(let slot): free.append(slot)
            default: break
            }
        }
    }
}
