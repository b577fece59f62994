import Glibc
import ScreensLinux
import Synchronization
import Testing

@testable import Screens

/// Video that a simulated plane shows in place of the canvas, and the conditions under which it is drawn instead.
@Suite struct DirectScanoutTests {
    private let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000))

    /// A film on a screen, and the pictures that a copy makes of its frames.
    struct Film {
        let clock: ManualClock
        let card: SimulatedCard
        let presenter: Presenter
        /// A strong reference, because the kit holds it weakly.
        let delegate: any VideoKitDelegate
        let kit: VideoKit

        /// Whether the plane shows the frames directly.
        var isShownAsItIs: Bool { card.pipe(of: "Virtual-1")?.showsVideo ?? false }

        /// Shows a frame of one gray.
        func show(_ luma: UInt8) throws -> Picture {
            give(luma)
            clock.advance(refreshes: 2)
            return try picture()
        }

        func picture() throws -> Picture { try #require(try card.picture(of: "Virtual-1")) }

        func give(_ luma: UInt8) {
            #expect(give(luma, to: presenter))
        }

        private func give(_ luma: UInt8, to presenter: Presenter) -> Bool {
            let count = presenter.format.size.width * presenter.format.size.height
            return presenter.enqueue { frame in
                for index in 0..<frame.byteCount {
                    frame.storeBytes(of: index < count ? luma : 90, toByteOffset: index, as: UInt8.self)
                }
            }
        }

        /// The picture of a frame after a copy.
        func expected(_ luma: UInt8, on size: Size = Size(width: 8, height: 8)) throws -> Picture {
            let copy = try Presenter(presenter.format)
            #expect(give(luma, to: copy))
            var view = try OffscreenView(size: size)
            view.draw { copy.draw(on: &$0) }
            return view.picture
        }
    }

    func start(
        _ pixels: VideoPixelFormat = .yuv420p, _ size: Size = Size(width: 8, height: 8), others: Int = 0,
        _ change: (inout VideoKit.Settings) -> Void = { _ in },
        drawnBy delegate: (Presenter) -> any VideoKitDelegate = { $0 }
    ) async throws -> Film {
        var abilities = SimulatedAbilities()
        abilities.videoFormats = [.yuv420p, .nv12]
        let modes = [try SimulatedMode("8x8@60"), try SimulatedMode("16x16@60")]
        let screens = (0...others).map { _ in SimulatedScreen(modes: [modes[0]], abilities: abilities) }
        let card = try SimulatedCard(screens: screens, clock: clock)
        let presenter = try Presenter(VideoFormat(size: size, pixels: pixels, rate: nil))
        let delegate = delegate(presenter)
        let kit = try await VideoKit.started(delegate, card, change)
        presenter.setWaker { [weak kit] in kit?.setNeedsDisplay() }
        return Film(clock: clock, card: card, presenter: presenter, delegate: delegate, kit: kit)
    }

    @Test(arguments: [VideoPixelFormat.yuv420p, .nv12], [Size(width: 8, height: 8), Size(width: 8, height: 4)])
    func theFramesAreTheSamePictureAsTheirCopies(_ pixels: VideoPixelFormat, _ size: Size) async throws {
        let film = try await start(pixels, size)
        // The mode is set with a picture of the canvas.
        #expect(try film.show(20) == film.expected(20))
        for luma in 21..<40 as Range<UInt8> {
            #expect(try film.show(luma) == film.expected(luma))
            #expect(film.isShownAsItIs, "frame \(luma)")
        }
        let statistics = try #require(film.kit.statistics().first)
        #expect(statistics.presented >= 20 && statistics.missed == 0)
        await film.kit.stop()
    }

    @Test(arguments: [
        (VideoPixelFormat.yuyv422, Size(width: 8, height: 8)), (.yuv420p, Size(width: 4, height: 4)),
        (.yuv420p, Size(width: 12, height: 12)),
    ])
    func anotherFormOrSizeIsCopied(_ pixels: VideoPixelFormat, _ size: Size) async throws {
        let film = try await start(pixels, size)
        for luma in 20..<25 as Range<UInt8> {
            #expect(try film.show(luma) == film.expected(luma))
            #expect(!film.isShownAsItIs)
        }
        await film.kit.stop()
    }

    @Test func aRotatedPictureIsCopied() async throws {
        let film = try await start { $0.orientation = .clockwise }
        _ = try film.show(30)
        #expect(try film.show(31) == film.expected(31))
        #expect(!film.isShownAsItIs)
        await film.kit.stop()
    }

    @Test func coloursThatTheCopyChangesEndAndBeginItAgain() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        #expect(film.isShownAsItIs)
        let id = try #require(film.kit.screens.first?.id)
        var settings = try #require(film.kit.settings(of: id))
        settings.dimming = 0.5
        try await film.kit.apply(settings, to: id)
        film.clock.advance(refreshes: 3)
        #expect(!film.isShownAsItIs, "no frame has come since")
        let (bright, dark) = (try film.expected(120), try film.picture())
        #expect(dark[4, 4] != bright[4, 4] && dark[4, 4] != .black)
        settings.dimming = 0
        try await film.kit.apply(settings, to: id)
        film.clock.advance(refreshes: 3)
        #expect(try film.picture() == bright)
        #expect(film.isShownAsItIs, "the film stands still")
        #expect(try film.show(130) == film.expected(130))
        #expect(film.isShownAsItIs)
        await film.kit.stop()
    }

    /// Presents on one screen alone: of two screens, a presenter takes the first one that draws.
    final class OnVirtual1: VideoKitDelegate {
        private let presenter: Presenter

        init(_ presenter: Presenter) {
            self.presenter = presenter
        }

        func updateExternalView(_ view: inout ExternalView) {
            if view.screen.name == "Virtual-1" { presenter.draw(on: &view, isAlone: true) }
        }
    }

    @Test func aMirrorGetsThePictureThatAPlaneShows() async throws {
        let film = try await start(others: 1, drawnBy: OnVirtual1.init)
        _ = try film.show(100)
        _ = try film.show(120)
        #expect(film.isShownAsItIs)
        let other = try #require(film.kit.connectors.first { $0.name == "Virtual-2" })
        var settings = try #require(film.kit.settings(of: other.id))
        settings.mirrorSource = "Virtual-1"
        try await film.kit.apply(settings, to: other.id)
        film.clock.advance(refreshes: 4)
        let expected = try film.expected(120)
        #expect(!film.isShownAsItIs)
        #expect(try film.picture() == expected)
        #expect(try film.card.picture(of: "Virtual-2") == expected)
        settings.mirrorSource = nil
        try await film.kit.apply(settings, to: other.id)
        film.clock.advance(refreshes: 4)
        #expect(film.isShownAsItIs, "the film stands still")
        await film.kit.stop()
    }

    @Test func aDrawingOverItIsSeenAndEndsWithIt() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        let screen = try #require(film.kit.screens.first)
        let link = try film.kit.makeDisplayLink(for: screen.id) { view in
            view.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .red)
            view.nextUpdate = .whenNeeded
        }
        film.clock.advance(refreshes: 3)
        #expect(!film.isShownAsItIs)
        let picture = try film.picture()
        #expect(picture[0, 0] == .red)
        #expect(try picture[4, 4] == film.expected(120)[4, 4])
        link.invalidate()
        film.clock.advance(refreshes: 3)
        #expect(try film.isShownAsItIs && film.picture() == film.expected(120), "the film stands still")
        _ = try film.show(130)
        #expect(try film.show(140) == film.expected(140))
        #expect(film.isShownAsItIs)
        await film.kit.stop()
    }

    @Test func aLayerOverItIsBlendedAndThePlaneShowsTheFramesAgainAfterIt() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        let screen = try #require(film.kit.screens.first)
        let image = try Image(size: Size(width: 2, height: 2), opaque: [0xFF0000, 0xFF0000, 0xFF0000, 0xFF0000])
        let layer = try film.kit.addLayer(
            to: screen.id, LayerPlacement(Rectangle(x: 1, y: 1, width: 2, height: 2)), image: image)
        film.clock.advance(refreshes: 3)
        #expect(!film.isShownAsItIs)
        for luma in [120, 125, 130] as [UInt8] {
            let picture = luma == 120 ? try film.picture() : try film.show(luma)
            let expected = try film.expected(luma)
            for index in 0..<64 {
                let isLayer = (1...2).contains(index % 8) && (1...2).contains(index / 8)
                #expect(picture.pixels[index] == (isLayer ? 0xFF0000 : expected.pixels[index]))
            }
        }
        layer.remove()
        film.clock.advance(refreshes: 3)
        #expect(film.isShownAsItIs, "the film stands still")
        _ = try film.show(135)
        #expect(try film.show(140) == film.expected(140))
        #expect(film.isShownAsItIs)
        await film.kit.stop()
    }

    @Test(arguments: [true, false]) func aFilmIsALayerOfAnotherContent(_ isOpaque: Bool) async throws {
        let clock = clock
        let card = try SimulatedCard(screens: [.make(24, 16)], clock: clock)
        let presenter = try Presenter(VideoFormat(size: Size(width: 8, height: 8), pixels: .yuv420p, rate: nil))
        let kit = try await VideoKit.started(RecordingDelegate { $0.backgroundColor = .blue }, card) { _ in }
        let film = Film(clock: clock, card: card, presenter: presenter, delegate: presenter, kit: kit)
        let screen = try #require(kit.screens.first)
        let layer = try kit.addLayer(
            to: screen.id, LayerPlacement(Rectangle(x: 10, y: 4, width: 8, height: 8)), isOpaque: isOpaque
        ) { view in presenter.draw(on: &view) }
        presenter.setWaker { [weak layer] in layer?.setNeedsDisplay() }
        for luma in [50, 100, 200] as [UInt8] {
            let picture = try film.show(luma)
            let expected = try film.expected(luma)
            for y in 0..<8 { for x in 0..<8 { #expect(picture[10 + x, 4 + y] == expected[x, y]) } }
            #expect(picture[9, 4] == .blue && picture[18, 4] == .blue)
        }
        await kit.stop()
    }

    @Test func aFrameThatTheKernelRefusesAfterItsTestIsCopiedAndThePlaneIsTriedAfterAPause() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(110)
        #expect(film.isShownAsItIs)
        film.card.refuseFlips(1, errno: EINVAL)
        _ = try film.show(120)
        // It is drawn for the next refresh.
        film.clock.advance(refreshes: 1)
        #expect(try film.picture() == film.expected(120))
        #expect(!film.isShownAsItIs)
        #expect(try film.show(130) == film.expected(130))
        #expect(!film.isShownAsItIs)
        film.clock.advance(by: .seconds(1))
        _ = try film.show(140)
        #expect(film.isShownAsItIs)
        #expect(film.kit.screens.first?.dark == nil, "no modeset was needed")
        #expect(film.card.modesets.count == 1)
        await film.kit.stop()
    }

    @Test func aFrameThatIsBusyIsTriedAgain() async throws {
        let film = try await start()
        _ = try film.show(100)
        film.card.refuseFlips(2, errno: EBUSY)
        _ = try film.show(110)
        film.clock.advance(refreshes: 4)
        #expect(try film.picture() == film.expected(110))
        #expect(film.isShownAsItIs)
        await film.kit.stop()
    }

    @Test func afterAnotherModeAndAnotherMasterTheFrameIsThereAgain() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(110)
        #expect(film.isShownAsItIs)
        film.card.beginOtherMaster()
        // The next flip detects it.
        _ = try film.show(115)
        #expect(film.kit.screens.first?.dark?.reason == .notMaster)
        film.card.endOtherMaster()
        film.clock.advance(by: .seconds(11))
        #expect(try film.picture() == film.expected(115))
        #expect(try film.show(120) == film.expected(120))
        #expect(film.isShownAsItIs)
        let larger = try SimulatedMode("16x16@60")
        try film.card.change("Virtual-1") { $0.modes = [larger] }
        film.clock.advance(by: .seconds(5))
        #expect(try film.picture() == film.expected(120, on: Size(width: 16, height: 16)))
        #expect(!film.isShownAsItIs, "it is scaled")
        await film.kit.stop()
    }

    @Test func aPictureThatTheKernelKeepsBackIsReadFromThePlane() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(110)
        let screen = try #require(film.kit.screens.first)
        let capture = try await film.kit.capture(screen.id)
        #expect(try capture.picture == film.expected(110))
        await film.kit.stop()
    }

    /// A delegate that draws over the frames of a presenter.
    private final class Subtitled: VideoKitDelegate {
        private let presenter: Presenter

        init(_ presenter: Presenter) {
            self.presenter = presenter
        }

        func updateExternalView(_ view: inout ExternalView) {
            presenter.draw(on: &view)
            view.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .red)
        }
    }

    @Test func aDelegateThatDrawsOverAPresenterKeepsTheFilm() async throws {
        let film = try await start(drawnBy: Subtitled.init)
        for luma in [60, 100, 140, 180] as [UInt8] {
            let picture = try film.show(luma)
            #expect(picture[0, 0] == .red)
            #expect(try picture[4, 4] == film.expected(luma)[4, 4])
        }
        await film.kit.stop()
    }

    /// A delegate with a frame that only a plane could read; in its second call it also draws on the view beside it.
    private final class Unreadable: VideoKitDelegate {
        private struct State {
            var drawing: VideoPainter
            var outcomes: [VideoPainter.Outcome] = []
        }

        private let state: Mutex<State>

        var outcomes: [VideoPainter.Outcome] { state.withLock(\.outcomes) }

        init(_ presenter: Presenter) {
            state = Mutex(State(drawing: VideoPainter(presenter.format, VideoPlacement(.fit), .black)))
        }

        func updateExternalView(_ view: inout ExternalView) {
            state.withLock { state in
                if state.outcomes.count == 1 { view.fill(view.bounds, with: .red) }
                state.outcomes.append(state.drawing.draw(nil, isComplete: true, on: &view))
            }
        }
    }

    @Test func aFrameThatCannotBeReadWaitsForTheModeAndForTheDrawingBefore() async throws {
        let film = try await start(drawnBy: Unreadable.init)
        film.clock.advance(refreshes: 4)
        let outcomes = try #require(film.delegate as? Unreadable).outcomes
        #expect(Array(outcomes.prefix(4)) == [.waits, .waits, .refused, .refused])
        await film.kit.stop()
    }

    /// Returns the colours of the picture at each of the next refreshes.
    private func colors(_ film: Film, for refreshes: Int) throws -> [Color] {
        try (0..<refreshes).map { _ in
            film.clock.advance(refreshes: 1)
            return try film.picture()[4, 4]
        }
    }

    @Test func noOlderPictureComesIfTheIntervalIsLong() async throws {
        let film = try await start()
        let id = try #require(film.kit.screens.first?.id)
        var settings = try #require(film.kit.settings(of: id))
        settings.frameInterval = 6
        try await film.kit.apply(settings, to: id)
        for luma in [60, 100, 200, 200] as [UInt8] {
            _ = try film.show(luma)
            film.clock.advance(refreshes: 10)
        }
        #expect(film.isShownAsItIs)
        let bright = try film.expected(200)[4, 4]
        #expect(try film.picture()[4, 4] == bright)
        settings.dimming = 0.5
        try await film.kit.apply(settings, to: id)
        let found = try colors(film, for: 10)
        let dark = try #require(found.last)
        #expect(dark != bright && dark != .black)
        #expect(found.allSatisfy { $0 == bright || $0 == dark }, "\(found)")
        await film.kit.stop()
    }

    @Test func aFrameThatComesWithOtherColoursIsShown() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        let id = try #require(film.kit.screens.first?.id)
        var settings = try #require(film.kit.settings(of: id))
        settings.dimming = 0.5
        try await film.kit.apply(settings, to: id)
        film.clock.advance(refreshes: 3)
        settings.dimming = 0
        try await film.kit.apply(settings, to: id)
        // Both are for the same refresh.
        film.give(200)
        let (former, next) = (try film.expected(120)[4, 4], try film.expected(200)[4, 4])
        let dark = try film.picture()[4, 4]
        let found = try colors(film, for: 6)
        #expect(found.last == next)
        #expect(found.allSatisfy { $0 == dark || $0 == former || $0 == next }, "\(found)")
        #expect(found.lastIndex(of: former) ?? -1 < found.firstIndex(of: next) ?? 0, "\(found)")
        await film.kit.stop()
    }

    @Test func aCardWhoseMemoryIsFullShowsTheFilmByTheCopy() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(110)
        film.card.refuseFlips(1, errno: ENOMEM)
        _ = try film.show(120)
        film.clock.advance(refreshes: 1)
        #expect(try film.picture() == film.expected(120))
        #expect(!film.isShownAsItIs && film.card.modesets.count == 1)
        // This also holds after another modeset, which would make it full again, until the pause is over.
        let id = try #require(film.kit.screens.first?.id)
        var settings = try #require(film.kit.settings(of: id))
        settings.orientation = .upsideDown
        try await film.kit.apply(settings, to: id)
        settings.orientation = .upright
        try await film.kit.apply(settings, to: id)
        film.clock.advance(refreshes: 2)
        #expect(try film.show(130) == film.expected(130))
        #expect(!film.isShownAsItIs)
        await film.kit.stop()
    }

    @Test func aBusyKernelThatDoesNotTakeAFrameGetsACopy() async throws {
        let film = try await start()
        _ = try film.show(100)
        film.card.refuseFlips(.max, errno: EBUSY)
        _ = try film.show(110)
        film.clock.advance(by: .seconds(2.9))
        #expect(try film.picture() == film.expected(100))
        film.clock.advance(by: .seconds(0.2))
        film.card.refuseFlips(0)
        film.clock.advance(refreshes: 4)
        #expect(try film.picture() == film.expected(110))
        #expect(film.card.modesets.count == 1)
        await film.kit.stop()
    }
}
