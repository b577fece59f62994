import ScreensLinux
import TestSupport
import Testing

@testable import ScreensDaemon

/// Calls that wait for passes.
@Suite struct ConfigurationPassesTests {
    init() {
        MainLoop.thread
    }

    @Test @MainLoop func aWaitEndsWithThePassThatBeganAfterItThoughOthersAreRequested() async {
        let passes = ConfigurationPasses()
        var count = 0
        passes.begin {
            count += 1
            // Stands for displays that change faster than a pass ends.
            if count < 1000 { passes.request() }
            await Task.yield()
        }
        await passes.run()
        #expect(count < 1000)
        let before = count
        await passes.run()
        #expect((before + 1...before + 4).contains(count))
        count = 1000
        await passes.run()
        passes.end()
    }

    @Test @MainLoop func aRequestDuringAPassIsAnotherPass() async {
        let passes = ConfigurationPasses()
        var (count, isAsked) = (0, false)
        passes.begin {
            count += 1
            if !isAsked { passes.request() }
            isAsked = true
        }
        await passes.run()
        #expect(count == 2)
        passes.end()
    }
}
