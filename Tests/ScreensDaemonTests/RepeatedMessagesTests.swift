import Testing

@testable import ScreensDaemon

struct RepeatedMessagesTests {
    @Test func aRepeatedMessageIsLoggedTheFirstSecondFourthAndEighthTime() {
        var messages = RepeatedMessages()
        let logged = (1...20).compactMap { _ in messages.count("not a picture", at: 0) }
        #expect(logged == [1, 2, 4, 8, 16])
    }

    @Test func eachTextIsCountedAlone() {
        var messages = RepeatedMessages()
        #expect(messages.count("one", at: 0) == 1)
        #expect(messages.count("other", at: 0) == 1)
        #expect(messages.count("one", at: 0) == 2)
    }

    @Test func aMessageThatDidNotComeForADayBeginsAnew() {
        var messages = RepeatedMessages()
        let day = RepeatedMessages.memory
        for hour in 0..<3 { _ = messages.count("one", at: Int64(hour)) }
        #expect(messages.count("one", at: day + 1) == 4)
        #expect(messages.count("one", at: 2 * day + 1) == 1)
    }

    @Test func textsThatAllDifferPushOutEachOtherAndNotAFrequentOne() {
        var messages = RepeatedMessages()
        for _ in 1...3 { _ = messages.count("often", at: 0) }
        for number in 1...1000 { #expect(messages.count("text \(number)", at: 0) == 1) }
        #expect(messages.count("often", at: 0) == 4)
        #expect(messages.count("text 1", at: 0) == 1)
    }
}
