import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// A configured content of one screen: its content, or a content over its picture.
@MainLoop
final class ConfiguredContent {
    private struct Shown {
        /// The connection of the display that the content is shown on.
        let screen: ScreenID
        var content: ContentSetting
        let fallback: ContentSetting
        /// The object that shows it; nil if there is no content.
        let root: FallbackContent?
        var state: ContentState?
        /// The omitted parts of the content.
        var omissions: [ContentOmission] = []
        /// Whether the content before could not be shown, and the log has not said yet that this is over.
        var followsProblem = false
        /// The program that a client has to run now.
        var program: ContentProgram?
        var circumstances: Circumstances
    }

    /// The screen's qualified name.
    private let name: String
    /// Its use, for people: the screen's qualified name, and the words for a content over its picture.
    private let subject: String
    private let place: ScreenPlace
    private let setNeedsDisplay: @MainLoop (ScreenID) -> Void
    private let environment: ContentEnvironment
    /// The readers of the content's pictures and of its fallback's pictures.
    private let readers: (first: PictureFileReader, other: PictureFileReader)
    private weak var owner: (any ContentOwner)?
    /// The current content; nil without a display, and before the first pass after one came.
    private var shown: Shown?
    /// The number of the current content, which grows with each start and each change.
    private(set) var number = 0
    /// The number of the object that shows it. Reports of a content that has ended are ignored.
    private var rootNumber = 0
    /// The timer of the content's next update.
    private var timer: LoopTimer?
    /// Whether the content is being updated. A change of its state is reported afterwards.
    private var isUpdating = false
    /// The number of requests to read files again.
    private var reading = 0
    private var names = RecentPictureNames()
    /// The playlists as last reported.
    private var reportedPlaying: [PlayingDocument] = []
    /// The omitted parts of the content as last reported.
    private var reportedOmissions: [ContentOmission] = []
    /// Whether the next pass restarts the content, though it is the same: its files may have changed.
    private var isOutdated = false

    /// - Parameters:
    ///   - name: the screen's qualified name.
    ///   - place: the place that it is drawn in.
    ///   - subject: its use, for people; nil for the screen itself.
    ///   - setNeedsDisplay: requests a drawing.
    init(
        on name: String, _ place: ScreenPlace, as subject: String? = nil, in environment: ContentEnvironment,
        setNeedsDisplay: @escaping @MainLoop (ScreenID) -> Void
    ) {
        self.name = name
        self.subject = subject ?? name
        self.place = place
        self.setNeedsDisplay = setNeedsDisplay
        self.environment = environment
        readers = (PictureFileReader(environment.pictures), PictureFileReader(environment.pictures))
    }

    /// Reports to an owner from now on.
    func begin(for owner: any ContentOwner) {
        self.owner = owner
    }

    /// The state of the content; nil if there is none.
    var state: ContentState? { shown?.state }

    /// Whether the clock of the machine decides on its picture.
    var followsClock: Bool { shown?.content.kind?.followsClock ?? false }

    /// Whether the content has been decided since the display came.
    var isKnown: Bool { shown != nil }

    /// The program that has to show the content now; nil if there is none.
    var program: ContentProgram? { shown?.program }

    /// How long the last frame of a client stays after its end, if it draws for the content; nil for as long as it
    /// requests, and for all other clients.
    ///
    /// - Parameter program: the content that the client draws for; nil for none.
    func linger(of program: ContentProgram?) -> TimeLength? {
        program != nil && program == self.program ? shown?.content.linger : nil
    }

    /// The positions of the playlists that are shown, the outermost first.
    private var positions: [PlaylistPosition] { shown?.root?.positions ?? [] }

    /// The same for clients.
    var playing: [PlayingDocument] {
        let isClockKnown = shown?.circumstances.wallTime != nil
        return positions.map { PlayingDocument($0, isClockKnown: isClockKnown) }
    }

    /// The omitted parts of the content.
    private var omissions: [ContentOmission] { shown?.omissions ?? [] }

    /// The notices about the omitted parts of the content.
    var notices: [StatusNotice] {
        omissions.map { omission in
            if let remedy = omission.fontRemedy {
                return StatusNotice(
                    .lettersMissing, .warning, omission.place, "\(omission.count) on \(subject): \(omission.first)",
                    remedy: remedy)
            }
            return StatusNotice(
                .picturesSkipped, .warning, omission.place,
                "\(omission.count) on \(subject); the first: \(omission.first)",
                remedy: "correct or remove them; the journal names each")
        }
    }

