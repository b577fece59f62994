import Glibc
import ScreensLinux
import Synchronization

/// One modeset of a screen: its pipe, its drawing, and its counts.
///
/// Its first picture is drawn before the mode is set, so that both come in one commit. Another modeset of the same
/// screen is another session on the same thread (``ScreenThread``).
final class ScreenSession: Sendable {
    /// Why the thread stopped drawing.
    enum Failure: Sendable, Hashable {
        /// A flip never completed.
        case stalled
        /// The kernel refuses flips with this errno.
        case flipRefused(Int32)

        /// The error of the card if the card is at fault and not the screen: its mastership or the card itself is gone.
        func cardError(_ path: String) -> ScreenError? {
            guard case .flipRefused(let code) = self, code == EACCES || code == ENODEV else { return nil }
            return ScreenError(code == EACCES ? .busy : .cardLost, operation: "flip on", object: path, errno: code)
        }

        /// The reason why the screen is dark because of the failure.
        var dark: DarkState {
            switch self {
            case .stalled: DarkState(.stalled, message: "a flip has not completed")
            case .flipRefused(EFAULT): DarkState(.stalled, message: "the card has taken the memory of the picture away")
            case .flipRefused(let code): DarkState(.stalled, message: "the kernel refuses flips", errno: code)
            }
        }
    }

    /// The closures that are called on the screen's thread, which then draws no more.
    struct Handlers: Sendable {
        let failed: @Sendable (ScreenSession, Failure) -> Void
        /// The last call of the session.
        let ended: @Sendable () -> Void
    }

    /// How long to wait for the flips of sessions that are stopped together: the kernel gives up on a hung flip after
    /// ten seconds.
    private static let flipTimeout: Nanoseconds = 10_000_000_000
    /// How long to wait for the last call of the delegate.
    private static let callTimeout: Nanoseconds = 20_000_000

    /// The screen as the delegate sees it: enabled, in the pipe's mode.
    let screen: Screen
    /// Whether the display listed the mode when it was set.
    var isModeListed: Bool {
        screen.availableModes.contains { $0.timings.hasSameTimings(as: pipe.mode.timings) }
    }
    let thread: ScreenThread
    let pipe: any DisplayPipe
    /// The options with which the pipe was prepared.
    let options: PipeOptions
    let signal: FrameSignal
    let time: TimeSource
    /// The sleep of its thread with a manual clock; nil with the system's time.
    let manualSleep: ManualSleep?
    let reader: FlipReader
    let drawing: ScreenDrawing
    let counters: LinkCounters
    let schedule: FrameSchedule
    let links: ScreenLinks
    /// The table of the sessions that draw.
    private let enabled: EnabledScreens
    /// Whether buffers may be drawn on as long as the copy has nothing to change.
    let mayDrawIntoScanout: Bool
    /// How the picture's colours are changed.
    let colors: ScreenColors
    let picture = FirstPicture()
    let gate = DrawingGate()
    let captures = CaptureRequests()
    /// Whether anything is drawn over the content, as its thread has found last, so that a plane shows no frames alone.
    let isCovered = Atomic<Bool>(false)
    /// Done when the last call of the delegate has returned, and the thread has released everything.
    let end = Completion()
    let handlers: Handlers

    init(
        screen: Screen, thread: ScreenThread, pipe: any DisplayPipe, options: PipeOptions, reader: FlipReader,
        drawing: ScreenDrawing, links: ScreenLinks, enabled: EnabledScreens, settings: SessionSettings,
        handlers: Handlers
    ) {
        self.screen = screen
        self.thread = thread
        self.pipe = pipe
        self.options = options
        signal = pipe.signal
        time = settings.time
        manualSleep = settings.time.manual.map { ManualSleep(on: pipe.signal, by: $0) }
        self.reader = reader
        self.drawing = drawing
        schedule = settings.schedule
        self.links = links
        self.enabled = enabled
        self.handlers = handlers
        counters = LinkCounters(pacing: pipe.pacing)
        colors = ScreenColors(options.adjustment, by: pipe)
        mayDrawIntoScanout =
            switch settings.drawingMemory {
            case .scanout: pipe.hasCanvasBuffers
            case .automatic: pipe.hasCanvasBuffers && pipe.readsFast()
            default: false
            }
    }

    // MARK: Its beginning and end

    /// Connects the session to the objects that wake its thread. It must be called before the thread has the session:
    /// then no post is lost, and a request of its first call finds it.
    func attach() {
        links.attach(signal, rate: pipe.mode.refreshRate)
        mirror?.join(drawing.link, signal)
        member?.join(drawing.link, signal)
        enabled.add(self)
    }

    /// The buffer for the modeset: with the first picture if it is drawn until `deadline`, otherwise with the
    /// background. Without a deadline it is always the background.
    func firstBuffer(until deadline: MonotonicTime?) -> Int {
        if let deadline, let buffer = picture.buffer(until: deadline) { return buffer }
        let buffer = pipe.buffers[backgroundBuffer]
        let background = drawing.content.background
        guard background != 0 else { return backgroundBuffer }
        let canvas = OwnedPixels(pipe.plan.canvas)
        canvas.pixels.fill(Rectangle(pipe.plan.canvas), with: background)
        _ = ScanoutPath(pipe.plan, format: buffer.format, colors: colors.ofCopy)
            .write(Damage(Rectangle(pipe.plan.canvas)), of: canvas.pixels, to: buffer)
        return backgroundBuffer
    }

    /// The buffer into which nothing is drawn before the mode is set.
    var backgroundBuffer: Int { pipe.buffers.count - 1 }

