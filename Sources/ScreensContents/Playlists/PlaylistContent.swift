import Screens
import ScreensConfiguration
import ScreensLinux

/// Shows the items of a playlist, each in its turn. An item is made ready before its turn, and the picture before it
/// stays until it is shown. An item that cannot be shown keeps its time, with the last picture.
@MainLoop
final class PlaylistContent: PlaylistControls, ReplacedContent {
    /// An item that is shown, or is about to be.
    fileprivate struct Entry {
        let number: Int
        /// Whether its item has left the list. The picture stays until the screen has the next one.
        var isGone = false
        /// Its turn.
        var turn: PlaylistPlan.Turn
        /// The time from which a list inside of it counts.
        var origin: AlignedTime?
        let content: any Content
        /// The content that it shows, until its turn comes.
        var drawn: (any Content)?
        var state: ContentState?
        /// Whether it is to be shown from the beginning of its turn on, and has had no other picture before.
        var isOnTime: Bool
        /// The number of its picture; nil until the screen has it.
        var picture: PictureNumber?
        /// The omitted parts of its content.
        var omissions: [ContentOmission] = []

        /// Whether it has a picture.
        var isReady: Bool {
            switch state {
            case .shown, .former: true
            default: false
            }
        }

        /// The place of its item in the list.
        var item: Int? { isGone ? nil : turn.item }
    }

    /// How long before its turn an item is made ready.
    private static let lead = Duration.seconds(20)

    private var playlist: PlaylistKind
    private let output: ContentOutput
    private let sources: ContentSources
    private let zone: LocalTime
    private let shown = ShownEntry()
    private var plan: PlaylistPlan
    /// The item that is shown.
    private var current: Entry?
    /// The item that is made ready for its turn, or whose turn has come without a picture.
    private var upcoming: Entry?
    private var lastNumber = 0
    private var circumstances: Circumstances?
    /// The turns in a row whose item could not be shown.
    private var failures = 0
    /// The last turn that was counted.
    private var counted: PlaylistPlan.Turn?
    /// The state as last reported.
    private var state: ContentState?
    /// The time of the next update because of the turns.
    private var nextTurn: MonotonicTime?
    private lazy var files = ItemFiles(sources.reader.threads) { [weak self] in self?.omit() }

    init(
        _ playlist: PlaylistKind, on output: ContentOutput, _ sources: ContentSources, zone: LocalTime = .ofProcess
    ) {
        self.playlist = playlist
        self.output = output
        self.sources = sources
        self.zone = zone
        plan = PlaylistPlan(playlist, in: zone)
    }

    var nextChange: MonotonicTime? {
        [nextTurn, current?.content.nextChange, upcoming?.content.nextChange].compactMap(\.self).min()
    }

    func update(_ circumstances: Circumstances) {
        let isFirst = self.circumstances == nil
        let isReadAgain = self.circumstances.map { $0.reading != circumstances.reading } ?? false
        self.circumstances = circumstances
        if isFirst { report(.waiting) }
        current?.update(circumstances)
        upcoming?.update(circumstances)
        let turn = circumstances.moved(to: max(circumstances.start ?? circumstances.now, circumstances.now))
        let now = turn.now
        plan.take(now, turn.wallTime, in: turn.alignedStart)
        // Nothing is visible while the screen is off or another program draws on it.
        let isHidden = circumstances.isOff || circumstances.use != .free
        let begin = plan.next?.start.advanced(by: .zero - Self.lead)
        let isNextDue = !isHidden && begin.map { now >= $0 } ?? false
        endUpcoming(unlessFor: plan.current, or: isNextDue ? plan.next : nil)
        if let turn = plan.current { take(turn, isHidden: isHidden) } else { takeNothing() }
        // If the other items could not be shown, the current item goes on in its next turn.
        if isNextDue, let next = plan.next, next.item != current?.item { prepare(next, plan.nextOrigin) }
        nextTurn = [plan.end, begin].compactMap(\.self).filter { $0 > now }.min()
        shown.endFormer()
        if isReadAgain {
            files.begin(playlist, at: now)
        } else if !isHidden {
            files.update(playlist, at: now)
        }
    }

