import Testing

@testable import Screens

extension DirectScanoutTests {
    @Test func theObstaclesOfAFrameAreKnownBeforeItsRefresh() async throws {
        let film = try await start(others: 1, drawnBy: OnVirtual1.init)
        _ = try film.show(100)
        let (first, second) = (film.kit.connectors[0].id, film.kit.connectors[1].id)
        func forecast(
            _ pixels: VideoPixelFormat = .yuv420p, _ crop: Rectangle? = nil, modifier: UInt64 = 0
        ) throws -> DirectForecast {
            film.clock.advance(refreshes: 3)
            let format = try VideoFormat(size: Size(width: 8, height: 8), pixels: pixels)
            return film.kit.directForecast(of: first, to: format, VideoPlacement(.fit, crop: crop), modifier: modifier)
        }
        func change(_ screen: ScreenID, _ change: (inout ScreenSettings) -> Void) async throws {
            var settings = try #require(film.kit.settings(of: screen))
            change(&settings)
            try await film.kit.apply(settings, to: screen)
        }
        #expect(try forecast() == .shown)
        #expect(try forecast(.yuyv422) == .impossible)
        #expect(try forecast(modifier: 1 << 56 | 1) == .impossible)
        #expect(try forecast(.yuv420p, Rectangle(x: 0, y: 0, width: 4, height: 4)) == .impossible)
        try await change(first) { $0.dimming = 0.5 }
        #expect(try forecast() == .hindered(.colors))
        try await change(first) { $0.dimming = 0 }
        try await change(second) { $0.mirrorSource = "Virtual-1" }
        #expect(try forecast() == .hindered(.mirror))
        try await change(second) { $0.mirrorSource = nil }
        let image = try Image(size: Size(width: 1, height: 1), opaque: [0xFF0000])
        let place = LayerPlacement(Rectangle(x: 1, y: 1, width: 1, height: 1))
        let layer = try film.kit.addLayer(to: first, place, image: image)
        #expect(try forecast() == .hindered(.layer))
        layer.remove()
        #expect(try forecast() == .shown)
        try await change(first) { $0.orientation = .clockwise }
        #expect(try forecast() == .hindered(.rotation))
        await film.kit.stop()
    }
}
