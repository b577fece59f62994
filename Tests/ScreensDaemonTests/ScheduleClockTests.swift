import Glibc
import ScreensConfiguration
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
        func isTrusted() -> Bool {
            WallClock.isTrusted(after: 0, clocks: clocks, synchronized: synchronized, isSynchronized: { false })
        }
        #expect(isTrusted(), "a kernel without drivers of such clocks")
        mkdir(clocks, 0o700)
        #expect(!isTrusted())
        close(open(synchronized, O_WRONLY | O_CREAT, 0o600))
        #expect(isTrusted())
        unlink(synchronized)
        mkdir("\(clocks)/rtc0", 0o700)
        #expect(isTrusted(), "a kernel that does not show the time of the chip")
        folder.write([], to: "rtc/rtc0/since_epoch")
        #expect(!isTrusted(), "a chip whose time its driver refuses to state")
        folder.write(Array("1700000000\n".utf8), to: "rtc/rtc0/since_epoch")
        #expect(isTrusted())
    }

    /// A chip without a battery starts at some date in the past when the power comes.
    @Test(
        arguments: [
            (chip: "1700000000", newest: 1_699_999_999, isTrusted: true),
            ("86400", 1_700_000_000, false),
            ("946684800", 1_700_000_000, false),
            // It may have the local time, and the clock may have been set by hand.
            ("1700000000", 1_700_050_000, true),
            ("1700000000", 1_700_090_000, false),
            // The driver knows that the power has failed.
            ("", 1_700_000_000, false),
            ("", 0, false),
        ] as [(chip: String, newest: Int64, isTrusted: Bool)])
    func aClockChipIsTrustedIfItsTimeIsLaterThanTheNewestState(chip: String, newest: Int64, isTrusted: Bool) {
        let folder = TemporaryFolder()
        mkdir(folder / "rtc0", 0o700)
        folder.write(Array(chip.isEmpty ? "".utf8 : "\(chip)\n".utf8), to: "rtc0/since_epoch")
        let found = WallClock.isTrusted(
            after: newest, clocks: folder.path, synchronized: folder / "synchronized", isSynchronized: { false })
        #expect(found == isTrusted)
    }

    /// Any program may have done that, before the daemon has started.
    @Test func aClockThatTheKernelHasAsSynchronizedIsTrusted() {
        let folder = TemporaryFolder()
        for isSynchronized in [false, true] {
            let found = WallClock.isTrusted(
                after: 0, clocks: folder.path, synchronized: folder / "synchronized",
                isSynchronized: { isSynchronized })
            #expect(found == isSynchronized)
        }
    }

    /// The kernel's error in microseconds, and whether the file of systemd-timesyncd is there.
    @Test(
        arguments: [
            (1200, false, true, .microseconds(1200)), (0, true, true, .zero), (16_000_000, true, false, nil),
            (17_000_000, false, false, nil), (-1, true, true, nil), (-1, false, nil, nil),
        ] as [(Int64, Bool, Bool?, Duration?)])
    func theKernelSaysHowTheClockIsKept(error: Int64, hasFile: Bool, isSynchronized: Bool?, largest: Duration?) {
        let folder = TemporaryFolder()
        if hasFile { folder.write([], to: "synchronized") }
        let keeping = WallClock.keeping(synchronized: folder / "synchronized", error: error)
        #expect(keeping?.isSynchronized == isSynchronized && keeping?.largestError == largest)
    }

    @Test @MainLoop func stateOfALaterTimeGetsTheTimeOnceItIsKnown() throws {
        let folder = TemporaryFolder()
        let state = StateFolder(path: folder.path)
        #expect(state.newestChange == nil)
        folder.write([1], to: "saved.json")
        let late = timespec(tv_sec: 4_000_000_000, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, state.saved.path, [late, late], 0) == 0)
        #expect(state.newestChange == 4_000_000_000)
        var isTrusted = false
        let clock = ScheduleClock(isTrusted: { isTrusted }, onKnown: { state.limitChanges(to: $0) })
        #expect(state.newestChange == 4_000_000_000)
        isTrusted = true
        clock.takeTime()
        #expect(state.newestChange.map { abs($0 - WallClock.seconds) <= 1 } == true)
    }
}