    var positions: [PlaylistPosition] {
        let isOver = counted.flatMap { counted in plan.current.map(counted.isSame) } ?? false
        let isLate = current?.item != plan.current?.item && !isOver
        let position = PlaylistPosition(
            shown: current.flatMap { $0.isGone ? nil : item($0.turn) }, count: playlist.items.count,
            next: (isLate ? plan.current : plan.next).map(item), movedUntil: plan.movedUntil)
        return [position] + ((current?.content as? any PlaylistControls)?.positions ?? [])
    }

    var pictures: [NamedPicture] {
        [current, upcoming].compactMap(\.self).flatMap { entry in
            let due = entry.isOnTime && plan.movedUntil == nil ? plan.wallTime(of: entry.turn) : nil
            let own = entry.picture.flatMap { picture in
                entry.item.map {
                    NamedPicture(picture: picture, title: playlist.items[$0].title, number: $0 + 1, due: due)
                }
            }
            return [own].compactMap(\.self) + ((entry.content as? any PictureNaming)?.pictures ?? [])
        }
    }

    private func item(_ turn: PlaylistPlan.Turn) -> PlaylistPosition.Item {
        PlaylistPosition.Item(
            title: playlist.items[turn.item].title, number: turn.item + 1, start: turn.start)
    }

    func take(_ step: PlaylistStep, _ circumstances: Circumstances) throws(StepRefusal) {
        update(circumstances)
        try plan.take(step, at: circumstances.now)
        update(circumstances)
        output.timeChanged()
    }

    func replace(by setting: ContentSetting) -> Bool {
        guard let list = setting.kind as? PlaylistKind else { return false }
        let places = PlaylistMatch(playlist, list)
        let former = upcoming.map { fade(of: $0) }
        plan = PlaylistPlan(list, in: zone, replacing: plan, with: plan.current.flatMap { places[$0.item] })
        counted = nil
        replaceItem(of: &current, by: list, places)
        replaceItem(of: &upcoming, by: list, places)
        if upcoming?.isGone == true { endUpcoming() }
        playlist = list
        if let circumstances { files.begin(list, at: circumstances.now) }
        if let upcoming, fade(of: upcoming) != former { handUpcoming() }
        return true
    }

    /// Gives an item that is shown its place in another list.
    private func replaceItem(of entry: inout Entry?, by list: PlaylistKind, _ places: PlaylistMatch) {
        guard let former = entry else { return }
        guard !former.isGone, let place = places[former.turn.item] else {
            entry?.isGone = true
            return
        }
        let (setting, item) = (list.items[place].content, playlist.items[former.turn.item])
        let isSame = setting == item.content && list.items[place].refusal == item.refusal
        entry?.isGone = !(isSame || (former.content as? any ReplacedContent)?.replace(by: setting) == true)
        entry?.turn = PlaylistPlan.Turn(item: place, start: former.turn.start)
    }

    /// The time in which the picture before an item fades into it.
    private func fade(of entry: Entry) -> Duration {
        let own = entry.item.flatMap { playlist.items[$0].fade }
        return .milliseconds((own ?? playlist.course.pace.fade).milliseconds)
    }