    /// Shows a content, unless it is shown already.
    ///
    /// - Parameters:
    ///   - fallback: the content that is shown if `content` cannot be.
    ///   - titles: the titles of both; nil for their own.
    ///   - isOff: whether the screen is off, and a change of its picture would not turn it on. Slides are not read
    ///     then, and no program runs.
    ///   - isMirror: whether the screen has to show the picture of another screen. No program runs for it then.
    ///   - use: the use of the screen by another program. While its picture is shown, slides are not read, and no
    ///     program is missing.
    ///   - isClockKnown: whether the machine knows the time.
    ///   - size: the size that it is drawn in; nil for the size of the screen's picture.
    func show(
        _ content: ContentSetting, or fallback: ContentSetting, titled titles: ContentTitles? = nil,
        on screen: Screen, isOff: Bool, isMirror: Bool = false,
        used use: Circumstances.Use = .free, isClockKnown: Bool = false, size: Size? = nil
    ) {
        let isShown =
            shown.map { $0.screen == screen.id && $0.content == content && $0.fallback == fallback } ?? false
        let program = isOff || isMirror ? nil : content.program
        // A program is not missing if no program has to run, or while another virtual terminal is shown.
        let isWithout = content.program != nil && (program == nil || screen.dark?.reason == .sessionInactive)
        let now = MonotonicTime.now
        let circumstances = Circumstances(
            now: now, wallTime: isClockKnown ? WallClock.time(of: now) : nil, size: size ?? screen.pictureSize,
            screenSize: screen.pictureSize, isOff: isOff || isWithout, use: use, reading: reading)
        // The change is reported below, when it is complete: a client that finds no program to run ends the running
        // one.
        let isNew = !isShown && !replace(by: content, fallback, on: screen) || isOutdated
        if isNew {
            isOutdated = false
            let former = shown
            end()
            owner?.contentBegins()
            shown = Shown(
                screen: screen.id, content: content, fallback: fallback, root: root(content, fallback, on: screen),
                followsProblem: former?.state?.problem != nil || former?.followsProblem == true, program: program,
                circumstances: circumstances)
        }
        let (state, isOther) = (shown?.state, shown?.program != program)
        shown?.program = program
        shown?.root?.use(titles ?? ContentTitles(of: content, or: fallback))
        shown?.circumstances = circumstances
        update()
        if isNew || isOther, shown?.state == state { owner?.contentChanged() }
    }

    /// Gives the object that shows the content another setting. The parts that are in both go on.
    ///
    /// - Returns: false if the content has to be begun.
    private func replace(by content: ContentSetting, _ fallback: ContentSetting, on screen: Screen) -> Bool {
        guard let shown, shown.screen == screen.id, shown.fallback == fallback, shown.root?.replace(by: content) == true
        else { return false }
        self.shown?.content = content
        number += 1
        isOutdated = false
        return true
    }

    private func root(_ content: ContentSetting, _ fallback: ContentSetting, on screen: Screen) -> FallbackContent? {
        number += 1
        rootNumber = number
        guard content != .none else { return nil }
        let (id, number, kit, place) = (screen.id, number, environment.kit, place)
        let setNeedsDisplay = setNeedsDisplay
        let output = ContentOutput(
            screen: name,
            show: { [weak self] content in
                self?.note(place.show(content))
                setNeedsDisplay(id)
            },
            pictureChanged: { [weak self] in
                self?.owner?.pictureChanged()
                setNeedsDisplay(id)
                self?.notePictures()
                self?.reportPositions()
            },
            redraw: { [weak self] in
                self?.notePictures()
                setNeedsDisplay(id)
            },
            report: { [weak self] in self?.take($0, of: number) },
            omit: { [weak self] in self?.omit($0, of: number) },
            timeChanged: { [weak self] in self?.wait() }, say: { [weak self] in self?.say($0) })
        let unit = screen.contentUnit(among: kit.connectors)
        return FallbackContent(
            content, or: fallback, on: output,
            (
                environment.sources(readers.first, contentUnit: unit),
                environment.sources(readers.other, contentUnit: unit)
            ))
    }

    /// Updates the content, and schedules its next update.
    private func update() {
        change { $0.update($1) }
    }

    /// Moves the playlist that is shown.
    func take(_ step: PlaylistStep) throws(StepRefusal) {
        guard shown?.root != nil else { throw .noPlaylist }
        var refusal: StepRefusal?
        change { root, circumstances in
            do throws(StepRefusal) { try root.take(step, circumstances) } catch { refusal = error }
        }
        if let refusal { throw refusal }
    }

    /// Gives the content its circumstances now, schedules its next update, and reports what has changed.
    private func change(_ body: (FallbackContent, Circumstances) -> Void) {
        guard let shown else { return }
        var circumstances = shown.circumstances
        circumstances.now = .now
        circumstances.wallTime = circumstances.wallTime.map { _ in WallClock.time(of: circumstances.now) }
        circumstances.reading = reading
        isUpdating = true
        if let root = shown.root { body(root, circumstances) }
        isUpdating = false
        notePictures()
        wait()
        if self.shown?.state != shown.state { owner?.contentChanged() }
        reportPositions()
        reportNotices()
    }

    /// Notes the name of a picture, unless it is a part of a content with several.
    private func note(_ picture: PictureNumber) {
        guard let title = shown?.root?.title else { return }
        note([NamedPicture(picture: picture, title: title, number: nil)])
    }

    private func notePictures() { note(shown?.root?.pictures ?? []) }

