import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensPictures
import ScreensReports

/// `screens show`.
struct ShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", _superCommandName: "screens",
        abstract: "Show a picture on screens.",
        discussion: """
            The picture is shown on the named screens. Without names it is shown on all external screens, or on the \
            built-in ones if there are no others. Analog outputs (composite, S-video, TV) are driven only if they are \
            named; connectors of unknown status if they are named, or while no display is connected. The command \
            follows hotplugs, and waits for a card, for a display, or for another program to release the card.

            The default picture is a test card: it reveals missing edges, wrong colours, wrong shapes, scaling and \
            skipped frames. The command ends after --frames or --duration, or with SIGINT, SIGTERM or SIGHUP, and \
            restores what the screens showed before. The exit code is 0 in all these cases.

            If the machine has no card and standard output is a terminal, the command simulates a screen until there \
            is a card. Simulated screens are drawn in the terminal, with as many colours as TERM and COLORTERM \
            promise, unless --stats prints a document there.

            --pattern overscan draws a numbered frame at each percent from the edges: the number of the outermost \
            visible frame is the part that the display cuts off. In a terminal the arrow keys move one more frame to \
            the visible edge, Tab selects a single edge, PageUp and PageDown move by ten pixels, and Enter or q ends. \
            The values are then printed in the form that --overscan takes; --overscan sets the initial values.

            A picture file is PNG or JPEG, recognized by its content; a damaged or incomplete file is not shown.

            With --wall several screens form one surface, on which the picture is drawn once. If one of them is \
            missing, the others go on, and its part of the surface is not shown.

            With --snapshot and several screens, the file of each has -NAME before the extension.

            --simulate FILE.json simulates the cards of another machine, from `screens doctor --dump` or \
            `drm_info -j` there.

            Examples:
              screens show
              screens show HDMI-A-1 --mode 1080p60 --frames 600 --stats
              screens show --color '#FF8000' --duration 10
              screens show --image sign.jpg --fit fill
              screens show --wall DP-1,DP-2:DP-3,DP-4 --bezel 40,30 --image wall.png
              screens show HDMI-A-1 --pattern overscan
              screens show --properties 'Broadcast RGB=Full' --dim 30
              screens show --simulate 1920x1080,720p50 --frames 1 --snapshot card.png
              screens show --simulate FILE.json --frames 60 --stats
            """)

    @Argument(help: "The screens: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screens: [String] = []

    @Option(
        help: .setting("mode", default: "preferred"), completion: ModePolicy.completion,
        transform: SettingTable.reading("mode", \.mode))
    var mode = ModePolicy.preferred

    @Option(
        help: ArgumentHelp(
            "Fill the screen with one colour (with --image and --pattern pixel: the background).",
            valueName: "#RRGGBB"),
        transform: ColorArgument.value)
    var color: Color?

    @Option(
        help: ArgumentHelp(
            "The pattern: \(PatternName.words.list). pixel changes one pixel per frame; overscan measures the edges "
                + "that a display cuts off."),
        completion: .list(PatternName.words.names), transform: PatternName.words.value)
    var pattern: PatternName?

    @Option(
        help: ArgumentHelp(
            "Show a picture: a PNG or JPEG file, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["png", "jpg", "jpeg"]))
    var image: String?

    @Option(help: .setting("fit"), completion: .setting("fit"), transform: ContentMode.argumentWords.value)
    var fit: ContentMode?

    @Flag(help: "Redraw everything for each frame.")
    var redraw = false

    @Option(
        help: .setting("frame-interval", "2 halves the rate.", default: "1"),
        transform: SettingTable.reading("frame-interval", \.frameInterval))
    var frameInterval = 1

    @OptionGroup(title: "LAYOUT")
    var layout: LayoutOptions

    @Option(
        help: .setting("format", default: "xrgb8888"), completion: .setting("format"),
        transform: SettingTable.reading("format", \.format))
    var format = PixelFormat.xrgb8888

    @OptionGroup(title: "VIDEO WALLS")
    var walls: WallOptions

    @Option(
        help: ArgumentHelp("When to draw within a refresh: earliest or latest. (default: earliest)", valueName: "when"),
        completion: .list(FrameSchedule.words.names), transform: FrameSchedule.words.value)
    var schedule = FrameSchedule.earliest

    @Option(
        help: ArgumentHelp(
            "Buffers per screen; with 3, single frames may take longer than a refresh.", valueName: "n"))
    var buffers = 2

    @Option(
        help: ArgumentHelp(
            "The memory to draw in: automatic, shadow or scanout. (default: automatic)", valueName: "memory"),
        completion: .list(DrawingMemory.words.names), transform: DrawingMemory.words.value)
    var drawingMemory = DrawingMemory.automatic

    @Flag(help: "Use variable refresh if the display supports it: it waits for each frame.")
    var vrr = false

    @OptionGroup var sending: SendingOptions

    @Option(help: ArgumentHelp("End when each shown screen has presented this many frames.", valueName: "n"))
    var frames: Int?

    @Option(help: ArgumentHelp("End this long after the first frame.", valueName: "seconds"))
    var duration: Double?

    @OptionGroup var showing: ShowingOptions

    @Flag(help: "With --snapshot, write the picture as it is drawn: before rotation, overscan and walls.")
    var canvas = false

    func validate() throws {
        if frames != nil, duration != nil { throw ValidationError("--frames and --duration exclude each other") }
        if let frames, frames < 1 { throw ValidationError("--frames must be at least 1, not '\(frames)'") }
        if let duration, !(duration > 0 && duration <= 1e9) {
            throw ValidationError("--duration must be a number of seconds above 0")
        }
        guard VideoKit.Settings.bufferCounts.contains(buffers) else {
            let allowed = VideoKit.Settings.bufferCounts
            throw ValidationError("--buffers must be \(allowed.lowerBound) to \(allowed.upperBound), not '\(buffers)'")
        }
        if color != nil, let pattern, pattern != .pixel {
            throw ValidationError("--color and --pattern \(pattern.name) exclude each other")
        }
        if image != nil, pattern != nil { throw ValidationError("--image and --pattern exclude each other") }
        if image == nil, fit != nil { throw ValidationError("--fit needs --image") }
        if image == "" { throw ValidationError("--image needs the name of a file") }
        if !walls.wall.isEmpty {
            if layout.mirror != nil { throw ValidationError("--wall and --mirror exclude each other") }
            if pattern == .overscan { throw ValidationError("--pattern overscan and --wall exclude each other") }
        }
        if canvas, showing.snapshot == nil { throw ValidationError("--canvas needs --snapshot") }
    }

    func run() async throws {
        var plan = ShowPlan(picture: try picture())
        plan.settings = try settings()
        plan.names = screens
        plan.redraws = redraw
        plan.frames = frames
        plan.duration = duration.map { .seconds($0) }
        showing.apply(to: &plan)
        plan.takesCanvas = canvas
        try await ShowRun(plan).run()
    }

    private func settings() throws -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.mode = mode
        settings.frameInterval = frameInterval
        settings.orientation = layout.orientation
        settings.overscan = layout.compensatedOverscan
        settings.format = format
        settings.mirrorSource = layout.mirror
        settings.walls = try walls.videoWalls()
        settings.schedule = schedule
        settings.bufferCount = buffers
        settings.drawingMemory = drawingMemory
        settings.variableRefresh = vrr
        sending.apply(to: &settings)
        return settings
    }

    private func picture() throws(Failure) -> PictureChoice {
        let background = color ?? .black
        switch pattern {
        case .pixel: return .pixel(background: background)
        case .overscan: return .overscan
        case .test(let pattern): return try PictureChoice(.pattern(pattern), redraws: redraw)
        case nil: break
        }
        guard let image else { return try PictureChoice(color.map { .color($0) } ?? .pattern(.card), redraws: redraw) }
        do throws(Failure) {
            let placed = ContentSetting.Placed(mode: fit ?? .fit, background: background)
            return try PictureChoice(.image(placed, path: image), redraws: redraw)
        } catch {
            // A pipe or a device is read only if it is standard input.
            guard error.reason == InputFile.irregularity else { throw error }
            throw Failure(error.status, "\(error.message); for a pipe or a device, use standard input: -")
        }
    }
}
