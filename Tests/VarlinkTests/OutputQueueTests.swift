import Testing

@testable import ScreensVarlink

@Suite("A queue of output")
struct OutputQueueTests {
    private func unsent(_ queue: OutputQueue) -> [UInt8] {
        queue.withUnsentBytes { $0.withUnsafeBufferPointer { Array($0) } }
    }

    @Test func givesOutUnsentBytes() {
        var queue = OutputQueue()
        #expect(queue.byteCount == 0 && unsent(queue) == [])
        queue.append([1, 2, 3])
        queue.append([4, 5])
        queue.markSent(0)
        #expect(unsent(queue) == [1, 2, 3, 4, 5])
        queue.markSent(4)
        #expect(unsent(queue) == [5])
        queue.append([6])
        #expect(queue.byteCount == 2)
        queue.markSent(2)
        #expect(queue.byteCount == 0 && queue.bytes.capacity == 0)
    }

    @Test func keepsNoSentBytes() {
        var queue = OutputQueue()
        // A slow reader leaves a byte each time, so the queue is never empty.
        for _ in 0..<1000 {
            queue.append([UInt8](repeating: 1, count: 1000))
            queue.markSent(queue.byteCount - 1)
            #expect(queue.bytes.count < 3 << 16)
        }
    }

    @Test func findsTheLastMessageWhereverItIs() {
        let long = [UInt8](repeating: 1, count: 1 << 17)
        for sent in [0, 1, 70_000, 1 << 17] {
            var queue = OutputQueue()
            queue.append(long)
            queue.append([2, 3], isReplaceable: true)
            queue.markSent(sent)
            #expect(queue.replaceableCount == 2, "after \(sent)")
            queue.removeReplaceable()
            queue.append([4])
            #expect(unsent(queue) == long.dropFirst(sent) + [4], "after \(sent)")
        }
        var queue = OutputQueue()
        queue.append(long)
        queue.append([2, 3], isReplaceable: true)
        queue.markSent(long.count + 1)
        #expect(queue.replaceableCount == nil)
        queue.removeReplaceable()
        #expect(unsent(queue) == [3])
    }
}
