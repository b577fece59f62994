import Synchronization
import Testing

@testable import Screens

/// A picture passes from thread to thread as a whole.
@Suite struct TripleBufferTests {
    private final class Flag: Sendable {
        let isSet = Atomic<Bool>(false)
    }

    private let size = Size(width: 23, height: 17)

    /// Copies the changes that the reader takes.
    private func follow(_ buffer: TripleBuffer, into seen: PixelBuffer) -> Bool {
        guard let (picture, changes) = buffer.take() else { return false }
        seen.copy(changes, from: picture)
        return true
    }

    @Test func theReaderGetsTheLastPictureHoweverSeldomItTakesOne() {
        var random = SplitMix(state: 3)
        let buffer = TripleBuffer(size: size)
        let canvas = OwnedPixels(size)
        let seen = OwnedPixels(size)
        buffer.publish(Damage(Rectangle(size)), of: canvas.pixels)
        for _ in 0..<2000 {
            if Bool.random(using: &random) {
                let part = Rectangle(
                    x: .random(in: 0..<23, using: &random), y: .random(in: 0..<17, using: &random),
                    width: .random(in: 1...8, using: &random), height: .random(in: 1...8, using: &random)
                ).intersection(Rectangle(size))
                canvas.pixels.fill(part, with: .random(in: 0...0xFF_FFFF, using: &random))
                buffer.publish(Damage(part), of: canvas.pixels)
            } else if follow(buffer, into: seen.pixels) {
                #expect(Picture(copying: seen.pixels) == Picture(copying: canvas.pixels))
                let isNothingNewer = buffer.take() == nil
                #expect(isNothingNewer)
            }
        }
    }

    /// Each picture has one colour; a torn one would have two.
    @Test func noPictureIsTorn() async {
        let buffer = TripleBuffer(size: size)
        let over = Flag()
        let count: UInt32 = 20_000
        let (torn, last) = await withTaskGroup(of: (Int, UInt32)?.self) { group in
            group.addTask { [size] in
                let canvas = OwnedPixels(size)
                for color in 1...count {
                    canvas.pixels.fill(Rectangle(size), with: color)
                    buffer.publish(Damage(Rectangle(size)), of: canvas.pixels)
                }
                over.isSet.store(true, ordering: .releasing)
                return nil
            }
            group.addTask { [size] in
                let seen = OwnedPixels(size)
                var (torn, last): (Int, UInt32) = (0, 0)
                while true {
                    let wasOver = over.isSet.load(ordering: .acquiring)
                    if let (picture, changes) = buffer.take() {
                        seen.pixels.copy(changes, from: picture)
                        let pixels = Picture(copying: seen.pixels).pixels
                        if !pixels.allSatisfy({ $0 == pixels[0] }) || pixels[0] < last { torn += 1 }
                        last = pixels[0]
                    } else if wasOver {
                        return (torn, last)
                    }
                }
            }
            var result: (Int, UInt32) = (0, 0)
            for await found in group { if let found { result = found } }
            return result
        }
        #expect(torn == 0)
        #expect(last == count)
    }
}
