import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensConfiguration
@testable import ScreensDaemon

struct RuntimeOverridesTests {
    init() { MainLoop.thread }

    /// A display reports another serial number at each hotplug, and a program sets it up each time.
    @Test @MainLoop func theSettingsOfManyDisplaysHaveALimit() {
        let overrides = RuntimeOverrides()
        var settings = ScreenOverrides()
        settings.clockwiseQuarters = 1
        let keys = (0...RuntimeOverrides.mostEntries).map { DisplayKey(identity: nil, connector: "card0/HDMI-A-\($0)") }
        for key in keys { overrides.set(settings, of: key) }
        #expect(overrides.entries.count == RuntimeOverrides.mostEntries)
        #expect(overrides[keys[0]].overrides == ScreenOverrides())
        #expect(overrides[keys[1]].overrides == settings)
        let timer = LoopTimer(after: .seconds(3600)) {}
        overrides.beginTrial(1, of: settings, of: keys[1], until: .distantFuture, timer)
        for key in keys.dropFirst(2) { overrides.set(settings, of: key) }
        overrides.set(settings, of: keys[0])
        #expect(overrides[keys[1]].trial != nil && overrides[keys[2]].overrides == ScreenOverrides())
    }
}
