import Glibc

/// The loop of a screen's thread: sleep, draw, copy what changed, flip.
///
/// Nothing in it allocates, locks or waits for anybody but the kernel.
struct RenderLoop {
    /// Refused flips in a row after which the next one is not tried any more.
    private static let refusalLimit = 5

    private let session: ScreenSession
    private let delegate: DelegateReference
    private let pipe: any DisplayPipe
    private let mailbox: FrameMailbox
    private let content: ScreenContent
    private let canvas: Canvas
    private let buffers: [PixelBuffer]
    private var clock: FrameClock
    /// What each buffer lacks of the canvas.
    private var stale: InlineArray<2, Damage>
    private var shownBuffer = 0
    private var refusals = 0

    init(session: ScreenSession, delegate: DelegateReference, frameInterval: Int) {
        self.session = session
        self.delegate = delegate
        pipe = session.pipe
        mailbox = session.pipe.mailbox
        content = session.content
        canvas = session.content.canvas
        buffers = session.pipe.buffers
        // The buffers are as black as the canvas.
        stale = InlineArray(repeating: Damage())
        clock = FrameClock(
            rate: session.pipe.mode.refreshRate, interval: frameInterval,
            pacing: session.pipe.flipsAtRefresh ? .vblank : .timer, start: MonotonicClock.now,
            firstFrame: session.content.nextFrame)
    }

    /// Runs until the session ends.
    ///
    /// - Returns: what keeps the screen from being drawn, if anything does.
    mutating func run() -> ScreenSession.Trouble? {
        defer { content.nextFrame = clock.nextNumber }
        while !session.gate.isClosed {
            let signals = mailbox.take()
            if signals.contains(.flipped) {
                clock.flipCompleted(time: mailbox.flipTime, at: MonotonicClock.now)
                session.counters.update(from: clock)
            }
            if signals.contains(.needsDisplay) { clock.setNeedsDisplay() }

            let now = MonotonicClock.now
            switch clock.action(at: now) {
            case .draw(let frame, let due):
                session.counters.lateness.record(now - due)
                if let trouble = draw(frame, at: now) { return trouble }
            case .wait(let deadline):
                mailbox.wait(until: deadline)
            case .stalled:
                return .stalled
            }
        }
        return nil
    }

    private mutating func draw(_ frame: Frame, at start: Int64) -> ScreenSession.Trouble? {
        guard session.gate.beginDrawing() else { return nil }
        var next = NextUpdate.whenNeeded
        if let delegate = delegate.delegate {
            var view = ExternalView(frame: frame, canvas: canvas)
            delegate.updateExternalView(&view)
            next = view.nextUpdate
        }
        session.counters.rendering.record(MonotonicClock.now - start)

        guard !canvas.damage.isEmpty || refusals > 0 else {
            session.gate.endDrawing()
            clock.frameUnchanged(next: next)
            session.counters.update(from: clock)
            return nil
        }
        stale[0].insert(canvas.damage)
        stale[1].insert(canvas.damage)
        canvas.damage.removeAll()
        let back = 1 - shownBuffer
        buffers[back].copy(stale[back], from: canvas.pixels)
        stale[back].removeAll()
        return flip(to: back, next: next)
    }

    private mutating func flip(to back: Int, next: NextUpdate) -> ScreenSession.Trouble? {
        guard session.gate.beginCommit() else { return nil }
        let result = pipe.flip(to: back)
        session.gate.endCommit()
        switch result {
        case 0:
            refusals = 0
            shownBuffer = back
            clock.frameCommitted(at: MonotonicClock.now, next: next)
        case EBUSY, EINTR, EAGAIN, ENOMEM:
            // Once more, at the next refresh; the picture is in the buffer already.
            refusals += 1
            guard refusals < Self.refusalLimit else { return .flipRefused(result) }
            clock.commitRefused(at: MonotonicClock.now)
        default:
            return .flipRefused(result)
        }
        return nil
    }
}
