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

    /// The screen as the delegate gets to see it: lit, in the pipe's mode.
    let screen: Screen
    let pipe: any DisplayPipe
    let content: ScreenContent
    let counters: LinkCounters
    let gate = DrawingGate()
    /// Comes when the delegate's last call has returned, and the thread has let go of everything.
    let end = ThreadEnd()

    init(screen: Screen, pipe: any DisplayPipe, content: ScreenContent) {
        self.screen = screen
        self.pipe = pipe
        self.content = content
        counters = LinkCounters(pacing: pipe.pacing)
    }

    /// Starts drawing.
    ///
    /// - Parameters:
    ///   - whenTroubled: called on the screen's thread, which draws no more then.
    ///   - whenEnded: called on the screen's thread, as the last that it does.
    func start(
        delegate: DelegateReference, frameInterval: Int, whenTroubled: @escaping @Sendable (Trouble) -> Void,
        whenEnded: @escaping @Sendable () -> Void
    ) throws(ScreenError) {
        try NativeThread.start(
            name: screen.name,
            { [self] in
                var loop = RenderLoop(session: self, delegate: delegate, frameInterval: frameInterval)
                if let trouble = loop.run() { whenTroubled(trouble) }
            },
            finally: { [end] in
                end.come()
                whenEnded()
            })
    }

    /// Ends the drawing: once this has returned no call of the delegate starts and no flip is made. A call that runs is
    /// not waited for.
    func stop() {
        gate.close()
        pipe.mailbox.post(.orders)
    }

    func setNeedsDisplay() {
        pipe.mailbox.post(.needsDisplay)
    }

    /// - Parameter stalls: how often its connector's flips have stopped so far.
    func statistics(stalls: UInt64) -> ScreenStatistics {
        counters.statistics(name: screen.name, mode: pipe.mode, stalls: stalls)
    }
}
