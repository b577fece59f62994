import ScreensLinux
import Synchronization

/// The picture of a screen, its painter, and the number of its next frame, which outlive a pause.
///
/// Unchecked: one session at a time has it, and its thread is the only user until the session's end is done; then it is
/// the next one's.
final class ScreenContent: @unchecked Sendable {
    let canvas: ScreenCanvas
    /// The frames so far.
    private(set) var frames = FrameCount()
    private let latestBackground = Atomic<UInt32>(0)
    private let register: ContentRegister
    private let drawing = ContentDrawing()

    fileprivate init(id: ContentID, screen: Screen, size: Size, register: ContentRegister) {
        canvas = ScreenCanvas(content: id, screen: screen, size: size)
        self.register = register
    }

    var id: ContentID { canvas.content }

    /// Draws a frame, by the painter or the delegate. In the frame path.
    func draw(on view: inout ExternalView) {
        guard let delegate = register.delegate else {
            view.nextUpdate = .whenNeeded
            register.reportMissingDelegate(on: view.screen)
            // A picture from before stays.
            if view.timing.number == 0 { DelegateReference.show(DelegateReference.missing, on: &view) }
            return
        }
        do {
            try drawing.draw(on: &view, by: delegate)
        } catch {
            let warning = "cannot make the painter: \(error)"
            view.nextUpdate = .whenNeeded
            register.warn(view.screen, "\(view.screen.name): \(warning)")
            DelegateReference.show(warning, on: &view)
        }
    }

    /// Counts a frame that begins now.
    ///
    /// - Returns: its timing, among the frames of this content.
    func count(_ timing: FrameTiming) -> FrameTiming {
        defer { frames = FrameCount(calls: frames.calls + 1, lastTarget: timing.targetTimestamp) }
        return timing.numbered(frames.calls, after: frames.lastTarget)
    }

    /// The frame of the last call, if that was not before `start`, was shown by a modeset.
    func wasShown(at time: MonotonicTime, since start: MonotonicTime) {
        frames.wasShown(at: time, since: start)
    }

    /// Counts the next frame after those that a link has counted.
    func continueFrames(after count: FrameCount) {
        frames = count
    }

    /// The background as of the last frame, `0x00RRGGBB`, for any thread: what a screen shows while its delegate takes too
    /// long for a first picture.
    var background: UInt32 {
        get { latestBackground.load(ordering: .relaxed) }
        set { latestBackground.store(newValue, ordering: .relaxed) }
    }
}

/// Numbers contents, and reports their ends to the delegate.
final class ContentRegister: Sendable {
    private let reference: DelegateReference?
    fileprivate let warn: @Sendable (Screen, String) -> Void
    private let isMissingReported = Atomic<Bool>(false)
    /// Contents that end when a call has returned, by their numbers.
    private let ending = Mutex<[UInt64: Ending]>([:])
    /// Nil where real time passes.
    private let clock: SteppedClock?
    /// The threads that are in a call of the delegate.
    private let callingThreads = Mutex<Set<Int32>>([])
    private let count = Atomic<UInt64>(0)

    private struct Ending {
        let id: ContentID
        /// No thread draws on the content any more.
        let begin: Completion
        /// The call of the delegate has returned.
        let end = Completion()
        /// Whether the delegate is called.
        var isCalled = false
    }

    /// - Parameters:
    ///   - clock: waits for the calls of the delegate; nil where real time passes.
    ///   - warn: reports a warning about a screen.
    init(
        delegate: DelegateReference?, clock: SteppedClock? = nil, warn: @escaping @Sendable (Screen, String) -> Void
    ) {
        reference = delegate
        self.clock = clock
        self.warn = warn
        clock?.add(self)
    }

    var delegate: (any VideoKitDelegate)? { reference?.delegate }

    /// Warns, once, that the delegate does not exist any more.
    func reportMissingDelegate(on screen: Screen) {
        guard reference != nil, !isMissingReported.exchange(true, ordering: .relaxed) else { return }
        warn(screen, DelegateReference.missing)
    }

    func makeContent(for screen: Screen, size: Size) -> ScreenContent {
        let number = count.add(1, ordering: .relaxed).newValue
        return ScreenContent(id: ContentID(number: number), screen: screen, size: size, register: self)
    }

    /// Ends content when no thread draws on it any more.
    ///
    /// The delegate is called from a task of the global executor, which reaches no actor of ours: it may take as long as it
    /// likes, and neither a card's thread nor a screen's waits for it. A manual clock calls it on the thread that advances it,
    /// where no task has done so.
    func end(_ content: ScreenContent, after end: Completion) {
        let id = content.id
        let number = id.number
        ending.withLock { ending in
            ending[number] = Ending(id: id, begin: end)
        }
        Task {
            await end.wait()
            finish(number)
        }
    }

    /// Calls the delegate for an end, unless that is done elsewhere.
    private func finish(_ number: UInt64) {
        let claimed: Ending? = ending.withLock { ending in
            guard ending[number]?.isCalled == false else { return nil }
            ending[number]?.isCalled = true
            return ending[number]
        }
        guard let claimed else { return }
        let thread = NativeThread.currentID
        callingThreads.withLock { _ = $0.insert(thread) }
        delegate?.contentDidEnd(claimed.id)
        callingThreads.withLock { _ = $0.remove(thread) }
        ending.withLock { $0[number] = nil }
        claimed.end.signal()
        clock?.noteIdle()
    }

    /// Returns when the delegate's calls for all ends so far have returned.
    func waitForEnds() async {
        for end in ending.withLock({ $0.values.map(\.end) }) { await end.wait() }
    }
}

extension ContentRegister: ManualSleeper {
    var deadline: MonotonicTime? { nil }

    /// Whether the delegate has got all calls that it can get now.
    var isIdle: Bool { ending.withLock { $0.values.allSatisfy { !$0.begin.isDone } } }

    var isOnItsThread: Bool { callingThreads.withLock { $0.contains(NativeThread.currentID) } }

    func workHere() {
        for (number, ending) in ending.withLock(\.self) where ending.begin.isDone { finish(number) }
    }

    func wake(at now: MonotonicTime) {}
}