    /// Records that the mode is set with a buffer as its first picture. Flips may be made from now on.
    func begin(showing buffer: Int) {
        picture.isShown(in: buffer)
        signal.post(.changes)
    }

    /// Ends the drawing of sessions. After it has returned, no call of the delegate and no flip begins. It does not
    /// wait for running calls, but for all running flips together.
    ///
    /// - Parameter deadline: when to stop waiting for flips that hang.
    /// - Returns: the sessions whose flips still run.
    static func stop(
        _ sessions: [ScreenSession], until deadline: MonotonicTime = .now + ScreenSession.flipTimeout
    ) -> [ScreenSession] {
        // All gates are closed before the first wait, so that a hanging flip does not let other screens go on.
        for session in sessions { session.gate.close() }
        // Captures end before the wait, so that a hanging call does not delay them.
        for session in sessions { session.captures.end() }
        return sessions.filter { !$0.stop(until: deadline) }
    }

    /// - Returns: whether no flip runs.
    private func stop(until deadline: MonotonicTime) -> Bool {
        let isStill = gate.waitForCommit(until: deadline)
        // The stall is counted before the counts are kept.
        if !isStill { enabled.countStall(of: self) }
        mirror?.leave()
        member?.leave()
        links.detach(signal)
        signal.post(.changes)
        enabled.remove(self)
        return isStill
    }

    /// Waits briefly for the last call of the delegate after its end: the screen is usually enabled again at once.
    func waitForLastCall() {
        _ = end.wait(until: MonotonicTime.now + Self.callTimeout)
    }

    // MARK: While it draws

    var mirror: Mirror? { drawing.source.mirror }
    var member: WallMember? { drawing.source.member }

    /// Sets how often the delegate is called. A mirror follows its screen, and a screen of a wall its leader.
    func pace(by settings: ScreenSettings, otherwise cadence: FrameCadence) {
        guard drawing.source.isOwn else { return }
        drawing.link.setCadence(settings.frameInterval.map(FrameCadence.interval) ?? cadence)
    }

    /// Changes colours while the screen goes on.
    ///
    /// - Returns: whether they are changed. If not, a modeset is needed.
    func adjust(_ adjustment: ColorAdjustment) -> Bool {
        guard pipe.adjust(adjustment) != .needsModeset else { return false }
        colors.set(adjustment, by: pipe)
        links.post(.changes)
        return true
    }

    func setNeedsDisplay() {
        drawing.link.setNeedsDisplay()
    }

    /// The placement and conversion of its picture.
    var layout: PictureLayout { pipe.layout(colors.adjustment) }

    /// - Parameters:
    ///   - modesets: the number of modesets of its connector so far.
    ///   - stalls: the number of stalls of its connector so far.
    func statistics(modesets: UInt64, stalls: UInt64) -> ScreenStatistics {
        counters.statistics(
            of: screen, mode: pipe.mode, schedule: schedule,
            layout: pipe.layout, drawingMemory: mayDrawIntoScanout && colors.ofCopy == .asDrawn ? .scanout : .shadow,
            modesets: modesets, stalls: stalls)
    }
}

/// The first picture of a session: the screen's thread draws it, and the card's thread sets the mode with it.
final class FirstPicture: Sendable {
    private static let none = -1

    private let isDrawn = Completion()
    private let drawn = Atomic<Int>(FirstPicture.none)
    private let shown = Atomic<Int>(FirstPicture.none)

    // MARK: The screen's thread

    func isDrawn(in buffer: Int) {
        drawn.store(buffer, ordering: .releasing)
        isDrawn.signal()
    }

    /// The buffer that is shown, after the mode is set.
    var shownBuffer: Int? {
        let buffer = shown.load(ordering: .acquiring)
        return buffer == Self.none ? nil : buffer
    }

    // MARK: The card's thread

    /// Waits until `deadline` for the buffer with the picture; nil if the picture is not drawn by then.
    func buffer(until deadline: MonotonicTime) -> Int? {
        isDrawn.wait(until: deadline) ? drawn.load(ordering: .acquiring) : nil
    }

    func isShown(in buffer: Int) {
        shown.store(buffer, ordering: .releasing)
    }
}

/// How the colours of an enabled screen are changed. The card's thread sets it, and the screen's thread takes the
/// changes.
final class ScreenColors: Sendable {
    private struct State {
        var adjustment: ColorAdjustment
        var ofCopy: CopyColors
    }

    private let state: Mutex<State>
    private let changes = Atomic<UInt64>(0)

    init(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        state = Mutex(State(adjustment: adjustment, ofCopy: Self.ofCopy(adjustment, pipe)))
    }

    /// The configured adjustment.
    var adjustment: ColorAdjustment { state.withLock(\.adjustment) }

    /// The part of the adjustment that the CRTC cannot make.
    var ofCopy: CopyColors { state.withLock(\.ofCopy) }

    /// A number that changes after each change of ``ofCopy``. It is read first, without the lock.
    var version: UInt64 { changes.load(ordering: .acquiring) }

    func set(_ adjustment: ColorAdjustment, by pipe: any DisplayPipe) {
        // The table is computed before the lock is taken.
        let ofCopy = Self.ofCopy(adjustment, pipe)
        state.withLock { $0 = State(adjustment: adjustment, ofCopy: ofCopy) }
        changes.add(1, ordering: .releasing)
    }

    private static func ofCopy(_ adjustment: ColorAdjustment, _ pipe: any DisplayPipe) -> CopyColors {
        pipe.outcome.adjustsColors ? .asDrawn : adjustment.ofCopy
    }
}
