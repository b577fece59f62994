import Glibc
import ScreensLinux

/// The loop of a screen's thread: sleep, draw, copy what changed, flip.
///
/// It neither allocates nor locks, and waits only for the kernel. Only changes of the links and layers are read under
/// their locks.
struct RenderLoop {
    private let session: ScreenSession
    private let pipe: any DisplayPipe
    private let signal: FrameSignal
    private let content: DelegateContent
    private let time: TimeSource
    private let rate: RefreshRate
    private let canvas: ScreenCanvas
    private let buffers: [ScanoutSurface]
    private let path: ScanoutPath
    private let ownLink: DisplayLink
    private var drawsIntoScanout: Bool
    private var layers: LayerStack
    private var clock: FrameClock
    /// The links in the order in which they are called. The clock has one timetable for each.
    private var links: [DisplayLink] = []
    private var linksVersion: UInt64?
    private var colorsVersion: UInt64
    /// The mirrors of the screen.
    private var senders: [PictureSender] = []
    /// The damage of the canvas that each buffer lacks.
    private var stale: InlineArray<3, Damage>
    private var shownBuffer = 0
    /// Whether the mode is set.
    private var isShown = false
    /// The buffer of the flip in flight.
    private var flyingBuffer: Int?
    /// The damage in the buffer that waits for its flip.
    private var changed = Damage()
    /// The buffer of the frame that waits for its flip.
    private var readyBuffer = 0
    /// The direct buffer that waits for its flip; nil if a buffer of the pipe does.
    private var readyDirect: DirectBuffer?
    /// Makes direct buffers; nil if the plane shows no video frames.
    private let directSource: (any DirectBufferSource)?
    /// Whether the whole picture must be copied to a buffer once more, since it would look different there now.
    private var isShownAgain = false
    /// The time of the first of the refused flips in a row; nil if the kernel took the last one. During the modeset of
    /// another program it refuses them for many refreshes.
    private var refusedSince: MonotonicTime?
    /// The current time, refreshed after each step that may take long.
    private var now: MonotonicTime
    private let start: MonotonicTime

    init(session: ScreenSession) {
        self.session = session
        pipe = session.pipe
        signal = session.signal
        time = session.time
        rate = session.pipe.mode.refreshRate
        content = session.drawing.content
        ownLink = session.drawing.link
        canvas = content.canvas
        buffers = session.pipe.buffers
        colorsVersion = session.colors.version
        let colors = session.colors.ofCopy
        path = ScanoutPath(session.pipe.plan, format: session.pipe.buffers[0].format, colors: colors)
        drawsIntoScanout = session.mayDrawIntoScanout && colors == .asDrawn
        layers = LayerStack(content.canvas.size)
        directSource = session.pipe.directSource
        stale = InlineArray(repeating: Damage())
        start = time.now
        now = start
        clock = FrameClock(
            rate: rate, pacing: pipe.longestPeriod != nil ? .variable : .vblank, schedule: session.schedule,
            buffers: buffers.count, longestPeriod: pipe.longestPeriod, start: now)
        shownBuffer = session.backgroundBuffer
        canvas.move(to: session.screen)
        // The buffers are as black as a new canvas. A canvas that was shown before has to be shown again as a whole.
        if session.drawing.isResumed { canvas.markAllDamaged() }
    }

    /// Runs until the session ends.
    ///
    /// - Returns: the failure that keeps the screen from being drawn, or nil.
    mutating func run() -> ScreenSession.Failure? {
        defer {
            content.continueFrames(after: ownLink.count)
            canvas.directScanout.end()
            canvas.leaveBuffers()
            session.captures.end()
            // A session that begins meanwhile waits for the layers.
            if layers.end() { session.links.change() }
        }
        takeChanges()
        guard drawFirstPicture() else { return nil }
        while true {
            // A flip event that no thread has read yet does not count as missing.
            if clock.isFlightOverdue(at: now), session.reader.isTurn(of: session) { _ = session.reader.read() }
            guard let signals = takeSignals() else { return nil }
            if signals.contains(.flipped) { flipCompleted() }
            if signals.contains(.changes) { takeChanges() }

            let action = clock.action(at: now)
            // The clock may have stopped waiting for the event.
            landBuffer()
            switch action {
            case .draw(let due):
                session.counters.lateness.record(now - due)
                draw()
            case .commit:
                if let failure = commit() { return failure }
            case .wait(let deadline):
                sleep(until: deadline)
            case .stalled:
                return .stalled
            }
        }
    }

