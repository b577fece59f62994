import ScreensConfiguration
import ScreensLinux
import TestSupport
import Testing

@testable import Screens
@testable import ScreensContents

/// The address of the machine in words.
struct FollowedAddressTests {
    init() { MainLoop.thread }

    @Test @MainLoop func aThreadReadsItOnceAMinute() async throws {
        var changes = 0
        let address = FollowedAddress { changes += 1 }
        let start = MonotonicTime.now
        address.update(at: start)
        #expect(address.text == nil && changes == 0, "it was read on the main loop")
        try await eventually("it is read") { address.text != nil }
        #expect(address.text == NetworkAddress.first ?? "" && changes == 1)
        address.update(at: start.advanced(by: .seconds(59)))
        address.update(at: start.advanced(by: .seconds(60)))
        #expect(changes == 1)
    }

    @Test @MainLoop func theFirstWordsHaveIt() async throws {
        let reading = MachineConfiguration.reading(Array("default.content = { text = 'at {address}' }".utf8), as: "f")
        let kind = try #require(reading.configuration.defaults.content?.kind as? TextKind)
        let recorder = ContentRecorder()
        let content = TextContent(kind, on: recorder.output)
        content.update(.sample(0))
        #expect(recorder.states == [.waiting] && recorder.shown.isEmpty)
        try await eventually("it is shown") { recorder.states.last == .shown }
        #expect(recorder.shown.count == 1)
        withExtendedLifetime(content) {}
    }
}
