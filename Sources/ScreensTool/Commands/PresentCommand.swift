import ArgumentParser
import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens present`.
struct PresentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "present", _superCommandName: "screens",
        abstract: "Show the frames of another program on a screen.",
        discussion: """
            It shows uncompressed frames from standard input, each at its refresh. YUV4MPEG2 (Y4M) has a header with \
            the size, the rate and the colours; raw frames need --size and --format, and their rows have no gaps. \
            (GStreamer pads rows to 4 bytes: its y4menc does not.)

            Each frame is shown for as many whole refreshes as the rate requires, evenly: at 24 frames a second on 60 \
            Hz for two and three refreshes in turn. Up to three frames are queued; then the pipe blocks, so that the \
            other program runs at the rate of the screen. A late frame is reported, and delays the frames after it.

            It ends with 0 when the last frame had its time, or after SIGINT, SIGTERM or SIGHUP, and restores what the \
            screen showed before. With --hold the last frame stays until such a signal. Like `show` it follows \
            hotplugs, and waits for a card, for a display, or for another program to release the card.

            If screensd runs, the screen is the daemon's, as with `screens lease`, and has its settings: other screens \
            keep their content, several commands show frames on several screens, and it needs no right on /dev/dri.

            Examples:
              ffmpeg -v error -i film.mkv -pix_fmt yuv420p -f yuv4mpegpipe - |
                screens present HDMI-A-1
              gst-launch-1.0 -q v4l2src ! videoconvert ! y4menc ! fdsink |
                screens present HDMI-A-1
              screens present HDMI-A-1 --loop --fit fill < film.y4m
              ./draw | screens present DP-1 --size 1280x720 --format xrgb8888
              screens present DP-1 --size 640x480 --format nv12 --rate 25 < raw

            Exit codes: 65 a wrong header, an incomplete frame or frames that are too large, 66 no such screen, 69 no \
            card or display, 74 standard input cannot be read, 75 another program uses the card, 77 no permission.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Option(help: ArgumentHelp("The size of raw frames, such as 1280x720.", valueName: "WxH"), transform: size)
    var size: Size?

    @Option(
        help: ArgumentHelp("The layout of raw frames: \(VideoPixelFormat.words.list).", valueName: "format"),
        completion: .list(VideoPixelFormat.words.names), transform: VideoPixelFormat.words.value)
    var format: VideoPixelFormat?

    @Option(
        help: ArgumentHelp(
            "Frames in a second, such as 25, 29.97 or 30000/1001. (default: the header's rate, or one frame each "
                + "refresh)",
            valueName: "rate"),
        transform: rate)
    var rate: RefreshRate?

    @Option(
        help: ArgumentHelp(
            "The equations of YUV: \(ColorMatrix.words.list). (default: 601 up to 576 rows, else 709)",
            valueName: "matrix"),
        completion: .list(ColorMatrix.words.names), transform: ColorMatrix.words.value)
    var matrix: ColorMatrix?

    @Option(
        help: ArgumentHelp(
            "The range of YUV: \(ColorRange.words.list). (default: the header's range, or limited; full for gray8)",
            valueName: "range"),
        completion: .list(ColorRange.words.names), transform: ColorRange.words.value)
    var range: ColorRange?

    @Flag(help: "Keep the last frame on the screen until a signal ends the command.")
    var hold = false

    @Flag(help: "Begin again after the last frame; standard input must be a file.")
    var loop = false

    @Option(
        help: .setting("mode", "The default is preferred, and on a screen of screensd the mode that is set there."),
        completion: ModePolicy.completion, transform: SettingTable.reading("mode", \.mode))
    var mode: ModePolicy?

    @Option(
        help: .setting("fit", default: "fit"), completion: .setting("fit"),
        transform: ContentMode.argumentWords.value)
    var fit = ContentMode.fit

    @Option(
        help: ArgumentHelp("The colour beside the frames. (default: #000000)", valueName: "#RRGGBB"),
        transform: ColorArgument.value)
    var color: Color?

    @OptionGroup(title: "LAYOUT")
    var layout: LayoutOptions

    @OptionGroup var sending: SendingOptions

    @OptionGroup var showing: ShowingOptions

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if (size == nil) != (format == nil) {
            throw ValidationError("raw frames need both --size and --format; Y4M needs neither")
        }
        if let size, let format {
            do {
                _ = try VideoFormat(size: size, pixels: format)
            } catch {
                throw ValidationError(error.description)
            }
        }
        if loop, hold { throw ValidationError("--loop has no last frame, so that --hold has no effect") }
    }

    func run() async throws {
        guard isatty(STDIN_FILENO) == 0 else {
            throw Failure(
                .usage,
                "standard input is a terminal; frames come by a pipe: `ffmpeg … -f yuv4mpegpipe - | screens present "
                    + "\(screen)`"
            )
        }
        let request = VideoReader.Request(size: size, pixels: format, rate: rate, matrix: matrix, range: range)
        let loops = loop
        // The header may take long to arrive. The screen is left alone until then.
        let reader = try await DetachedThread.value { () throws(Failure) in
            try VideoReader(STDIN_FILENO, request, loops: loops)
        }
        let feed = try VideoFeed(reader, mode: fit, background: color ?? .black, holds: hold) {
            Notices.shared.say($0)
        }
        var plan = ShowPlan(picture: .video(feed))
        plan.names = [screen]
        showing.apply(to: &plan)
        let lent = plan.simulation == nil ? try await lentScreen() : nil
        guard lent?.screen.isSimulated != true else {
            throw Failure(
                .unavailable,
                "\(screen) is a simulated screen of screensd, on which no other program can draw; "
                    + "`screens present \(screen) --simulate` simulates one by itself")
        }
        plan.lent = lent?.screen
        plan.settings = settings(lent?.settings)
        try await ShowRun(plan).run()
    }

    /// Returns the screen that the daemon lends, with its settings; nil if no daemon runs. Waits for the screen if that
    /// may help.
    private func lentScreen() async throws(Failure) -> (screen: LentScreen, settings: ScreenOverrides)? {
        var notice = ""
        while let connection = try daemon.connectionToRunning() {
            guard layout.mirror == nil else {
                throw Failure(
                    .usage, "screensd has the screen that --mirror names: `screens set` makes one show another")
            }
            do throws(Failure) {
                let settings = try connection.settings(of: screen)
                return (try connection.lease(screen, to: "screens present"), settings)
            } catch {
                guard !showing.noWait, [.unavailable, .busy, .noSuchScreen].contains(error.status) else { throw error }
                if notice != error.message { Notices.shared.say("waiting: \(error.message)") }
                notice = error.message
            }
            try? await Task.sleep(for: Self.attemptInterval)
        }
        return nil
    }

    /// The interval of attempts to get a screen that has no display, or that the daemon has lent to another program.
    private static let attemptInterval = Duration.seconds(1)

    /// - Parameter lent: the settings of a screen of the daemon. It has its mode already; the rest of the layout is
    ///   done in software.
    private func settings(_ lent: ScreenOverrides?) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.mode = mode ?? (lent == nil ? .preferred : .current)
        let configured = lent.map { ScreenConfiguration($0) }
        settings.orientation = layout.orientation ?? configured?.orientation
        settings.overscan = layout.compensatedOverscan ?? configured?.overscan
        settings.mirrorSource = layout.mirror
        // The conversion of a frame may take longer than a refresh.
        settings.bufferCount = 3
        sending.apply(to: &settings)
        return settings
    }

    @Sendable private static func size(_ text: String) throws -> Size {
        guard let size = VideoArguments.size(text) else {
            throw WordProblem(description: "'\(text)' is not a size such as 1280x720")
        }
        return size
    }

    @Sendable private static func rate(_ text: String) throws -> RefreshRate {
        guard let rate = VideoArguments.rate(text), VideoFormat.rates.contains(rate) else {
            throw WordProblem(description: "'\(text)' is not a rate such as 25, 29.97 or 30000/1001")
        }
        return rate
    }
}
