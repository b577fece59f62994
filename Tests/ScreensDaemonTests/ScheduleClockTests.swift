import Glibc
import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

struct ScheduleClockTests {
    init() { MainLoop.thread }

    @Test @MainLoop func theTimeIsUnknownUntilTheClockIsTrustedAndKnownFromThenOn() {
        var isTrusted = false
        let clock = ScheduleClock { isTrusted }
        #expect(clock.moment == nil)
        #expect(!clock.wasSetBack)
        isTrusted = true
        #expect(clock.moment == nil, "before it is taken")
        clock.takeTime()
        #expect(clock.moment.map { abs($0 - WallClock.seconds) <= 1 } == true)
        isTrusted = false
        clock.takeTime()
        #expect(clock.moment != nil)
    }

    @Test func aMachineWithoutAClockThatRunsWithoutPowerIsTrustedOnceItIsSynchronized() {
        let folder = TemporaryFolder()
        let (clocks, synchronized) = (folder / "rtc", folder / "synchronized")
        func isTrusted() -> Bool { WallClock.isTrusted(clocks: clocks, synchronized: synchronized) }
        #expect(isTrusted(), "a kernel without drivers of such clocks")
        mkdir(clocks, 0o700)
        #expect(!isTrusted())
        close(open(synchronized, O_WRONLY | O_CREAT, 0o600))
        #expect(isTrusted())
        unlink(synchronized)
        mkdir("\(clocks)/rtc0", 0o700)
        #expect(isTrusted())
    }
}