    /// Shows the item whose turn it is.
    private func take(_ turn: PlaylistPlan.Turn, isHidden: Bool) {
        if current?.item == turn.item {
            if current?.state == .shown, state != .shown {
                failures = 0
                report(.shown)
            }
            alignCurrent()
            return
        }
        if upcoming?.turn.item != turn.item {
            // A turn without a picture is over once the next item is made ready.
            if let counted, counted.isSame(as: turn) { return }
            endUpcoming()
            guard !isHidden || shown.isEmpty else { return }
            begin(turn, plan.currentOrigin)
        }
        // The turn has come without it if the list has changed, or was moved back.
        if let former = upcoming?.turn, !former.isSame(as: turn), let circumstances, turn.start < circumstances.now {
            upcoming?.isOnTime = false
        }
        upcoming?.turn = turn
        if let upcoming, let origin = originToTake(upcoming), let circumstances {
            self.upcoming?.origin = origin
            self.upcoming?.update(circumstances)
        }
        switch upcoming?.state {
        case .shown, .former: replaceCurrent(isLate: false)
        case .failed(let problem): count(problem)
        default: break
        }
    }

    /// Lets a list inside of the shown item follow a change of the clock.
    private func alignCurrent() {
        guard let current, let origin = originToTake(current), let circumstances else { return }
        self.current?.origin = origin
        self.current?.update(circumstances)
    }

    /// The time from which a list inside of an item whose turn it is has to count; nil if it does so already.
    private func originToTake(_ entry: Entry) -> AlignedTime? {
        guard let origin = plan.currentOrigin, let now = circumstances?.now else { return nil }
        let isSame = entry.origin.map { PlaylistClock(from: $0).isSame(as: PlaylistClock(from: origin), at: now) }
        return isSame == true ? nil : origin
    }

    private func takeNothing() {
        current = nil
        counted = nil
        let problem = ContentProblem(path: nil, reason: "no item of the playlist is to be shown now")
        if state != .failed(problem) { report(.failed(problem)) }
    }

    /// Makes the item of the next turn ready.
    private func prepare(_ turn: PlaylistPlan.Turn, _ origin: AlignedTime?) {
        if let upcoming, upcoming.turn.item == plan.current?.item {
            // The item whose turn it is may still come.
            guard case .failed = upcoming.state else { return }
        }
        if upcoming?.turn.item != turn.item {
            endUpcoming()
            begin(turn, origin)
        } else if let upcoming, !upcoming.turn.isSame(as: turn) {
            // The clock was set.
            self.upcoming?.turn = turn
            self.upcoming?.origin = origin
            if let circumstances { self.upcoming?.update(circumstances) }
            handUpcoming()
        }
    }

    private func begin(_ turn: PlaylistPlan.Turn, _ origin: AlignedTime?) {
        guard let circumstances else { return }
        lastNumber += 1
        let number = lastNumber
        let output = ContentOutput(
            screen: output.screen, show: { [weak self] in self?.show($0, of: number) },
            pictureChanged: { [weak self] in self?.pictureChanged(of: number) },
            redraw: { [weak self] in self?.redraw(for: number) },
            report: { [weak self] in self?.take($0, of: number) },
            omit: { [weak self] in self?.omit($0, of: number) }, timeChanged: output.timeChanged, say: output.say)
        let item = playlist.items[turn.item]
        let refused = item.refusal.map { MissingContent($0, on: output) as any Content }
        guard let content = refused ?? item.content.makeContent(on: output, sources) else { return }
        let entry = Entry(
            number: number, turn: turn, origin: origin, content: content, isOnTime: turn.start > circumstances.now)
        upcoming = entry
        entry.update(circumstances)
    }

    /// Gives the item that is ready to the screen, whose thread draws it from the first refresh of its turn on.
    private func handUpcoming() {
        guard let upcoming, upcoming.isReady, let drawn = upcoming.drawn else { return }
        self.upcoming?.picture = shown.show(drawn, at: upcoming.turn.start, fade: fade(of: upcoming))
        // The thread learns of the time with its next frame.
        output.redraw()
    }

    /// Ends the item that is made ready if its turn has gone, or no longer comes soon.
    private func endUpcoming(unlessFor turn: PlaylistPlan.Turn?, or next: PlaylistPlan.Turn?) {
        guard let upcoming else { return }
        if upcoming.turn.item == turn?.item, current?.item != turn?.item { return }
        let isPast = turn.map { upcoming.turn.start <= $0.start } ?? false
        if upcoming.turn.item != next?.item || isPast { endUpcoming() }
    }

