import Glibc
import Linux

/// The loop of a screen's thread: sleep, draw, copy what changed, flip.
///
/// Nothing in it allocates, locks or waits for anybody but the kernel; but when the links have changed, it looks at them.
struct RenderLoop {
    /// Refused flips in a row after which the next one is not tried any more.
    private static let refusalLimit = 5

    private let session: ScreenSession
    private let pipe: any DisplayPipe
    private let mailbox: FrameMailbox
    private let content: ScreenContent
    private let rate: RefreshRate
    private let canvas: Canvas
    private let buffers: [ScanoutSurface]
    private let path: ScanoutPath
    private var drawsIntoScanout: Bool
    private var clock: FrameClock
    /// The links in the order that they are called in: the clock has one for each.
    private var links: [DisplayLink] = []
    private var linksVersion: UInt64?
    /// The mirrors of the screen.
    private var outlets: [MirrorOutlet] = []
    /// What each buffer lacks of the canvas.
    private var stale: InlineArray<3, Damage>
    private var shownBuffer = 0
    /// The buffer of the flip in flight.
    private var flyingBuffer: Int?
    /// What has changed of the buffer that waits for its flip.
    private var changed = Damage()
    /// The buffer of the frame that waits for its flip.
    private var readyBuffer = 0
    /// Whether the whole picture is to be brought to a buffer once more: it is another one there now.
    private var isShownAnew = false
    private var refusals = 0
    /// The time, as of when something last took any.
    private var now: MonotonicTime

    init(session: ScreenSession) {
        self.session = session
        pipe = session.pipe
        mailbox = session.pipe.mailbox
        rate = session.pipe.mode.refreshRate
        content = session.content
        canvas = session.content.canvas
        buffers = session.pipe.buffers
        let level = session.colors.level
        path = ScanoutPath(session.pipe.plan, format: session.pipe.buffers[0].format, level: level)
        drawsIntoScanout = session.mayDrawIntoScanout && level == 255
        // The buffers are as black as the canvas.
        stale = InlineArray(repeating: Damage())
        now = MonotonicTime.now
        clock = FrameClock(
            rate: rate, pacing: pipe.longestPeriod != nil ? .variable : pipe.flipsAtRefresh ? .vblank : .timer,
            schedule: session.schedule, buffers: buffers.count, longestPeriod: pipe.longestPeriod,
            start: now)
    }

    /// Runs until the session ends.
    ///
    /// - Returns: what keeps the screen from being drawn, if anything does.
    mutating func run() -> ScreenSession.Trouble? {
        defer {
            content.nextFrame = session.delegateLink.calls
            canvas.leaveBuffers()
            session.captures.end()
        }
        takeOrders()
        while true {
            // What came while nobody read is not missing.
            if clock.isFlightOverdue(at: now), session.reader.isTurn(of: session) { _ = session.reader.read() }
            let signals = mailbox.take()
            // Looked at after that, for who closes it posts then: of what was taken before it is known nobody tells again.
            guard !session.gate.isClosed else { return nil }
            if signals.contains(.flipped) { flipCompleted() }
            if signals.contains(.orders) { takeOrders() }

            let action = clock.action(at: now)
            // The clock may have given up waiting to hear of it.
            landBuffer()
            switch action {
            case .draw(let due):
                session.counters.lateness.record(now - due)
                draw()
            case .commit:
                if let trouble = commit() { return trouble }
            case .wait(let deadline):
                sleep(until: deadline)
            case .stalled:
                return .stalled
            }
        }
    }

    private mutating func sleep(until deadline: MonotonicTime?) {
        if session.reader.isTurn(of: session) {
            session.reader.wait(for: session, until: deadline)
        } else {
            mailbox.wait(until: deadline)
        }
        now = MonotonicTime.now
    }

    private mutating func flipCompleted() {
        clock.flipCompleted(mailbox.flip, at: now)
        session.counters.update(from: clock)
    }

    /// The buffer in flight is the one shown, once the clock believes that it is.
    private mutating func landBuffer() {
        guard clock.flight == nil, let flying = flyingBuffer else { return }
        shownBuffer = flying
        flyingBuffer = nil
        session.counters.frameFinished()
    }

