import ScreensPower
import Testing

@testable import ScreensCEC

@Suite("The reasons of Feature Abort")
struct CECRefusalTests {
    @Test(
        "only a reason that is of the message is a refusal",
        arguments: [
            (UInt8(0), PowerAnswer.refused), (1, .deferred), (2, .refused), (3, .refused), (4, .refused),
            (5, .deferred), (6, .deferred), (255, .deferred),
        ])
    func reasons(_ reason: UInt8, _ answer: PowerAnswer) {
        #expect(PowerAnswer(refusalReason: reason) == answer)
    }
}
