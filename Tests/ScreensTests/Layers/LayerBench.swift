import Synchronization
import Testing

@testable import Screens

/// A simulated card with a manual clock, whose screens show one content, and layers over it.
struct LayerBench {
    static let size = Size(width: 48, height: 32)

    let clock: ManualClock
    let card: SimulatedCard
    let kit: VideoKit
    /// The calls that drew the content of the first screen.
    let calls: Calls

    final class Calls: Sendable {
        private let number = Mutex(0)
        var count: Int { number.withLock(\.self) }
        func add() { number.withLock { $0 += 1 } }
    }

    /// - Parameters:
    ///   - content: the picture below, which is drawn once.
    ///   - over: draws over it, as a layer would look.
    ///   - change: changes the settings of the kit.
    init(
        screens: [SimulatedScreen]? = nil, content: Image? = nil,
        over: (@Sendable (inout ExternalView) -> Void)? = nil,
        change: (inout VideoKit.Settings) throws -> Void = { _ in }
    ) async throws {
        let clock = ManualClock(at: MonotonicTime(nanoseconds: 1_000_000_000))
        let card = try SimulatedCard(screens: screens ?? [.make(48, 32)], clock: clock)
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        try change(&settings)
        let calls = Calls()
        let image = content ?? Self.noise(Self.size, seed: 1)
        kit = try VideoKit(settings: settings) { view in
            if view.screen.name == "Virtual-1" { calls.add() }
            view.draw(image, at: (x: 0, y: 0))
            over?(&view)
            view.nextUpdate = .whenNeeded
        }
        self.clock = clock
        self.card = card
        self.calls = calls
        try await kit.start()
        clock.advance(refreshes: 3)
    }

    func screen(_ name: String = "Virtual-1") throws -> ScreenID {
        try #require(kit.screens.first { $0.name == name }?.id)
    }

    func picture(of name: String = "Virtual-1") throws -> Picture {
        try #require(try card.picture(of: name))
    }

    /// An opaque image with random pixels, the same for one seed.
    static func noise(_ size: Size, seed: UInt64) -> Image {
        var random = SplitMix(state: seed)
        let pixels = (0..<size.width * size.height).map { _ in UInt32.random(in: 0...0xFF_FFFF, using: &random) }
        return image(size) { try Image(size: $0, opaque: pixels) }
    }

    /// An image with random colours and alphas, some of them 0 and 255.
    static func translucent(_ size: Size, seed: UInt64) -> Image {
        var random = SplitMix(state: seed)
        let pixels = (0..<size.width * size.height).map { index in
            let alpha: UInt32 = [0, 255, .random(in: 0...255, using: &random)][index / 5 % 3]
            return alpha << 24 | UInt32.random(in: 0...0xFF_FFFF, using: &random)
        }
        return image(size) { try Image(size: $0, straight: pixels) }
    }

    private static func image(_ size: Size, _ make: (Size) throws -> Image) -> Image {
        do { return try make(size) } catch { preconditionFailure("\(error)") }
    }

    /// The greatest difference of a channel between a picture and layers that are blended in floating point.
    static func difference(
        _ picture: Picture, from below: Image, _ layers: [(image: Image, place: Rectangle, opacity: Double)]
    ) -> Double {
        var greatest = 0.0
        let base = below.premultipliedPixels
        let sources = layers.map(\.image.premultipliedPixels)
        for y in 0..<picture.size.height {
            for x in 0..<picture.size.width {
                for shift in [0, 8, 16] as [UInt32] {
                    func channel(_ pixel: UInt32, _ shift: UInt32) -> Double { Double(pixel >> shift & 255) / 255 }
                    var value = channel(base[y * below.size.width + x], shift)
                    for (layer, pixels) in zip(layers, sources) where layer.place.contains(x: x, y: y) {
                        let (column, row) = (x - layer.place.x, y - layer.place.y)
                        guard column < layer.image.size.width, row < layer.image.size.height else { continue }
                        let pixel = pixels[row * layer.image.size.width + column]
                        value =
                            channel(pixel, shift) * layer.opacity
                            + value * (1 - channel(pixel, 24) * layer.opacity)
                    }
                    let shown = Double(picture.pixels[y * picture.size.width + x] >> shift & 255)
                    greatest = max(greatest, (shown - value * 255).magnitude)
                }
            }
        }
        return greatest
    }
}
