import Synchronization
import Testing

@testable import Screens

/// The buffers in which a plane shows a film: they are made before its first frame.
@Suite struct FilmMemoryTests {
    /// The driver of a plane that shows each format at each place.
    private final class Driver: DirectBufferSource {
        /// How often buffers were made.
        let made = Mutex(0)
        let formats: [ScanoutFormat] = []

        func makeBuffers(_ placement: DirectPlacement) -> [DirectBuffer] {
            made.withLock { $0 += 1 }
            return (0..<2).map { _ in
                let memory = SimulatedVideoMemory(placement)
                return DirectBuffer(placement, memory.frame) { withExtendedLifetime(memory) { 0 } }
            }
        }

        func makeBuffer(_ placement: DirectPlacement, in memory: SharedVideoMemory) -> DirectBuffer? { nil }
        func releaseDirectBuffers() {}
    }

    private let driver = Driver()
    private let film: Presenter

    init() throws {
        film = try Presenter(VideoFormat(size: Size(width: 8, height: 8), pixels: .nv12, rate: nil))
    }

    /// The number of times that buffers were made, before the first frame and with it.
    private func drawFirstFrame(on view: inout OffscreenView) -> [Int] {
        let before = driver.made.withLock(\.self)
        #expect(film.enqueue { _ in })
        view.draw { view in
            film.updateExternalView(&view)
            #expect(view.canvas.directScanout.isPicture)
        }
        return [before, driver.made.withLock(\.self)]
    }

    /// A film may begin before the mode is set, when the plane is not offered yet.
    @Test(arguments: [false, true])
    func buffersOfAFilmAreMadeBeforeItsFirstFrame(isLit: Bool) throws {
        var view = try OffscreenView(size: Size(width: 8, height: 8))
        view.draw { view in
            view.canvas.directScanout.offer(isLit ? driver : nil, isComing: !isLit)
            film.updateExternalView(&view)
            // The background is drawn on the canvas, which is shown meanwhile.
            view.canvas.directScanout.leave()
        }
        if !isLit { view.draw { $0.canvas.directScanout.offer(driver, isComing: false) } }
        #expect(drawFirstFrame(on: &view) == [1, 1])
    }

    @Test func buffersOfAFilmAreMadeAgainInTheNextSession() throws {
        var view = try OffscreenView(size: Size(width: 8, height: 8))
        view.draw { view in
            view.canvas.directScanout.offer(driver, isComing: false)
            film.updateExternalView(&view)
        }
        _ = drawFirstFrame(on: &view)
        view.draw { view in
            view.canvas.directScanout.end()
            view.canvas.directScanout.offer(driver, isComing: false)
        }
        #expect(drawFirstFrame(on: &view) == [2, 2])
    }

    @Test func buffersOfAFilmThatWasDrawnOverAreReleased() throws {
        var view = try OffscreenView(size: Size(width: 8, height: 8))
        view.draw { $0.canvas.directScanout.offer(driver, isComing: false) }
        _ = drawFirstFrame(on: &view)
        view.draw { view in
            view.canvas.directScanout.leave()
            view.canvas.directScanout.offer(driver, isComing: false)
        }
        #expect(driver.made.withLock(\.self) == 1)
    }
}
