import Testing

@testable import ScreensCEC

@Suite("The answers that wait for the bus")
struct AnswerLimitTests {
    /// Answers as many times as is allowed, and returns how often that was.
    private func fill(
        _ limit: inout AnswerLimit, from first: UInt32, to address: UInt8
    ) -> Int {
        let device = CECLogicalAddress(rawValue: address)
        var count = 0
        while limit.allows(device), count < 100 {
            limit.add(first + UInt32(count), to: device)
            count += 1
        }
        return count
    }

    @Test("a device that babbles has four, and others have theirs")
    func devices() {
        var limit = AnswerLimit()
        #expect(fill(&limit, from: 1, to: 0) == 4)
        #expect(fill(&limit, from: 100, to: 5) == 4)
        #expect(fill(&limit, from: 200, to: 8) == 0)
        limit.end(1)
        limit.end(2)
        limit.end(9999)
        #expect(fill(&limit, from: 300, to: 8) == 2)
        #expect(!limit.allows(.television))
        limit.forget()
        #expect(fill(&limit, from: 400, to: 0) == 4)
    }
}
