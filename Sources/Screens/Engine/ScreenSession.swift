import Linux
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
    /// How it was to be lit.
    let options: PipeOptions
    let mailbox: FrameMailbox
    let reader: FlipReader
    let content: ScreenContent
    let counters: LinkCounters
    let schedule: FrameSchedule
    let links: ScreenLinks
    let source: PictureSource
    /// Whether buffers may be drawn on as long as the copy has nothing to change.
    let mayDrawIntoScanout: Bool
    /// How the picture's colours are changed.
    let colors: ScreenColors
    /// Calls the delegate; its calls come first.
    let delegateLink: DisplayLink
    let gate = DrawingGate()
    let captures = CaptureRequests()
    /// Comes when the delegate's last call has returned, and the thread has let go of everything.
    let end = Completion()

    init(
        screen: Screen, pipe: any DisplayPipe, options: PipeOptions, reader: FlipReader, content: ScreenContent,
        links: ScreenLinks, source: PictureSource,
        shared: SharedState, delegate: DelegateReference
    ) {
        self.screen = screen
        self.pipe = pipe
        self.options = options
        mailbox = pipe.mailbox
        self.reader = reader
        self.content = content
        schedule = shared.settings.schedule
        self.links = links
        self.source = source
        delegateLink = DisplayLink(
            home: links, cadence: source.isOwn ? shared.settings.cadence : .interval(1), calls: content.nextFrame,
            draw: Self.drawing(source, delegate))
        counters = LinkCounters(pacing: pipe.pacing)
        colors = ScreenColors(options.adjustment, by: pipe)
        mayDrawIntoScanout =
            switch shared.settings.drawingMemory {
            case .scanout: pipe.hasCanvasBuffers
            case .automatic: pipe.hasCanvasBuffers && pipe.readsFast()
            default: false
            }
    }

    /// Has the delegate called as often as is wanted from now on. A mirror keeps step with the screen, a span with its leader.
    func pace(by settings: ScreenSettings, otherwise cadence: FrameCadence) {
        guard source.isOwn else { return }
        delegateLink.setCadence(settings.frameInterval.map(FrameCadence.interval) ?? cadence)
    }

    private static func drawing(_ delegate: DelegateReference) -> @Sendable (inout ExternalView) -> Void {
        { view in
            if let delegate = delegate.delegate {
                delegate.updateExternalView(&view)
            } else {
                view.nextUpdate = .whenNeeded
            }
        }
    }

    private static func drawing(
        _ source: PictureSource, _ delegate: DelegateReference
    ) -> @Sendable (inout ExternalView) -> Void {
        switch source {
        case .delegate: return drawing(delegate)
        case .mirror(let feed):
            let painter = MirrorPainter(feed: feed)
            return { painter.draw(on: &$0) }
        case .span(let seat):
            let painter = SpanPainter(seat: seat, drawAll: drawing(delegate))
            return { painter.draw(on: &$0) }
        }
    }

    /// Starts drawing.
    ///
    /// The links are told before there is a thread, so that none of their posts is lost.
    ///
    /// - Parameters:
    ///   - whenTroubled: called on the screen's thread, which draws no more then.
    ///   - whenEnded: called on the screen's thread, as the last that it does.
    func start(
        whenTroubled: @escaping @Sendable (Trouble) -> Void, whenEnded: @escaping @Sendable () -> Void
    ) throws(ScreenError) {
        links.attach(mailbox, rate: pipe.mode.refreshRate)
        mirror?.attachMirror(delegateLink, mailbox)
        seat?.join(delegateLink, mailbox)
        try ScreenError.mapping { () throws(SystemError) in
            try NativeThread.start(
                name: screen.name, isUrgent: true,
                { [self] in
                    var loop = RenderLoop(session: self)
                    if let trouble = loop.run() { whenTroubled(trouble) }
                },
                finally: { [end] in
                    end.signal()
                    whenEnded()
                })
        }
    }

    /// Ends the drawing: once this has returned no call of the delegate starts and no flip is made. A call that runs is
    /// not waited for.
    func stop() {
        gate.close()
        // A call that hangs holds up nobody who waits for a picture.
        captures.end()
        mirror?.detachMirror()
        seat?.leave()
        links.detach(mailbox)
        mailbox.post(.orders)
    }

    var mirror: MirrorFeed? { source.mirror }
    var seat: SpanSeat? { source.seat }

    func setNeedsDisplay() {
        delegateLink.setNeedsDisplay()
    }

    /// - Parameters:
    ///   - modesets: how often its connector's mode has been set so far.
    ///   - stalls: how often its connector's flips have stopped so far.
    func statistics(modesets: UInt64, stalls: UInt64) -> ScreenStatistics {
        counters.statistics(
            name: screen.name, mode: pipe.mode, schedule: schedule,
            layout: pipe.layout, drawingMemory: mayDrawIntoScanout && colors.level == 255 ? .scanout : .shadow,
            modesets: modesets, stalls: stalls)
    }
}
