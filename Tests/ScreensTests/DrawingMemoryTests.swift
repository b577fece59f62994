import Synchronization
import TestSupport
import Testing

@testable import Screens

/// The picture is the same in whichever memory it is drawn.
@Suite struct DrawingMemoryTests {
    /// A delegate that draws at random, and knows the right picture.
    private final class Doodler: VideoKitDelegate {
        private struct State {
            var random: SplitMix
            var expected: [UInt32]
            var frames = 0
            var wrong = 0
        }

        private let size: Size
        private let state: Mutex<State>

        init(size: Size, seed: UInt64) {
            self.size = size
            state = Mutex(
                State(random: SplitMix(state: seed), expected: Array(repeating: 0, count: size.width * size.height)))
        }

        var expected: [UInt32] { state.withLock(\.expected) }
        var frames: Int { state.withLock(\.frames) }
        /// The number of frames before which the picture was not the drawn one.
        var wrong: Int { state.withLock(\.wrong) }

        func updateExternalView(_ view: inout ExternalView) {
            let known = state.withLock(\.self)
            var (random, expected) = (known.random, known.expected)
            // Reading the picture completes it: not before every frame, so that something is left to complete later.
            if Bool.random(using: &random), view.picture().pixels != expected { state.withLock { $0.wrong += 1 } }
            let color = Color(rgb: .random(in: 0...0xFFFFFF, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: break
            case 1:
                view.replacePixels { pixels, stride in
                    for y in 0..<size.height { for x in 0..<size.width { pixels[y * stride + x] = color.rgb } }
                }
                expected = Array(repeating: color.rgb, count: expected.count)
            case 2:
                view.fill(view.bounds, with: color)
                expected = Array(repeating: color.rgb, count: expected.count)
            default:
                let area = Rectangle(
                    x: .random(in: 0..<size.width, using: &random), y: .random(in: 0..<size.height, using: &random),
                    width: .random(in: 1...9, using: &random), height: .random(in: 1...9, using: &random)
                ).intersection(view.bounds)
                view.withPixels(damage: area) { pixels, stride in
                    for y in area.y..<area.maxY { for x in area.x..<area.maxX { pixels[y * stride + x] = color.rgb } }
                }
                for y in area.y..<area.maxY {
                    for x in area.x..<area.maxX { expected[y * size.width + x] = color.rgb }
                }
            }
            state.withLock { state in
                (state.random, state.expected) = (random, expected)
                state.frames += 1
            }
        }
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout, .automatic], [2, 3])
    func thePictureEqualsTheDrawingAlsoAfterPauses(_ memory: DrawingMemory, _ buffers: Int) async throws {
        let size = Size(width: 40, height: 30)
        let card = try SimulatedCard(screens: [.make(size.width, size.height, 500)])
        let doodler = Doodler(size: size, seed: UInt64(buffers))
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.drawingMemory = memory
        settings.bufferCount = buffers
        let kit = try VideoKit(delegate: doodler, settings: settings)
        try await kit.start()
        for round in 1...4 {
            try await eventually("many frames") { doodler.frames > round * 60 }
            await kit.pause()
            await kit.resume()
        }
        #expect(doodler.wrong == 0)
        #expect(kit.statistics()[0].drawingMemory == (memory == .shadow ? .shadow : .scanout))
        await kit.stop()
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout])
    func theScreenShowsTheLastFrame(_ memory: DrawingMemory) async throws {
        let size = Size(width: 40, height: 30)
        let card = try SimulatedCard(screens: [.make(size.width, size.height, 500)])
        let doodler = Doodler(size: size, seed: 77)
        let isOver = Mutex(false)
        let delegate = RecordingDelegate { view in
            if doodler.frames < 200 {
                doodler.updateExternalView(&view)
            } else {
                view.nextUpdate = .whenNeeded
                isOver.withLock { $0 = true }
            }
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.drawingMemory = memory
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        try await eventually("all is drawn") { isOver.withLock { $0 } }
        try await eventually("the last frame is shown") {
            try card.picture(of: "Virtual-1")?.pixels == doodler.expected
        }
        #expect(doodler.wrong == 0)
        await kit.stop()
    }

    @Test(arguments: [DrawingMemory.shadow, .scanout])
    func aKeptPictureIsShownAgainIfNothingIsDrawn(_ memory: DrawingMemory) async throws {
        let card = try SimulatedCard(screens: [.make(40, 30)])
        let delegate = RecordingDelegate { view in
            if view.timing.number == 0 {
                view.fill(Rectangle(x: 3, y: 4, width: 5, height: 6), with: .white)
            }
            view.nextUpdate = .whenNeeded
        }
        var settings = VideoKit.Settings()
        settings.cards = .simulated(card)
        settings.drawingMemory = memory
        let kit = try VideoKit(delegate: delegate, settings: settings)
        try await kit.start()
        for _ in 0..<3 {
            try await eventually("it is shown") {
                guard let picture = try card.picture(of: "Virtual-1") else { return false }
                return picture[3, 4] == .white && picture[7, 9] == .white && picture[8, 9] == .black
            }
            await kit.pause()
            await kit.resume()
        }
        await kit.stop()
    }

    @Test func drawingForAFrameThatNeverCameIsPartOfThePicture() {
        let size = Size(width: 8, height: 8)
        let canvas = ScreenCanvas(content: ContentID(number: 1), screen: .make(), size: size)
        let buffer = ScreenCanvas(content: ContentID(number: 2), screen: .make(), size: size)
        canvas.fill(Rectangle(x: 0, y: 0, width: 2, height: 2), with: .white)
        canvas.beginFrame(in: buffer.pixels, lacking: canvas.damage)
        canvas.fill(Rectangle(x: 4, y: 4, width: 2, height: 2), with: .white)
        canvas.leaveBuffers()
        buffer.fill(Rectangle(size), with: .black)
        let picture = Picture(copying: canvas.pixels)
        #expect(picture.pixels.filter { $0 == 0xFFFFFF }.count == 8)
        #expect(picture[1, 1] == .white && picture[5, 5] == .white)
    }
}
