import Testing

@testable import Screens

@Suite struct StallRecoveryTests {
    private static let second: Int64 = 1_000_000_000

    @Test func aStallIsAnsweredHarderEachTimeAndEverMoreSeldom() {
        var recovery = StallRecovery()
        var now: Int64 = 5 * Self.second
        var answers: [StallRecovery.Answer] = []
        for _ in 0..<12 {
            let answer = recovery.answer(at: .at(now))
            answers.append(answer)
            now += 3 * Self.second
            if case .powerCycle(let pause) = answer { now += pause }
        }
        let pauses = [1, 2, 4, 8, 16, 32, 64, 64, 64, 64, 64].map { StallRecovery.Answer.powerCycle($0 * Self.second) }
        #expect(answers == [.modeset] + pauses)
    }

    @Test(arguments: [(59, false), (60, false), (61, true)] as [(Int64, Bool)])
    func afterACalmMinuteAStallIsAFirstOne(_ seconds: Int64, _ isFirst: Bool) {
        var recovery = StallRecovery()
        #expect(recovery.answer(at: .zero) == .modeset)
        #expect((recovery.answer(at: .at(seconds * Self.second)) == .modeset) == isFirst)
    }
}
