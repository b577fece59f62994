import Configuration
import ProgramKit
import Screens

extension Daemon {
    /// From a picture that cannot be read to the next try, in nanoseconds.
    private static let retryInterval: Int64 = 30_000_000_000
    /// How many pictures for one screen are read at once: one that is waited for on a share that hangs holds up no other,
    /// and who wants a hundred has the last.
    private static let mostReaders = 3

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
        begin(wanted.content, on: name, lastGeneration)
    }

    /// What was to be done for it is done no more, and what it has in memory is let go of: slides may have been for weeks.
    func endContent(of name: String) {
        driven[name]?.slides?.end()
        if let timer = driven[name]?.timer { loop.cancel(timer) }
    }

    private func begin(_ content: ShownContent, on name: String, _ generation: UInt64) {
        switch content {
        case .none: break
        case .color(let color): show(StillPainting { _ in SolidPattern(color: color) }, on: name)
        case .pattern(let pattern): show(StillPainting { pattern.pattern(for: $0) }, on: name)
        case .image(let placed, let path): readImage(path, placed, on: name, generation)
        case .slides(let placed, let slides): startSlides(slides, placed, on: name, generation)
        }
    }

    private func show(_ painting: any Painting, on name: String) {
        painter.place(of: name).show(painting)
        redraw(name)
    }

    private func redraw(_ name: String) {
        guard let screen = kit.screens.first(where: { $0.qualifiedName == name }) else { return }
        kit.setNeedsDisplay(screen.id)
    }

    // MARK: Pictures

    /// Reads a picture on a thread of its own: what is shown stays until it is there.
    private func readImage(
        _ path: String, _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        guard readers[name, default: 0] < Self.mostReaders else {
            driven[name]?.isWaitingForReader = true
            return
        }
        driven[name]?.isWaitingForReader = false
        readers[name, default: 0] += 1
        let hasStarted = DetachedThread.start { [weak self] in
            var problems: [String] = []
            let result = Result { () throws(Failure) in try PictureFile.read(path) { problems.append($0) } }
            let warnings = problems
            Task { [weak self] in
                await self?.imageRead(result, warnings, path, placed, on: name, generation)
            }
        }
        if !hasStarted {
            readers[name, default: 1] -= 1
            imageFailed("there is no thread to read \(path) on", path, placed, on: name, generation)
        }
    }

    private func imageRead(
        _ result: Result<DecodedPicture, Failure>, _ warnings: [String], _ path: String,
        _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        readers[name, default: 1] -= 1
        guard driven[name]?.generation == generation else { return readWaitingImage(of: name) }
        for warning in warnings { log.warning(warning) }
        switch result {
        case .success(let picture):
            let whole = PlacedPicture(picture: picture, mode: placed.mode, background: placed.background)
            show(StillPainting { _ in PicturePattern(whole) }, on: name)
        case .failure(let failure): imageFailed(failure.message, path, placed, on: name, generation)
        }
    }

    private func readWaitingImage(of name: String) {
        guard let screen = driven[name], screen.isWaitingForReader,
            case .image(let placed, let path) = screen.wanted.content
        else { return }
        readImage(path, placed, on: name, screen.generation)
    }

    /// The background, until the picture can be read: it may be on a share that is not there yet.
    private func imageFailed(
        _ message: String, _ path: String, _ placed: ShownContent.Placed, on name: String, _ generation: UInt64
    ) {
        log.error("\(name): \(message)")
        show(StillPainting { _ in SolidPattern(color: placed.background) }, on: name)
        driven[name]?.timer = schedule(after: Self.retryInterval) { daemon in
            guard daemon.driven[name]?.generation == generation else { return }
            daemon.readImage(path, placed, on: name, generation)
        }
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
        show.advance { [weak self] problems, isNew in
            Task { [weak self] in await self?.slideRead(problems, isNew, on: name, generation) }
        }
        driven[name]?.timer = schedule(after: interval) { $0.nextSlide(show, after: interval, on: name, generation) }
    }

    private func slideRead(_ problems: [Failure], _ isNew: Bool, on name: String, _ generation: UInt64) {
        guard driven[name]?.generation == generation else { return }
        for problem in problems { log.warning("\(name): \(problem.message)") }
        guard isNew else { return }
        driven[name]?.changed = MonotonicClock.now
        redraw(name)
        // It was switched off because nothing changed.
        if driven[name]?.isIdle ?? false { Task { await settle() } }
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