    /// - Returns: nil if the session has ended.
    private func takeSignals() -> FrameSignal.Signals? {
        let signals = signal.take()
        // The gate is read after the signals, since it is closed before the post. A post that is taken while the gate
        // is open is not the last one.
        return session.gate.isClosed ? nil : signals
    }

    /// Draws the first picture, and sleeps until the mode is set with it. Nothing is flipped before.
    ///
    /// - Returns: false if the session ends before.
    private mutating func drawFirstPicture() -> Bool {
        var offered: Int?
        while let signals = takeSignals() {
            if let shown = session.picture.shownBuffer {
                begin(showing: shown, offered)
                // Changes that were posted meanwhile are among these signals, and are not posted again.
                takeChanges()
                return true
            }
            if signals.contains(.changes) { takeChanges() }
            guard offered == nil else {
                wait(until: nil)
                continue
            }
            // A mirror or a part of a wall gets its picture from another screen, which may take a moment.
            let drawsItself = session.drawing.source.isOwn
            switch clock.action(at: now) {
            case .draw:
                draw()
                // If nothing was drawn, the picture is as black as every buffer.
                if drawsItself { offered = shownBuffer }
            case .wait(let deadline):
                if drawsItself, deadline == nil { offered = shownBuffer } else { wait(until: deadline) }
            case .commit, .stalled: break
            }
            now = time.now
            if case .ready = clock.stage { offered = readyBuffer }
            if let offered { session.picture.isDrawn(in: offered) }
        }
        return false
    }

    /// Records that the mode is set, with a buffer that has the first picture, or the background.
    private mutating func begin(showing shown: Int, _ offered: Int?) {
        let isFrame = shown == offered && shown != shownBuffer
        if isFrame {
            stale[shown].removeAll()
        } else if offered != shown {
            stale[shown].insert(Rectangle(canvas.size))
        }
        shownBuffer = shown
        isShown = true
        now = time.now
        let target = clock.screenEnabled(showsFrame: isFrame, at: now)
        for link in links { link.wasShown(at: target, since: start) }
        content.wasShown(at: target, since: start)
        session.counters.update(from: clock)
        if isFrame { session.counters.frameFinished() }
    }

    private mutating func sleep(until deadline: MonotonicTime?) {
        if session.reader.isTurn(of: session), session.manualSleep == nil {
            // While a flip is in flight its event ends the sleep. Only a lost flip reaches the deadline, and may then
            // be some milliseconds late: a timer would take one more system call in each frame.
            session.reader.wait(for: session, until: deadline, isExact: clock.flight == nil)
        } else {
            wait(until: deadline)
        }
        now = time.now
    }

    /// Sleeps without reading the card's events. A manual clock delivers flips itself.
    private func wait(until deadline: MonotonicTime?) {
        if let manual = session.manualSleep { manual.sleep(until: deadline) } else { signal.wait(until: deadline) }
    }

    private mutating func flipCompleted() {
        clock.flipCompleted(signal.flip, at: now)
        session.counters.update(from: clock)
    }

    /// Records that the buffer in flight is shown, if the clock counts its flip as complete.
    private mutating func landBuffer() {
        guard clock.flight == nil else { return }
        let showedDirect = canvas.directScanout.shown != nil
        guard canvas.directScanout.landed(isCanvas: flyingBuffer != nil) else { return }
        if flyingBuffer != nil, showedDirect { directSource?.releaseDirectBuffers() }
        shownBuffer = flyingBuffer ?? shownBuffer
        flyingBuffer = nil
        session.counters.frameFinished()
    }

    /// Whether anything is drawn over the content: a visible layer, or anything that a further link draws.
    private var isCovered: Bool { layers.isVisible || links.contains { $0 !== ownLink && $0.layer == nil } }

