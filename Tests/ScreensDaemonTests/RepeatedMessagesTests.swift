import Screens
import Testing

@testable import ScreensDaemon

struct RepeatedMessagesTests {
    private let start = MonotonicTime(nanoseconds: 0)

    @Test func aRepeatedMessageIsLoggedTheFirstSecondFourthAndEighthTime() {
        var messages = RepeatedMessages()
        let logged = (1...20).compactMap { _ in messages.count("not a picture", at: start) }
        #expect(logged == [1, 2, 4, 8, 16])
    }

    @Test func eachTextIsCountedAlone() {
        var messages = RepeatedMessages()
        #expect(messages.count("one", at: start) == 1)
        #expect(messages.count("other", at: start) == 1)
        #expect(messages.count("one", at: start) == 2)
    }

    @Test func aMessageThatDidNotComeForADayStartsOver() {
        var messages = RepeatedMessages()
        for hour in 0..<3 { _ = messages.count("one", at: start.advanced(by: .seconds(hour))) }
        let later = start.advanced(by: RepeatedMessages.memory + .seconds(1))
        #expect(messages.count("one", at: later) == 4)
        #expect(messages.count("one", at: later.advanced(by: RepeatedMessages.memory)) == 1)
    }

    @Test func messagesAreNewAfterARecoveryOfTheirSubject() {
        var messages = RepeatedMessages()
        for _ in 1...2 { _ = messages.count("one", about: "a", at: start) }
        for _ in 1...2 { _ = messages.count("other", about: "a", at: start) }
        for subject in ["b", nil] { _ = messages.count("one", about: subject, at: start) }
        messages.forget("a")
        #expect(messages.count("one", about: "a", at: start) == 1)
        #expect(messages.count("other", about: "a", at: start) == 1)
        #expect(messages.count("one", about: "b", at: start) == 2)
        #expect(messages.count("one", at: start) == 2)
    }

    @Test func textsThatAllDifferPushOutEachOtherAndNotAFrequentOne() {
        var messages = RepeatedMessages()
        for _ in 1...3 { _ = messages.count("often", at: start) }
        for number in 1...1000 { #expect(messages.count("text \(number)", at: start) == 1) }
        #expect(messages.count("often", at: start) == 4)
        #expect(messages.count("text 1", at: start) == 1)
    }
}