    private mutating func draw() {
        session.counters.frameBegun(at: now)
        if isShownAnew {
            isShownAnew = false
            canvas.damage.insert(Rectangle(canvas.size))
        }
        if drawsIntoScanout {
            readyBuffer = freeBuffer
            // A picture from before a pause is in none of them.
            stale[readyBuffer].insert(canvas.damage)
            canvas.beginFrame(in: buffers[readyBuffer].pixels, lacking: stale[readyBuffer])
        }
        for index in links.indices where clock.isCalled(link: index) {
            // Asked before each of them: one that takes long may outlast the session, and none may begin after it.
            guard session.gate.beginDrawing() else { return }
            clock.linkReturned(index, next: links[index].call(clock.frame(ofLink: index), on: canvas) ?? .whenNeeded)
            session.gate.endDrawing()
        }
        let begun = now
        now = MonotonicTime.now
        session.counters.rendering.record(now - begun)

        guard !canvas.damage.isEmpty else {
            clock.frameUnchanged(at: now)
            if clock.flight == nil { session.counters.frameFinished() }
            session.counters.update(from: clock)
            return
        }
        for index in buffers.indices { stale[index].insert(canvas.damage) }
        if !outlets.isEmpty { publish(canvas.damage) }
        if drawsIntoScanout {
            canvas.endFrame()
            changed = stale[readyBuffer]
        } else {
            readyBuffer = freeBuffer
            changed = path.write(stale[readyBuffer], of: canvas.pixels, to: buffers[readyBuffer])
            now = MonotonicTime.now
        }
        canvas.damage.removeAll()
        clock.frameDrawn(at: now)
    }

    /// Has the mirrors know what has changed.
    private func publish(_ damage: borrowing Damage) {
        let pixels = canvas.pixels
        for index in outlets.indices { outlets[index].publish(damage, of: pixels) }
    }

    /// A buffer that is neither shown nor about to be.
    private var freeBuffer: Int { buffers.indices.first { $0 != shownBuffer && $0 != flyingBuffer } ?? readyBuffer }

    private mutating func commit() -> ScreenSession.Trouble? {
        guard session.gate.beginCommit() else { return nil }
        let result = pipe.flip(to: readyBuffer, damage: changed)
        session.gate.endCommit()
        now = MonotonicTime.now
        switch result {
        case 0:
            refusals = 0
            stale[readyBuffer].removeAll()
            flyingBuffer = readyBuffer
            clock.frameCommitted(at: now)
            session.counters.frameWaits(since: now)
        case EBUSY, EINTR, EAGAIN, ENOMEM:
            // Once more, at the next refresh; the picture is in the buffer already.
            refusals += 1
            guard refusals < Self.refusalLimit else { return .flipRefused(result) }
            clock.commitRefused(at: now)
            session.counters.update(from: clock)
        default:
            return .flipRefused(result)
        }
        return nil
    }

    /// A new mirror gets all of the picture as it is.
    private mutating func takeFeeds() {
        let feeds = session.links.feeds
        outlets.removeAll { outlet in !outlet.isConnected || !feeds.contains { $0 === outlet.feed } }
        for feed in feeds where !outlets.contains(where: { $0.feed === feed }) {
            guard let outlet = feed.open(for: canvas.size, by: session.links) else { continue }
            outlets.append(outlet)
            outlet.publish(Damage(Rectangle(canvas.size)), of: canvas.pixels)
        }
    }

    /// The picture is as light as somebody wants it from the next frame on, which comes also where nothing is drawn.
    private mutating func dim(to level: UInt8) {
        path.level = level
        if drawsIntoScanout { canvas.leaveBuffers() }
        drawsIntoScanout = session.mayDrawIntoScanout && level == 255
        isShownAnew = true
        clock.setNeedsRepeat()
    }

    /// Takes in what others have changed about the links and the colours. It locks and allocates only where that is the
    /// list, a rate or the brightness.
    private mutating func takeOrders() {
        let level = session.colors.level
        if level != path.level { dim(to: level) }
        let version = session.links.version
        if version != linksVersion {
            linksVersion = version
            let wanted = [session.delegateLink] + session.links.links
            for index in links.indices.reversed() where !wanted.contains(where: { $0 === links[index] }) {
                links.remove(at: index)
                clock.removeLink(index)
            }
            for link in wanted where !links.contains(where: { $0 === link }) {
                links.append(link)
                clock.addLink(
                    interval: link.interval(at: rate), number: link.calls, missed: link.missed,
                    isPaused: link.isPaused, at: now)
            }
            for index in links.indices { clock.setInterval(links[index].interval(at: rate), ofLink: index) }
            takeFeeds()
        }
        session.captures.answer {
            GlassPicture.picture(of: buffers[shownBuffer], session.pipe.plan, mode: session.pipe.mode.size)
        }
        for index in links.indices {
            clock.setPaused(links[index].isPaused, ofLink: index, at: now)
            if links[index].takeWish() { clock.setNeedsDisplay(ofLink: index) }
        }
    }
}
