import ScreensLinux
import Synchronization

/// The content that the delegate draws on a display: its canvas, its painter, and the number of its next frame. It
/// outlives pauses.
///
/// Unchecked: one session at a time has it, and that session's thread is its only user until the session has ended.
/// Then the next session has it.
final class DelegateContent: @unchecked Sendable {
    let canvas: ScreenCanvas
    /// The frames that were drawn so far.
    private(set) var frames = FrameCount()
    private let latestBackground = Atomic<UInt32>(0)
    private let register: ContentRegister
    private let painter = DelegatePainter()

    fileprivate init(id: ContentID, screen: Screen, size: Size, register: ContentRegister) {
        canvas = ScreenCanvas(content: id, screen: screen, size: size)
        self.register = register
    }

    var id: ContentID { canvas.content }

    /// Draws a frame with the painter or the delegate. It is called in the frame path.
    func draw(on view: inout ExternalView) {
        guard let delegate = register.delegate else {
            view.nextUpdate = .whenNeeded
            register.reportMissingDelegate(on: view.screen)
            // A picture from before stays.
            if view.timing.number == 0 { DelegateReference.show(DelegateReference.missing, on: &view) }
            return
        }
        do {
            try painter.draw(on: &view, by: delegate)
        } catch {
            let warning = "cannot make the painter: \(error)"
            view.nextUpdate = .whenNeeded
            register.warn(view.screen, "\(view.screen.name): \(warning)")
            DelegateReference.show(warning, on: &view)
        }
    }

    /// Counts a frame that begins now.
    ///
    /// - Returns: its timing, with its number among the frames of this content.
    func count(_ timing: FrameTiming) -> FrameTiming {
        defer { frames = FrameCount(calls: frames.calls + 1, lastTarget: timing.targetTimestamp) }
        return timing.numbered(frames.calls, after: frames.lastTarget)
    }

    /// Records that the frame of the last call, if that was not before `start`, was shown by a modeset.
    func wasShown(at time: MonotonicTime, since start: MonotonicTime) {
        frames.wasShown(at: time, since: start)
    }

    /// Continues the count after the frames that a link has counted.
    func continueFrames(after count: FrameCount) {
        frames = count
    }

    /// The background of the last frame, `0x00RRGGBB`, for any thread. A screen shows it while its delegate takes too
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
    /// The contents that end when a call has returned, by their numbers.
    private let ending = Mutex<[UInt64: Ending]>([:])
    /// The clock of simulated cards; nil if real time passes.
    private let clock: SteppedClock?
    /// The threads that are in a call of the delegate.
    private let callingThreads = Mutex<Set<Int32>>([])
    private let count = Atomic<UInt64>(0)

    private struct Ending {
        let id: ContentID
        /// Done when no thread draws on the content and none will.
        let begin: Completion
        /// Done when the call of the delegate has returned.
        let end = Completion()
        /// Whether the delegate is being called or was called.
        var isCalled = false
    }

    /// - Parameters:
    ///   - clock: the clock that waits for the calls of the delegate; nil if real time passes.
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

    /// Warns, once, that the delegate no longer exists.
    func reportMissingDelegate(on screen: Screen) {
        guard reference != nil, !isMissingReported.exchange(true, ordering: .relaxed) else { return }
        warn(screen, DelegateReference.missing)
    }

    /// Makes the id of another content.
    func makeID() -> ContentID { ContentID(number: count.add(1, ordering: .relaxed).newValue) }

    func makeContent(for screen: Screen, size: Size) -> DelegateContent {
        DelegateContent(id: makeID(), screen: screen, size: size, register: self)
    }

    /// Ends content when no thread draws on it any longer.
    ///
    /// The delegate is called from a task of the global executor, not from an actor of ours: it may take any time, and
    /// neither a card's thread nor a screen's thread waits for it. A manual clock makes the call on the thread that
    /// advances it, if no task has made it yet.
    func end(_ content: DelegateContent, after end: Completion) {
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

    /// Calls the delegate for the end of a content, unless another thread does.
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

    /// Waits until the delegate's calls for all ends so far have returned.
    func waitForEnds() async {
        for end in ending.withLock({ $0.values.map(\.end) }) { await end.wait() }
    }
}

extension ContentRegister: ManualSleeper {
    var deadline: MonotonicTime? { nil }

    /// Whether the delegate has received all calls that can be made now.
    var isIdle: Bool { ending.withLock { $0.values.allSatisfy { !$0.begin.isDone } } }

    var isOnItsThread: Bool { callingThreads.withLock { $0.contains(NativeThread.currentID) } }

    func workHere() {
        for (number, ending) in ending.withLock(\.self) where ending.begin.isDone { finish(number) }
    }

    func wake(at now: MonotonicTime) {}
}