    private func note(_ pictures: [NamedPicture]) {
        if names.add(pictures) { owner?.contentHasPictures() }
    }

    /// Returns the name of a picture that the screen has begun to draw; nil for words and for the frames of a client.
    func name(of picture: PictureNumber) -> NamedPicture? { names[picture] }

    private func reportPositions() {
        // Readings of the clock differ by nanoseconds, and so do the times of turns.
        guard !isUpdating, playing != reportedPlaying else { return }
        reportedPlaying = playing
        owner?.contentMoved()
    }

    private func wait() {
        guard !isUpdating else { return }
        timer = shown?.root?.nextChange.map { time in
            LoopTimer(after: MonotonicTime.now.duration(to: time)) { [weak self] in self?.update() }
        }
    }

    /// Takes the state of the content.
    private func take(_ state: ContentState, of number: Int) {
        guard number == rootNumber, let former = shown else { return }
        shown?.state = state
        if state == .shown {
            if former.state?.problem != nil { sayIsOver("its content is shown again") } else { sayIsShown() }
        }
        guard !isUpdating else { return }
        if former.state != state { owner?.contentChanged() }
        reportNotices()
    }

    private func omit(_ omissions: [ContentOmission], of number: Int) {
        if number == rootNumber { shown?.omissions = omissions }
    }

    private func reportNotices() {
        guard omissions != reportedOmissions else { return }
        reportedOmissions = omissions
        owner?.contentNoticesChanged()
    }

    /// Logs that another content is shown after one that could not be.
    private func sayIsShown() {
        guard shown?.followsProblem == true else { return }
        shown?.followsProblem = false
        sayIsOver("another content is shown")
    }

    private func sayIsOver(_ text: String) {
        environment.log.recovered(subject)
        environment.log.notice("\(subject): \(text)")
    }

    private func say(_ message: ContentOutput.Message) {
        switch message {
        case .oddity(let text): environment.log.warning(text)
        case .warning(let text): environment.log.warning(text, about: subject)
        case .error(let text): environment.log.error(text, about: subject)
        }
    }

    /// Restarts the content in the next pass, though it is the same.
    func restart() {
        isOutdated = true
    }

    /// Restarts the content as ``restart()`` does, unless it has begun since a change of the settings.
    ///
    /// - Parameter former: the number of the content before the change.
    func restart(unlessBegunSince former: Int) {
        if number == former { restart() }
    }

    /// Ends the content of a screen that is no longer connected. Its picture stays: displays drop off for a second, or
    /// for a night.
    func end() {
        // This releases its memory: slides may have been shown for weeks.
        shown = nil
        timer = nil
    }

    /// Reads pictures again if their files have changed, also without a report: network shares report no changes.
    func readAgain() {
        reading += 1
        update()
    }
}

/// The common part of the contents of all screens.
@MainLoop
struct ContentEnvironment {
    let kit: VideoKit
    let places: ScreenPlaces
    let pictures: PictureSettings
    let watch: PictureWatch
    let log: EventLog
    /// Lets other programs draw items; nil if none do.
    private let presenter: (any ItemPresenter)?
    /// Lets another program draw words; nil if none does.
    let words: (any WordsDrawer)?
    /// The folders whose files calls may name in words.
    let textFolders = TextFolders()

    init(
        _ kit: VideoKit, _ places: ScreenPlaces, _ pictures: PictureSettings, _ log: EventLog,
        _ presenter: (any ItemPresenter)? = nil, _ words: (any WordsDrawer)? = nil
    ) {
        self.presenter = presenter
        self.words = words
        self.kit = kit
        self.places = places
        self.pictures = pictures
        watch = PictureWatch { log.error($0) }
        self.log = log
    }

    /// The parts that a content uses.
    func sources(_ reader: PictureFileReader, contentUnit: String) -> ContentSources {
        ContentSources(reader, watch, contentUnit: contentUnit, presenter, words, textFolders: textFolders)
    }
}

/// The owner of the content of a screen.
@MainLoop
protocol ContentOwner: AnyObject {
    /// Reports that another content is about to be shown.
    func contentBegins()

    /// Reports that the state of the content has changed.
    func contentChanged()

    /// Reports that its playlist shows another item, or another one follows.
    func contentMoved()

    /// Reports that the screen has, or is about to have, other pictures of the content.
    func contentHasPictures()

    /// Reports that other parts of the content are omitted than before.
    func contentNoticesChanged()

    /// Reports that the picture has changed, though the content is the same.
    func pictureChanged()
}

extension Screen {
    /// The size that pictures are decoded for: the size in which the picture is drawn. While that is not known, a size
    /// that covers it in every orientation.
    var pictureSize: Size {
        if let layout { return layout.bounds }
        // Usually the preferred mode is set. If it is another one, the size is corrected later.
        let likely = preferredMode.map { [$0] } ?? availableModes
        let side = likely.map { max($0.width, $0.height) }.max() ?? 4096
        return Size(width: side, height: side)
    }
}
