import ScreensLinux
import Testing

@testable import Screens

struct RefusalPauseTests {
    /// The lengths of pauses in seconds, if the kernel refuses the first frame again so many seconds after each.
    private func pauses(_ count: Int, shownFor shown: (Int) -> Int) -> [Int] {
        var pause = RefusalPause()
        var now = 1000
        return (0..<count).map { number in
            pause.begin(at: MonotonicTime(nanoseconds: Int64(now) * 1_000_000_000))
            let begun = now
            while pause.isRunning {
                now += 1
                pause.timePassed(to: MonotonicTime(nanoseconds: Int64(now) * 1_000_000_000))
            }
            defer { now += shown(number) }
            return now - begun
        }
    }

    @Test func aPauseIsTwiceAsLongAsTheOneBeforeUpToAnHour() {
        #expect(pauses(14) { _ in 0 } == [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600])
    }

    @Test func framesThatWereShownForLongerThanThePauseAreANewBeginning() {
        #expect(pauses(5) { $0 == 2 ? 5 : 0 } == [1, 2, 4, 1, 2])
        #expect(pauses(5) { $0 == 2 ? 4 : 0 } == [1, 2, 4, 8, 16])
    }
}
