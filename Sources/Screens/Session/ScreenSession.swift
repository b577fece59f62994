import Synchronization

/// One lit screen: its pipe, its link's counts, and the thread that draws for it.
final class ScreenSession: Sendable {
    /// Why the thread asks for help.
    enum Trouble: Sendable, Hashable {
        /// A flip never completed.
        case stalled
        /// The kernel refuses flips with this errno.
        case flipRefused(Int32)
    }

    let screen: Screen
    let pipe: any DisplayPipe
    let counters = LinkCounters()
    let gate = CommitGate()
    private let hasEnded = Atomic<Bool>(false)
    private let isOver = Mutex<(ended: Bool, waiters: [CheckedContinuation<Void, Never>])>((false, []))

    /// - Parameter screen: as the delegate gets to see it: lit, in the pipe's mode.
    init(screen: Screen, pipe: any DisplayPipe) {
        self.screen = screen
        self.pipe = pipe
    }

    /// Starts drawing.
    ///
    /// - Parameter whenTroubled: called on the screen's thread, after which it draws no more.
    func start(
        delegate: DelegateReference, frameInterval: Int, whenTroubled: @escaping @Sendable (Trouble) -> Void
    ) throws(ScreenError) {
        try NativeThread.start(name: screen.name) { [self] in
            var loop = RenderLoop(session: self, delegate: delegate, frameInterval: frameInterval)
            if let trouble = loop.run() { whenTroubled(trouble) }
            let waiters = isOver.withLock { state in
                defer { state = (true, []) }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    /// Whether the thread is to stop.
    var isEnding: Bool { hasEnded.load(ordering: .acquiring) }

    /// Ends the drawing: no call of the delegate starts, and no flip is made, once this has returned. A call that runs
    /// is not waited for.
    func end() {
        hasEnded.store(true, ordering: .releasing)
        gate.close()
        pipe.mailbox.post(.orders)
    }

    /// Returns when the delegate's last call has.
    func ended() async {
        await withCheckedContinuation { continuation in
            let isOver = isOver.withLock { state in
                if !state.ended { state.waiters.append(continuation) }
                return state.ended
            }
            if isOver { continuation.resume() }
        }
    }

    func setNeedsDisplay() {
        pipe.mailbox.post(.needsDisplay)
    }

    var statistics: ScreenStatistics {
        counters.statistics(name: screen.name, mode: pipe.mode)
    }
}
