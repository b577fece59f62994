import ScreensLinux
import Testing

@testable import ScreensKMS

@Suite struct FlipEventTests {
    private func event(type: UInt32 = 2, length: UInt32 = 32, token: UInt64 = 7, seconds: UInt32 = 1) -> [UInt8] {
        var bytes: [UInt8] = []
        func append<Value: FixedWidthInteger>(_ value: Value) {
            withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
        }
        append(type)
        append(length)
        append(token)
        append(seconds)
        append(250_000 as UInt32)
        append(UInt32.max)
        append(52 as UInt32)
        return bytes
    }

    private func parse(_ bytes: [UInt8]) -> [FlipEvent] {
        var flips: [FlipEvent] = []
        bytes.withUnsafeBytes { FlipEventReader.parse($0) { flips.append($0) } }
        return flips
    }

    @Test func aFlipHasItsTokenTimeSequenceAndCRTC() {
        #expect(
            parse(event()) == [
                FlipEvent(
                    userData: 7, time: MonotonicTime(nanoseconds: 1_250_000_000), sequence: .max,
                    crtc: CRTCID(rawValue: 52))
            ])
    }

    @Test func severalFlipsComeInOrder() {
        #expect(parse(event(token: 1) + event(token: 2) + event(token: 3)).map(\.userData) == [1, 2, 3])
    }

    @Test func secondsBeyond2038AreStillTime() {
        #expect(parse(event(seconds: .max)).first?.time?.nanoseconds == Int64(UInt32.max) * 1_000_000_000 + 250_000_000)
    }

    @Test func otherEventsArePassedOver() {
        #expect(parse(event(type: 1) + event(token: 9) + event(type: 99)).map(\.userData) == [9])
        #expect(parse([7, 0, 0, 0, 8, 0, 0, 0] + event(token: 9)).map(\.userData) == [9])
    }

    @Test(arguments: [0, 7, 31, 33, UInt32.max])
    func anEventThatLiesAboutItsLengthEndsTheReading(_ length: UInt32) {
        let flips = parse(event(token: 1) + event(length: length, token: 2))
        #expect(flips.map(\.userData) == [1])
    }

    @Test func aTruncatedEventIsIgnored() {
        for count in 0..<32 { #expect(parse(Array(event().prefix(count))).isEmpty) }
    }
}
