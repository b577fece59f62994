import Configuration
import Linux
import ProgramKit
import Screens

extension Daemon {
    /// Has a screen show something, if it does not already.
    func show(_ wanted: ScreenConfiguration, on screen: Screen) {
        let name = screen.qualifiedName
        if let former = driven[name], former.id == screen.id, former.wanted.content == wanted.content,
            !former.isOutdated
        {
            driven[name]?.wanted = wanted
            return
        }
        endContent(of: name)
        lastGeneration += 1
        let brightness = driven[name].flatMap { $0.id == screen.id ? $0.brightness : nil }
        driven[name] = DrivenScreen(
            id: screen.id, wanted: wanted, brightness: brightness, changed: MonotonicClock.now,
            generation: lastGeneration)
        // Before it is read: what changes meanwhile is read again.
        watchPictures()
        begin(wanted.content, on: name, lastGeneration)
    }

    /// What was to be done for it is done no more, and what it has in memory is let go of: slides may have been for weeks.
    func endContent(of name: String) {
        driven[name]?.slides?.end()
        stopTimer(of: name)
    }

    func stopTimer(of name: String) {
        if let timer = driven[name]?.timer { loop.cancel(timer) }
        driven[name]?.timer = nil
    }

    private func begin(_ content: ShownContent, on name: String, _ generation: UInt64) {
        switch content {
        case .none: break
        case .color(let color): show(StillPainting { _ in SolidPattern(color: color) }, on: name)
        case .pattern(let pattern): show(StillPainting { pattern.pattern(for: $0) }, on: name)
        case .image: readImage(on: name)
        case .slides(let placed, let slides): startSlides(slides, placed, on: name, generation)
        }
    }

    private func show(_ painting: any Painting, on name: String) {
        painter.place(of: name).show(painting)
        redraw(name)
    }

    func redraw(_ name: String) {
        guard let screen = kit.screens.first(where: { $0.qualifiedName == name }) else { return }
        kit.setNeedsDisplay(screen.id)
    }

    // MARK: Slides

    private func startSlides(
        _ slides: ShownContent.SlideShow, _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        let show = SlideShow(folder: slides.folder, mode: placed.mode, background: placed.background)
        driven[name]?.slides = show
        painter.place(of: name).show(
            SlidesPainting(
                show, background: placed.background, fade: Int64(slides.fade.milliseconds) * 1_000_000))
        redraw(name)
        nextSlide(show, after: Int64(slides.interval.milliseconds) * 1_000_000, on: name, generation)
    }

    /// Shows the next picture, and the one after it when its time has come.
    private func nextSlide(_ show: SlideShow, after interval: Int64, on name: String, _ generation: UInt64) {
        guard driven[name]?.generation == generation, !show.isOver else { return }
        if show.slide == nil || !isOff(name) {
            show.advance { [weak self] problems, isNew in
                Task { [weak self] in
                    await self?.slideRead(problems, isNew, of: show, after: interval, on: name, generation)
                }
            }
        }
        driven[name]?.timer = schedule(after: interval) { $0.nextSlide(show, after: interval, on: name, generation) }
    }

    /// Whether a screen is off for longer than until its content changes: nobody would see the next slide.
    private func isOff(_ name: String) -> Bool {
        guard let screen = driven[name], !screen.isIdle else { return false }
        return !screen.wanted.power.isOn(at: WallClockTimer.now, in: zone)
    }

    private func slideRead(
        _ problems: [Failure], _ isNew: Bool, of show: SlideShow, after interval: Int64, on name: String,
        _ generation: UInt64
    ) {
        guard driven[name]?.generation == generation else { return }
        for problem in problems { log.warning("\(name): \(problem.message)") }
        if isNew { contentChanged(on: name) }
        // There is no picture yet: its folder may be on a share that is not there, or be filled only later.
        if show.slide == nil, interval > Self.retryInterval {
            stopTimer(of: name)
            driven[name]?.timer = schedule(after: Self.retryInterval) {
                $0.nextSlide(show, after: interval, on: name, generation)
            }
        }
    }

    /// Another picture is to be seen than before, though nothing else was asked for.
    func contentChanged(on name: String) {
        driven[name]?.changed = MonotonicClock.now
        redraw(name)
        // It was switched off because nothing changed.
        if driven[name]?.isIdle ?? false { settleSoon() }
    }

    // MARK: Names over pictures

    /// Shows each screen its name and number for some nanoseconds.
    func identify(for duration: Int64) {
        setLabels(true)
        if let labelTimer { loop.cancel(labelTimer) }
        labelTimer = schedule(after: duration) { $0.setLabels(false) }
    }

    private func setLabels(_ areShown: Bool) {
        // Of those too that have left meanwhile: they would come back with it.
        painter.removeLabels()
        for (index, screen) in kit.screens.enumerated() where areShown {
            painter.place(of: screen.qualifiedName).setLabel(ScreenLabel(number: index + 1, name: screen.name))
        }
        kit.setNeedsDisplay()
    }
}