    private func endUpcoming() {
        guard let ended = upcoming else { return }
        upcoming = nil
        // The screen's thread may be ahead, and have begun with it.
        guard let former = shown.cancelNext(ended.picture) else { return }
        current?.picture = former
        current?.isOnTime = false
        output.redraw()
    }

    private func show(_ content: any Content, of number: Int) {
        if let current, number == current.number {
            self.current?.picture = shown.show(content, fade: fade(of: current))
            self.current?.isOnTime = false
        } else if number == upcoming?.number {
            upcoming?.drawn = content
            handUpcoming()
        }
    }

    private func pictureChanged(of number: Int) {
        if number == current?.number { output.pictureChanged() }
    }

    private func redraw(for number: Int) {
        if number == current?.number { output.redraw() }
    }

    private func omit(_ omissions: [ContentOmission], of number: Int) {
        if number == upcoming?.number { upcoming?.omissions = omissions }
        guard number == current?.number else { return }
        current?.omissions = omissions
        omit()
    }

    /// Reports the omitted parts of the shown item, and files that cannot be opened. A list inside of this one may have
    /// some of the same files.
    private func omit() {
        let own = files.omissions
        let other = (current?.omissions ?? []).filter { part in
            !own.contains { $0.place == part.place && $0.count == part.count }
        }
        output.omit(own + other)
    }

    private func take(_ state: ContentState, of number: Int) {
        if number == current?.number {
            current?.state = state
            if case .failed(let problem) = state { return count(problem) }
            if state == .shown { failures = 0 }
            report(state)
        } else if number == upcoming?.number {
            upcoming?.state = state
            let isDue = upcoming?.turn.item == plan.current?.item
            switch state {
            case .shown where isDue, .former where isDue: replaceCurrent(isLate: true)
            case .shown, .former: handUpcoming()
            case .failed(let problem) where isDue: count(problem)
            case .failed, .waiting, .waitingForProgram, .fallback: break
            }
        }
    }

    /// Shows the item that is ready.
    ///
    /// - Parameter isLate: whether its turn has begun without it, so that the screen does not have it yet.
    private func replaceCurrent(isLate: Bool) {
        let drawn = upcoming?.drawn
        current = upcoming
        current?.drawn = nil
        if isLate { current?.isOnTime = false }
        upcoming = nil
        failures = 0
        let isFirst = shown.isEmpty
        if !isLate, current?.picture != nil, let turn = current?.turn {
            shown.showNext(from: turn.start)
        } else if let drawn, let current {
            self.current?.picture = shown.show(drawn, fade: fade(of: current))
        }
        // The content before the list stays until the list has a picture.
        if isFirst { output.show(CrossFadeContent(shown)) }
        omit()
        if let item = current?.item { files.note(shown: playlist.items[item]) }
        report(current?.state ?? .shown)
        output.pictureChanged()
        output.timeChanged()
    }

    /// Counts a turn whose item could not be shown, once. The picture that is shown stays, unless no item can be shown.
    private func count(_ problem: ContentProblem) {
        guard let turn = plan.current, counted.map({ !$0.isSame(as: turn) }) ?? true else { return }
        counted = turn
        failures += 1
        report(current == nil || failures >= plan.count ? .failed(problem) : .former(problem))
    }

    private func report(_ state: ContentState) {
        self.state = state
        output.report(state)
    }
}

extension PlaylistContent.Entry {
    /// Gives the circumstances to the content, with the beginning of its turn.
    @MainLoop
    fileprivate func update(_ circumstances: Circumstances) {
        var circumstances = circumstances
        circumstances.start = turn.start > circumstances.now ? turn.start : nil
        circumstances.alignedStart = origin
        content.update(circumstances)
    }
}

extension PlaylistKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        PlaylistContent(self, on: output, sources)
    }
}
