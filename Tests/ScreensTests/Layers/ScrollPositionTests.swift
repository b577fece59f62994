import Testing

@testable import Screens

/// The steps of a strip.
@Suite struct ScrollPositionTests {
    private static let period = Duration.nanoseconds(16_666_667)

    @Test(arguments: [
        (240.0, 4, 1), (60, 1, 1), (250, 4, 1), (270, 5, 1), (30, 1, 2), (20, 1, 3), (-240, -4, 1), (-20, -1, 3),
        (1, 1, 60), (0, 0, 1),
    ])
    func aSpeedIsTheNearestOneOfEqualSteps(_ speed: Double, _ pixels: Int, _ refreshes: Int) {
        let steps = ScrollPosition.Steps(speed: speed, period: Self.period)
        #expect(steps.pixels == pixels && steps.refreshes == refreshes)
    }

    @Test func thePlaceStaysInsideTheStripInBothDirections() {
        var position = ScrollPosition()
        let forwards = ScrollPosition.Steps(speed: 240, period: Self.period)
        for _ in 0..<30 { position.advance(refreshes: 1, forwards, length: 50) }
        #expect(position.offset == 120 % 50)
        let backwards = ScrollPosition.Steps(speed: -240, period: Self.period)
        for _ in 0..<31 { position.advance(refreshes: 1, backwards, length: 50) }
        #expect(position.offset == 46)
        position.advance(refreshes: .max, forwards, length: 50)
        #expect(0..<50 ~= position.offset)
        position.advance(refreshes: .min, forwards, length: 50)
        #expect(0..<50 ~= position.offset)
    }

    @Test func refreshesWithoutAStepCountForTheNextOne() {
        var position = ScrollPosition()
        let steps = ScrollPosition.Steps(speed: 20, period: Self.period)
        var offsets: [Int] = []
        for _ in 0..<7 {
            position.advance(refreshes: 1, steps, length: 50)
            offsets.append(position.offset)
        }
        #expect(offsets == [0, 0, 1, 1, 1, 2, 2])
    }
}
