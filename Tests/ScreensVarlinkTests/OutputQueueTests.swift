import Synchronization
import Testing

@testable import ScreensVarlink

@Suite("A queue of output")
struct OutputQueueTests {
    private func unsent(_ queue: OutputQueue) -> [UInt8] {
        var (queue, bytes): (OutputQueue, [UInt8]) = (queue, [])
        while queue.byteCount > 0 {
            let next = queue.withUnsentBytes { $0.withUnsafeBufferPointer { Array($0) } }
            bytes += next
            queue.markSent(next.count)
        }
        return bytes
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
        #expect(queue.byteCount == 0 && queue.keptByteCount == 0)
    }

    @Test func keepsNoSentBytes() {
        var queue = OutputQueue()
        // A slow reader leaves a byte each time, so the queue is never empty.
        for _ in 0..<1000 {
            queue.append([UInt8](repeating: 1, count: 1000))
            queue.markSent(queue.byteCount - 1)
            #expect(queue.keptByteCount < 3 << 16)
        }
    }

    @Test func keepsALongReplyOnceForAllQueues() {
        let ends = Mutex(0)
        var queues = [OutputQueue](repeating: OutputQueue(), count: 3)
        do {
            let reply = SharedReply([UInt8](repeating: 1, count: 1 << 20)) {
                ends.withLock { $0 += 1 }
            }
            for index in queues.indices {
                queues[index].append([1, 2])
                queues[index].append(reply.message, shared: reply)
                queues[index].append([3])
                #expect(queues[index].ownByteCount == 3)
                #expect(unsent(queues[index]) == [1, 2] + reply.message + [3])
            }
        }
        for index in queues.indices {
            #expect(ends.withLock(\.self) == 0)
            queues[index].markSent(2 + (1 << 19))
            #expect(queues[index].ownByteCount == 1)
            queues[index].markSent(queues[index].byteCount - 1)
            #expect(unsent(queues[index]) == [3])
        }
        #expect(ends.withLock(\.self) == 1)
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
