import Synchronization
import Testing

@testable import Screens

/// Layers over a film that a plane shows, which are not always visible.
extension DirectScanoutTests {
    /// The plane shows the film until the layer has a picture, an opacity and a place, and again without one of them.
    @Test func aLayerThatShowsNothingLeavesThePlane() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        let screen = try #require(film.kit.screens.first)
        let place = Rectangle(x: 1, y: 1, width: 2, height: 2)
        let draws = Atomic<Bool>(false)
        let layer = try film.kit.addLayer(to: screen.id, LayerPlacement(place), isOpaque: true) { view in
            let isDrawn = draws.load(ordering: .relaxed)
            if isDrawn { view.fill(view.bounds, with: .red) }
            view.isLayerEmpty = !isDrawn
            view.nextUpdate = .whenNeeded
        }
        func expect(_ isVisible: Bool, _ state: Comment) throws {
            film.clock.advance(refreshes: 4)
            for luma in [130, 131] as [UInt8] {
                let (picture, expected) = (try film.show(luma), try film.expected(luma))
                #expect(film.isShownAsItIs == !isVisible, state)
                for index in 0..<64 {
                    let isLayer = isVisible && place.contains(x: index % 8, y: index / 8)
                    #expect(picture.pixels[index] == (isLayer ? 0xFF0000 : expected.pixels[index]), state)
                }
            }
        }
        try expect(false, "nothing is drawn")
        draws.store(true, ordering: .relaxed)
        layer.setNeedsDisplay()
        try expect(true, "it has drawn")
        try layer.place(LayerPlacement(place, opacity: 0))
        try expect(false, "it has no opacity")
        layer.setNeedsDisplay()
        try expect(false, "it draws without opacity")
        try layer.place(LayerPlacement(place))
        try expect(true, "it has an opacity")
        draws.store(false, ordering: .relaxed)
        layer.setNeedsDisplay()
        try expect(false, "it is empty again")
        await film.kit.stop()
    }

    @Test func aLayerThatAppearsHidesNoFrameOfThePlane() async throws {
        let film = try await start()
        _ = try film.show(100)
        _ = try film.show(120)
        let screen = try #require(film.kit.screens.first)
        let image = try Image(size: Size(width: 2, height: 2), opaque: [0xFF0000, 0xFF0000, 0xFF0000, 0xFF0000])
        let place = Rectangle(x: 1, y: 1, width: 2, height: 2)
        let layer = try film.kit.addLayer(to: screen.id, LayerPlacement(place, opacity: 0), image: image)
        for luma in 121..<141 as Range<UInt8> {
            if luma == 126 { try layer.place(LayerPlacement(place)) }
            if luma == 133 { try layer.place(LayerPlacement(place, opacity: 0)) }
            film.give(luma)
            film.clock.advance(refreshes: 1)
            let picture = try film.picture()
            // The frame of this refresh or the one before it, and nothing older.
            #expect(try [luma, luma - 1].contains { try film.expected($0)[5, 5] == picture[5, 5] }, "\(luma)")
        }
        await film.kit.stop()
    }
}
