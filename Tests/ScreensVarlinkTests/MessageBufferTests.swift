import EDIDMutations
import Testing

@testable import ScreensVarlink

@Suite("A buffer of messages")
struct MessageBufferTests {
    private func messages(_ buffer: inout MessageBuffer) -> [String] {
        var messages: [String] = []
        while let next = buffer.next() { messages.append(String(decoding: next, as: UTF8.self)) }
        return messages
    }

    @Test func partsThemWhereverTheyAreSplit() throws {
        let bytes = Array("one\0\0three\0fo".utf8)
        for split in 0...bytes.count {
            var buffer = MessageBuffer()
            try buffer.append(Array(bytes[..<split]))
            var found = messages(&buffer)
            try buffer.append(Array(bytes[split...]))
            found += messages(&buffer)
            #expect(found == ["one", "", "three"], "split at \(split)")
            #expect(buffer.byteCount == 2)
            #expect(buffer.hasPartialMessage)
        }
    }

    @Test func countsItsBytesAndMessages() throws {
        var buffer = MessageBuffer()
        #expect(buffer.byteCount == 0 && buffer.messageCount == 0 && !buffer.hasPartialMessage)
        try buffer.append(Array("ab\0c\0d".utf8))
        #expect(buffer.byteCount == 6 && buffer.messageCount == 2 && buffer.hasPartialMessage)
        _ = buffer.next()
        #expect(buffer.byteCount == 3 && buffer.messageCount == 1)
        _ = buffer.next()
        #expect(buffer.next() == nil)
        try buffer.append([0])
        #expect(messages(&buffer) == ["d"])
        #expect(buffer.byteCount == 0 && !buffer.hasPartialMessage)
    }

    @Test func refusesAMessageThatIsTooLongBeforeItsEnd() throws {
        let overlong = MessageBuffer.OverlongMessage(limit: 4)
        for pieces in [["abcde"], ["abcd", "e"], ["\0abcd\0", "abc", "de\0"], ["abcde\0"]] {
            var buffer = MessageBuffer(longestMessage: 4)
            #expect(throws: overlong) {
                for piece in pieces { try buffer.append(Array(piece.utf8)) }
            }
            #expect(buffer.byteCount <= 9)
        }
        var buffer = MessageBuffer(longestMessage: 4)
        try buffer.append(Array("abcd\0abcd".utf8))
        try buffer.append([0])
        #expect(messages(&buffer) == ["abcd", "abcd"])
    }

    @Test func holdsAnyRowOfPieces() throws {
        var random = Xorshift(seed: 11)
        for _ in 0..<200 {
            let sent: [String] = (0..<random.below(60)).map { _ in String(repeating: "x", count: random.below(700)) }
            let bytes: [UInt8] = sent.flatMap { Array($0.utf8) + [0] }
            var buffer = MessageBuffer(longestMessage: 700)
            var (position, found): (Int, [String]) = (0, [])
            while position < bytes.count {
                let end = min(position + 1 + random.below(3000), bytes.count)
                try buffer.append(Array(bytes[position..<end]))
                position = end
                if random.below(2) == 0 { found += messages(&buffer) }
                if random.below(2) == 0, let next = buffer.next() {
                    found.append(String(decoding: next, as: UTF8.self))
                }
            }
            #expect(found + messages(&buffer) == sent)
        }
    }

    @Test func keepsNoBytesOfMessagesItHasHandedOut() throws {
        var buffer = MessageBuffer()
        // A part of a message is always left, so the buffer is never empty.
        for _ in 0..<2000 {
            try buffer.append([UInt8](repeating: 1, count: 99) + [0, 1])
            _ = buffer.next()
            #expect(buffer.bytes.count < 2 * 4096 + 200)
        }
        try buffer.append([0])
        _ = buffer.next()
        #expect(buffer.bytes.capacity == 0)
    }
}