    private mutating func draw() {
        session.counters.frameBegun(at: now)
        canvas.directScanout.frameBegins(at: now)
        if isShownAgain {
            isShownAgain = false
            canvas.markAllDamaged()
        }
        if drawsIntoScanout {
            readyBuffer = freeBuffer
            // No buffer contains a picture from before a pause.
            stale[readyBuffer].insert(canvas.damage)
            canvas.beginFrame(in: buffers[readyBuffer].pixels, lacking: stale[readyBuffer])
        }
        for index in links.indices where clock.isCalled(link: index) {
            // The gate is checked before each call: a long call may outlast the session, and no call may begin after
            // its end.
            guard session.gate.beginDrawing() else { return }
            clock.linkReturned(index, next: links[index].call(clock.timing(ofLink: index), on: canvas) ?? .whenNeeded)
            session.gate.endDrawing()
        }
        // The canvas has an older picture than the plane. So the frame is drawn there before a layer appears over it.
        let isFirstLayer = canvas.directScanout.isPicture && canvas.damage.isEmpty && layers.isVisible
        if !layers.isEmpty, !isFirstLayer { layers.takeDamage(to: canvas) }
        let begun = now
        now = time.now
        session.counters.rendering.record(now - begun)

        content.background = canvas.backgroundColor.rgb
        readyDirect = canvas.directScanout.takeNew()
        defer { if isFirstLayer { offerFrames() } }
        guard canvas.damage.isEmpty else { return bringToBuffer() }
        guard readyDirect == nil else { return clock.frameDrawn(at: now) }
        clock.frameUnchanged(at: now)
        if clock.flight == nil { session.counters.frameFinished() }
        session.counters.update(from: clock)
    }

    /// Copies the picture of the canvas to a buffer.
    private mutating func bringToBuffer() {
        readyDirect = nil
        canvas.directScanout.leave()
        let damage = canvas.damage
        for index in buffers.indices { stale[index].insert(damage) }
        if !layers.isEmpty { layers.compose(damage, of: canvas.pixels) }
        if !senders.isEmpty { publish(damage) }
        if drawsIntoScanout {
            canvas.endFrame()
            changed = stale[readyBuffer]
        } else {
            readyBuffer = freeBuffer
            changed = layers.write(stale[readyBuffer], of: canvas.pixels, to: buffers[readyBuffer], by: path)
            now = time.now
        }
        canvas.damageTaken()
        clock.frameDrawn(at: now)
        // The last visible layer may be gone now.
        offerFrames()
    }

    /// Publishes what has changed to the mirrors.
    private func publish(_ damage: borrowing Damage) {
        let pixels = layers.picture(over: canvas.pixels)
        for index in senders.indices { senders[index].publish(damage, of: pixels) }
    }

    /// A buffer that is neither shown nor about to be shown.
    private var freeBuffer: Int { buffers.indices.first { $0 != shownBuffer && $0 != flyingBuffer } ?? readyBuffer }

    private mutating func commit() -> ScreenSession.Failure? {
        guard session.gate.beginCommit() else { return nil }
        let result = readyDirect?.flip() ?? pipe.flip(to: readyBuffer, damage: changed)
        session.gate.endCommit()
        now = time.now
        switch result {
        case 0:
            refusedSince = nil
            if let readyDirect {
                canvas.directScanout.wasCommitted(readyDirect)
            } else {
                stale[readyBuffer].removeAll()
                flyingBuffer = readyBuffer
            }
            readyDirect = nil
            clock.frameCommitted(at: now)
            session.counters.frameWaits(since: now)
        case EACCES, ENODEV, EFAULT: return .flipRefused(result)
        default:
            let since = refusedSince ?? now
            refusedSince = since
            let mayPass = [EBUSY, EINTR, EAGAIN, ENOMEM].contains(result) && now - since < FrameClock.stallLimit
            if readyDirect != nil, !mayPass || result == ENOMEM {
                refuseFrames()
            } else if mayPass {
                // The flip is tried again at the next refresh; the picture is in the buffer already.
                clock.commitRefused(at: now)
                session.counters.update(from: clock)
            } else {
                return .flipRefused(result)
            }
        }
        return nil
    }

    /// Handles a frame that the kernel refuses although it accepted it as a test, for example because its memory is
    /// full. It and the frames of some time are drawn.
    private mutating func refuseFrames() {
        refusedSince = nil
        readyDirect = nil
        canvas.directScanout.refuse(at: now)
        clock.frameUnchanged(at: now)
        leaveDirectBuffers()
    }

    /// Offers the plane for video frames, or draws the shown one again if the plane cannot show any.
    private mutating func offerFrames() {
        let isCovered = isCovered
        session.isCovered.store(isCovered, ordering: .relaxed)
        // Nothing may be over the frames, and no copy may have to change them.
        let allowsDirectScanout =
            directSource != nil && isShown && senders.isEmpty && !isCovered && path.colors == .asDrawn
        canvas.directScanout.offer(allowsDirectScanout ? directSource : nil, isComing: directSource != nil && !isShown)
        if !allowsDirectScanout { leaveDirectBuffers() }
        returnToDirectBuffers()
    }

