import Glibc
import Screens
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensReports

/// One run of `screens show`, from the first inspection to the output at the end.
actor ShowRun {
    private enum Event: Sendable {
        case screen(ScreenEvent)
        case frames(ShownFrames.Event)
        case key(Key)
        /// The frames on standard input have ended, with a failure or without one.
        case input(Failure?)
        case inspection
        case elapsed
        /// The daemon has taken its screen back.
        case takenBack
        case interrupted
    }

    /// The interval of inspections for changes without an event, such as a card that appears without displays, or
    /// becomes readable.
    private static let inspectionInterval = Duration.seconds(1)

    private let plan: ShowPlan
    private let events: AsyncStream<Event>
    private let inbox: AsyncStream<Event>.Continuation
    private let frames: ShownFrames
    private let calibration: SharedCalibration
    private var keys: KeyReader?
    private var stages: [Stage] = []
    private var tasks: [Task<Void, Never>] = []
    private var previews: [Task<Void, Never>] = []
    private var simulatesForLackOfCards = false
    private var announced: Set<Obstacle> = []
    /// The screens whose rate has been reported.
    private var substituted: Set<ScreenID> = []
    private var nextInspection: Task<Void, Never>?
    private var timer: Task<Void, Never>?
    private var terminal: VirtualTerminal?
    private var hasRequestedTerminal = false
    private var isAway = false

    init(_ plan: ShowPlan) {
        self.plan = plan
        let (events, inbox) = AsyncStream.makeStream(of: Event.self)
        self.events = events
        self.inbox = inbox
        calibration = SharedCalibration(hasKeys: plan.picture.isCalibration && RawTerminal.isTerminal(STDIN_FILENO))
        frames = ShownFrames(
            of: plan.picture, redraws: plan.redraws, frames: plan.frames, calibration: calibration
        ) { inbox.yield(.frames($0)) }
    }

    func run() async throws(Failure) {
        Interruption.onInterrupt { [inbox] in inbox.yield(.interrupted) }
        if let lent = plan.lent {
            // The daemon restores its screen, whatever happens here.
            tasks.append(
                Task { [inbox] in
                    await lent.waitForEnd()
                    inbox.yield(.takenBack)
                })
        } else {
            do {
                try CrashRestoration.install()
            } catch {
                throw Failure(error)
            }
            if plan.simulation != nil { try plan.checkPreview(.own) }
            if !plan.waits, plan.simulation == nil { try await lookBefore() }
        }
        let pictures: [LastPicture]
        plan.picture.feed?.start { [inbox] in inbox.yield(.input($0)) }
        do {
            try await open(try Stage(plan, simulation: plan.simulation?.makeCards(), delegate: frames.delegate))
            try await follow()
            pictures = plan.snapshot == nil ? [] : try await takePictures()
        } catch {
            await close()
            // The values are useful in spite of the error.
            try? sayOverscan()
            throw error
        }
        let kits = stages.map(\.kit)
        await close(ended: true)
        try sayOverscan()
        try write(pictures)
        if plan.printsStatistics {
            let statistics = kits.flatMap { $0.statistics() }
            try StandardOutput.write(JSONLine.encode(StatisticsDocument(statistics)))
        }
    }

    // MARK: Stages

    /// Checks, without becoming master, for obstacles that would end the run at once.
    private func lookBefore() async throws(Failure) {
        let inspection = try await Inspection.take(plan.settings(for: .system))
        let readiness = ShowReadiness(
            cards: inspection.cards, connectors: inspection.connectors, names: plan.targets,
            needsAll: plan.needsAll, daemonCards: CommandClient.heldCards)
        for obstacle in readiness.obstacles {
            // While there is no master, every unused screen is dark.
            if case .dark = obstacle { continue }
            if obstacle == readiness.blocking || readiness.targets.isEmpty { throw obstacle.failure }
        }
        guard let request = ModeRequest(plan.settings.mode.description) else { return }
        for screen in readiness.targets where !screen.availableModes.contains(where: { $0.isOfSize(of: request) }) {
            throw Failure(
                .unavailable, "\(screen.name) has no mode \(request); `screens modes \(screen.name)` lists all")
        }
    }

    private func open(_ stage: Stage) async throws(Failure) {
        stages.append(stage)
        // The events begin before the start, to include its warnings.
        let events = stage.kit.events
        tasks.append(
            Task { [inbox] in
                for await event in events { inbox.yield(.screen(event)) }
            })
        // If the terminal becomes inactive later, the stage is paused with the others.
        if isAway { await stage.kit.pause() }
        try await stage.start()
        plan.picture.feed?.presenter.setWaker { [weak kit = stage.kit] in kit?.setNeedsDisplay() }
        previews.append(Task { await stage.showPreview() })
    }

    private func close(_ ending: [Stage]) async {
        for preview in previews { preview.cancel() }
        for preview in previews { await preview.value }
        previews = []
        for stage in ending { await stage.kit.stop() }
    }

    /// - Parameter ended: whether every stage has begun, so that its events end.
    private func close(ended: Bool = false) async {
        await keys?.stop()
        plan.picture.feed?.cancel()
        await close(stages)
        plan.lent?.giveBack()
        // The terminal comes last, because the console draws from then on.
        await terminal?.giveBack()
        if ended { await sayLateWarnings() }
        for task in tasks + [nextInspection, timer].compactMap(\.self) { task.cancel() }
    }

    /// Prints warnings that came while the last frames were shown. It must be called when the stages and their events
    /// have ended.
    private func sayLateWarnings() async {
        for task in tasks { await task.value }
        inbox.finish()
        for await case .screen(.warning(_, let message)) in events { Notices.shared.say(message) }
    }

    // MARK: Events

    /// Returns when the picture has been shown for the requested time.
    private func follow() async throws(Failure) {
        try await check()
        for await event in events {
            switch event {
            case .screen(let event):
                if case .warning(_, let message) = event { Notices.shared.say(message) }
                try await check()
            case .inspection:
                nextInspection = nil
                try await check()
            case .frames(.began):
                startTimer()
                startKeys()
            case .frames(.finished): break
            case .key(let key): if take(key) { return }
            case .input(let failure):
                if let failure { throw failure }
                return
            case .takenBack:
                throw Failure(.busy, "screensd has taken \(plan.lent?.name ?? "the screen") back, or has ended")
            case .elapsed, .interrupted: return
            }
            if await hasPresentedAll() { return }
        }
    }

    /// Checks for obstacles, and handles them or prints a notice.
    private func check() async throws(Failure) {
        let readiness = stages[0].readiness
        // The text of the terminal stays visible until there is a picture.
        if plan.simulation == nil, plan.lent == nil, !readiness.lit.isEmpty { try await takeTerminal() }
        if let obstacle = readiness.blocking, !plan.waits || obstacle.isFinal(simulated: plan.simulation != nil) {
            throw obstacle.failure
        }
        if readiness.blocking == .noCard, plan.maySimulate {
            try await simulate()
        } else if simulatesForLackOfCards, !stages[0].kit.cards.isEmpty {
            let simulation = stages.removeLast()
            simulatesForLackOfCards = false
            await close([simulation])
            Notices.shared.say("a graphics card is available: the simulation ends")
        } else {
            for obstacle in readiness.obstacles where !announced.contains(obstacle) {
                Notices.shared.say(obstacle.waiting)
            }
            announced = Set(readiness.obstacles)
        }
        for screen in readiness.lit where screen.mirrorSource == nil {
            let notice = screen.currentMode.flatMap { plan.settings.mode.substitution(by: $0.description) }
            if let notice, substituted.insert(screen.id).inserted { Notices.shared.say("\(screen.name) \(notice)") }
        }
        if !readiness.obstacles.allSatisfy(\.endsWithAnEvent) { scheduleInspection() }
    }

    private func simulate() async throws(Failure) {
        guard !simulatesForLackOfCards else { return }
        try plan.checkPreview(.own)
        simulatesForLackOfCards = true
        let spec = SimulationSpec.standard
        Notices.shared.say("this machine has no graphics card: simulating a screen of \(spec) until there is one")
        try await open(try Stage(plan, simulation: SimulationSpec(spec)?.makeCards(), delegate: frames.delegate))
    }

    private func scheduleInspection() {
        guard nextInspection == nil else { return }
        nextInspection = after(Self.inspectionInterval, .inspection)
    }

    private func startTimer() {
        guard let duration = plan.duration, timer == nil else { return }
        timer = after(duration, .elapsed)
    }

    private func after(_ duration: Duration, _ event: Event) -> Task<Void, Never> {
        Task { [inbox] in
            guard (try? await Task.sleep(for: duration)) != nil else { return }
            inbox.yield(event)
        }
    }

    // MARK: The terminal

    private func takeTerminal() async throws(Failure) {
        guard !hasRequestedTerminal else { return }
        hasRequestedTerminal = true
        do {
            terminal = try await VirtualTerminal.take(
                onRelease: { [weak self] in await self?.leave() },
                onAcquire: { [weak self] in await self?.comeBack() })
        } catch {
            throw Failure(error)
        }
    }

    private func leave() async {
        isAway = true
        for stage in stages { await stage.kit.pause() }
    }

    private func comeBack() async {
        isAway = false
        for stage in stages { await stage.kit.resume() }
    }

    // MARK: Keys

    /// Starts reading keys with the first picture, which the keys change.
    private func startKeys() {
        guard calibration.hasKeys, keys == nil else { return }
        keys = KeyReader(of: STDIN_FILENO) { [inbox] in inbox.yield(.key($0)) }
        guard plan.givesSetting else { return }
        OverscanText.say(OverscanText.help(end: "Enter or q ends it, and prints the line for the configuration."))
        OverscanText.say(OverscanText.line(calibration.value))
    }

    /// - Returns: whether the key ends the run.
    private func take(_ key: Key) -> Bool {
        let outcome = calibration.press(key)
        if outcome == .changed {
            for stage in stages { stage.kit.setNeedsDisplay() }
            if plan.givesSetting { OverscanText.say(OverscanText.line(calibration.value)) }
        }
        return outcome == .end
    }

    private func sayOverscan() throws(Failure) {
        guard plan.picture.isCalibration else { return }
        if plan.givesSetting, keys != nil { OverscanText.say("\n") }
        // Standard output is only for the document.
        try calibration.say(
            isSetting: plan.givesSetting, asNotice: plan.printsStatistics || plan.snapshot?.isStandardOutput == true)
    }

    // MARK: Frames and pictures

    /// The screens that show the picture, and their frames.
    private var shown: [(stage: Stage, screen: Screen, count: RequestedFrames)] {
        stages.flatMap { stage in
            stage.readiness.drawn.compactMap { screen in frames.count(on: screen).map { (stage, screen, $0) } }
        }
    }

    /// Returns whether every screen has presented the requested frames.
    private func hasPresentedAll() async -> Bool {
        guard let requested = plan.frames else { return false }
        let lit = stages.flatMap(\.readiness.drawn)
        let shown = shown
        guard !lit.isEmpty, shown.count == lit.count, shown.allSatisfy({ $0.count.isDone }) else { return false }

        // The last frame has been drawn, and appears with the next refresh.
        let slowest = lit.compactMap { $0.currentMode?.refreshRate.period }.max() ?? .zero
        let deadline = MonotonicTime.now.advanced(
            by: slowest * (plan.settings.frameInterval + 1) + .milliseconds(500))
        while true {
            let missing = shown.map { max(0, requested - $0.stage.presented($0.screen)) }
            if missing.allSatisfy({ $0 == 0 }) { return true }
            guard MonotonicTime.now < deadline else {
                // Some frames were refused and replaced by the next one. The same number of frames is drawn again.
                for (one, frames) in zip(shown, missing) where frames > 0 {
                    one.count.add(frames: frames)
                    one.stage.kit.setNeedsDisplay(one.screen.id)
                }
                return false
            }
            try? await Task.sleep(for: .milliseconds(2))
        }
    }

    /// Ends the drawing on each screen, and returns the pictures on the screens, or with ``ShowPlan/takesCanvas`` the
    /// drawn ones.
    private func takePictures() async throws(Failure) -> [LastPicture] {
        let shown = shown
        for one in shown { one.count.requestPicture() }
        for stage in stages { stage.kit.setNeedsDisplay() }
        let deadline = MonotonicTime.now.advanced(by: .seconds(2))
        while shown.contains(where: { $0.count.picture == nil }), MonotonicTime.now < deadline {
            try? await Task.sleep(for: .milliseconds(2))
        }
        guard !plan.takesCanvas else {
            return shown.compactMap { one in
                one.count.picture.map { LastPicture(screen: one.screen, picture: $0) }
            }
        }
        var pictures: [LastPicture] = []
        for stage in stages {
            for screen in stage.readiness.lit {
                pictures.append(LastPicture(screen: screen, picture: try await stage.picture(on: screen)))
            }
        }
        return pictures
    }

    private func write(_ pictures: [LastPicture]) throws(Failure) {
        guard let snapshot = plan.snapshot else { return }
        guard !pictures.isEmpty else { throw Failure(.unavailable, "nothing was shown, so there is no snapshot") }
        if snapshot.isStandardOutput {
            if pictures.count > 1 {
                let name = pictures[0].screen.qualifiedName
                Notices.shared.say("standard output takes only one picture: the picture of \(name)")
            }
            return try StandardOutput.write(Failure.mapping(pictures[0].picture.png))
        }
        for shown in pictures {
            let isAmbiguous = pictures.count { $0.screen.name == shown.screen.name } > 1
            let name = isAmbiguous ? shown.screen.qualifiedName : shown.screen.name
            let path = snapshot.path(for: name, isOnly: pictures.count == 1)
            try Failure.mapping { () throws(PictureError) in try shown.picture.writePNG(to: path) }
        }
    }
}

/// The picture of a screen at the end.
struct LastPicture: Sendable {
    let screen: Screen
    let picture: Picture
}

extension ScreenMode {
    /// Returns whether it has the requested size.
    func isOfSize(of request: ModeRequest) -> Bool {
        width == request.width && height == request.height && isInterlaced == request.isInterlaced
    }
}
