import ScreensJSON
import Testing

@testable import Films

struct VideoSlotsTests {
    private static func frame(_ number: Int64) -> VideoFrame {
        VideoFrame(round: 0, time: number * 40_000_000, end: (number + 1) * 40_000_000)
    }

    private static func slots() throws -> VideoSlots {
        var slots = VideoSlots()
        slots.useMemory()
        _ = slots.take(try #require(FilmTimeline.Rate(50, 1)))
        return slots
    }

    @Test func framesWaitForTheRateAndAreSentAhead() throws {
        var slots = VideoSlots()
        slots.useMemory()
        let firstCall = slots.take(Self.frame(0), in: 3)
        #expect(firstCall == nil)
        let secondCall = slots.take(Self.frame(1), in: 5)
        #expect(secondCall == nil)
        #expect(slots.freeCount == VideoSlots.slotCount - 2)
        let calls = slots.take(try #require(FilmTimeline.Rate(50, 1)))
        #expect(
            calls == [
                ["buffer": 3, "refresh": 0, "drop": false], ["buffer": 5, "refresh": 2, "drop": true],
            ])
    }

    @Test func aSlotIsFreeWhenTheNextFrameIsShown() throws {
        var slots = try Self.slots()
        for number in 0..<3 { _ = slots.take(Self.frame(Int64(number)), in: number) }
        #expect(!slots.isPlaying)
        let firstFree = slots.takeReply(refresh: 0, isDropped: false)
        #expect(firstFree == nil)
        #expect(slots.isPlaying)
        let secondFree = slots.takeReply(refresh: 2, isDropped: false)
        #expect(secondFree == 0)
        // A dropped frame was never on the screen.
        let thirdFree = slots.takeReply(refresh: 5, isDropped: true)
        #expect(thirdFree == 2)
        #expect(slots.freeCount == VideoSlots.slotCount - 1)
        #expect(!slots.isBusy)
    }

    @Test func aSlotIsFreeUnlessItsFrameWaitsOrIsShown() throws {
        var slots = VideoSlots()
        slots.useMemory()
        func free() -> [Int] { (-1...VideoSlots.slotCount).filter { slots.isFree($0) } }
        #expect(free() == [0, 1, 2, 3, 4, 5])
        _ = slots.take(Self.frame(0), in: 3)
        #expect(free() == [0, 1, 2, 4, 5])
        // Sent, and not answered.
        _ = slots.take(try #require(FilmTimeline.Rate(50, 1)))
        #expect(free() == [0, 1, 2, 4, 5])
        _ = slots.take(Self.frame(1), in: 0)
        _ = slots.take(Self.frame(2), in: 1)
        #expect(free() == [2, 4, 5])
        // Shown, shown, and dropped.
        _ = slots.takeReply(refresh: 0, isDropped: false)
        #expect(free() == [2, 4, 5])
        _ = slots.takeReply(refresh: 2, isDropped: false)
        #expect(free() == [2, 3, 4, 5])
        _ = slots.takeReply(refresh: 9, isDropped: true)
        #expect(free() == [1, 2, 3, 4, 5])
        slots.useMemory()
        #expect(free() == [0, 1, 2, 3, 4, 5])
    }

    @Test func aDecoderThatIsAlwaysLateStillShowsFrames() throws {
        var slots = try Self.slots()
        var shown = 0
        for number in 0..<40 {
            let call = slots.take(Self.frame(Int64(number)), in: number % VideoSlots.slotCount)
            let isDropped = call?["drop"] == true
            if !isDropped { shown += 1 }
            // A frame of 40 ms comes half a second too late.
            _ = slots.takeReply(refresh: Int64(number) * 2 + 25, isDropped: isDropped)
        }
        #expect(shown == 10)
    }

    @Test func slotsOfAFormerMemoryAreNotUsedAgain() throws {
        var slots = try Self.slots()
        _ = slots.take(Self.frame(0), in: 0)
        _ = slots.take(Self.frame(1), in: 1)
        let firstFree = slots.takeReply(refresh: 0, isDropped: false)
        #expect(firstFree == nil)
        slots.useMemory()
        #expect(slots.freeCount == VideoSlots.slotCount)
        let call = slots.take(Self.frame(2), in: 0)
        #expect(call?["drop"] == false)
        let secondFree = slots.takeReply(refresh: 2, isDropped: false)
        #expect(secondFree == nil)
        let thirdFree = slots.takeReply(refresh: 4, isDropped: false)
        #expect(thirdFree == nil)
        #expect(slots.freeCount == VideoSlots.slotCount - 1)
    }

    @Test(arguments: [
        #"{}"#, #"{"type": "frame", "slot": -1, "round": 0, "time": 0, "end": 0}"#,
        #"{"type": "frame", "slot": 1, "round": -1, "time": 0, "end": 0}"#,
        #"{"type": "frame", "slot": 1, "round": 0, "time": 9223372036854775807, "end": 0}"#,
        #"{"type": "format"}"#, #"[]"#,
    ])
    func wordsOfAHostileDecoderAreRefused(text: String) throws {
        #expect(DecoderMessage(try JSONValue(decoding: Array(text.utf8))) == nil)
    }

    @Test func reasonsOfAHostileDecoderAreCut() {
        // Each is written as six bytes.
        let long = String(repeating: "\u{1}", count: 10_000)
        let cut = String(repeating: "\u{1}", count: 300)
        let failed = DecoderMessage(["type": "failed", "reason": .string(long), "remedy": .string(long)])
        #expect(failed == .failed(reason: cut, remedy: cut))
        let ended = DecoderMessage(["type": "ended", "early": .string(long)])
        #expect(ended == .ended(early: cut))
    }

    @Test func messagesAreReadAsTheyWereWritten() {
        let messages: [DecoderMessage] = [
            .format(["a": 1]), .frame(slot: 2, Self.frame(7)), .ended(early: nil), .ended(early: "early"),
            .failed(reason: "r", remedy: nil), .failed(reason: "r", remedy: "s"), .memory(slots: 3), .free(slot: 4),
        ]
        #expect(messages.map { DecoderMessage($0.json) } == messages)
    }

    @Test func formatsOfAHostileDecoderAreRefused() {
        let good: JSONValue = ["size": ["width": 64, "height": 48], "format": "yuv420p", "bytes": 4608, "item": "x"]
        let format = FilmFormat(good, mostPixels: 64 * 48)
        #expect(format?.byteCount == 4608)
        #expect(format?.parameters.keys.sorted() == ["format", "size"])
        #expect(FilmFormat(good, mostPixels: 64 * 47) == nil)
        let sizes: [JSONValue] = [
            ["width": 0, "height": 48], ["width": -1, "height": -1], ["width": 9_223_372_036_854_775_807, "height": 2],
        ]
        for size in sizes { #expect(FilmFormat(["size": size, "bytes": 4608], mostPixels: 1 << 40) == nil) }
        #expect(FilmFormat(["size": ["width": 64, "height": 48], "bytes": 1_000_000], mostPixels: 4000) == nil)
        // The daemon repeats a value that it refuses in its reply.
        let long = JSONValue.string(String(repeating: "x", count: 10_000))
        let size: JSONValue = ["width": 64, "height": 48]
        #expect(FilmFormat(["size": size, "bytes": 4608, "format": long], mostPixels: 64 * 48) == nil)
    }
}