    /// Ends direct scanout: requests the picture again if a plane shows it in place of the canvas, which has an older
    /// picture.
    private mutating func leaveDirectBuffers() {
        guard canvas.directScanout.isPicture else { return }
        canvas.directScanout.leave()
        clock.setNeedsRedraw(ofLink: 0)
    }

    /// Requests the picture again if the plane may now show a frame that waits for that. The pixels of the canvas that
    /// are marked as changed are shown before.
    private mutating func returnToDirectBuffers() {
        guard canvas.damage.isEmpty, !isShownAgain, canvas.directScanout.takeAwaited() else { return }
        clock.setNeedsRedraw(ofLink: 0)
    }

    /// Takes the mirrors of the screen. A new mirror gets the whole picture as it is, or as it is drawn next.
    private mutating func takeMirrors() {
        let whole = Rectangle(canvas.size)
        var added: [PictureSender] = []
        senders.removeAll { !$0.isConnected }
        for mirror in session.links.mirrors where !senders.contains(where: { $0.receiver === mirror }) {
            guard let sender = mirror.open(whole, of: session.links) else { continue }
            senders.append(sender)
            added.append(sender)
        }
        layers.setComplete(path.isScaled || !senders.isEmpty, canvas)
        guard !canvas.directScanout.isPicture else { return }
        let pixels = layers.picture(over: canvas.pixels)
        for sender in added { sender.publish(Damage(whole), of: pixels) }
    }

    /// Changes the colours of the picture from the next frame on, which comes even if nothing is drawn.
    private mutating func takeColors() {
        let colors = session.colors.ofCopy
        guard colors != path.colors else { return }
        path.colors = colors
        chooseMemory()
        // If a plane shows a frame, the canvas has an older picture, and the frame is drawn again.
        guard !canvas.directScanout.isPicture else { return }
        isShownAgain = true
        clock.setNeedsRepeat()
    }

    /// Draws in the buffers of the screen from now on, or in ordinary memory if the copy changes the picture.
    private mutating func chooseMemory() {
        let drawsIntoScanout = session.mayDrawIntoScanout && path.colors == .asDrawn && layers.isEmpty
        if self.drawsIntoScanout, !drawsIntoScanout { canvas.leaveBuffers() }
        self.drawsIntoScanout = drawsIntoScanout
    }

    /// Takes the links to call. A layer that a former session still has comes later.
    private mutating func takeLinks() {
        let requested = [ownLink] + session.links.links
        for index in links.indices.reversed() where !requested.contains(where: { $0 === links[index] }) {
            let link = links.remove(at: index)
            clock.removeLink(index)
            if let layer = link.layer { remove(layer) }
        }
        for link in requested where !links.contains(where: { $0 === link }) {
            if let layer = link.layer {
                guard layer.claim(for: canvas) else { continue }
                layers.add(layer)
            }
            links.append(link)
            clock.addLink(
                interval: link.interval(at: rate), number: link.count.calls, missed: link.missed,
                isPaused: link.isPaused, at: now)
        }
        for index in links.indices { clock.setInterval(links[index].interval(at: rate), ofLink: index) }
        chooseMemory()
    }

    /// Removes a layer from the picture.
    private mutating func remove(_ layer: LayerDrawing) {
        layers.remove(layer, from: canvas)
        clock.setNeedsRepeat()
    }

    /// Takes the changes of the links, their layers and the colours. It locks and allocates only if one of these has
    /// changed.
    private mutating func takeChanges() {
        let newColors = session.colors.version
        if newColors != colorsVersion {
            colorsVersion = newColors
            takeColors()
        }
        let version = session.links.version
        if version != linksVersion {
            linksVersion = version
            takeLinks()
            takeMirrors()
        }
        for index in links.indices {
            clock.setPaused(links[index].isPaused, ofLink: index, at: now)
            if links[index].takeRequest() {
                links[index].layer?.takeChanges(on: canvas.screen)
                clock.setNeedsDisplay(ofLink: index)
            }
        }
        offerFrames()
        session.captures.answer {
            let (plan, size) = (session.pipe.plan, session.pipe.mode.scanoutSize)
            guard let frame = canvas.directScanout.shown else {
                return DisplayedPicture.picture(of: buffers[shownBuffer], plan, mode: size)
            }
            return frame.memory.map { DisplayedPicture.picture(of: $0, frame.placement, plan, mode: size) }
        }
    }
}
