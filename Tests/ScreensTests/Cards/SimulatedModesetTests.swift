import ScreensLinux
import Synchronization
import TestSupport
import Testing

@testable import Screens

struct SimulatedModesetTests {
    /// A modeset is one commit: a reader finds either the picture before it or the one after it.
    @Test func aScreenHasAPictureAtAnyTimeDuringModesets() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48, 60)])
        let kit = try await VideoKit.started(card)
        let screen = try #require(kit.screens.first)
        let isOver = Atomic<Bool>(false)
        let missing = Atomic<Int>(0)
        let end = Completion()
        // A thread of its own, because it reads without a pause, and tasks have only as many threads as there are
        // processors.
        try NativeThread.start(name: "reader") {
            while !isOver.load(ordering: .relaxed) {
                if card.pipe(of: "Virtual-1") == nil { missing.add(1, ordering: .relaxed) }
            }
            end.signal()
        }
        for pixels in 1...100 {
            var settings = kit.settings(of: screen.id) ?? ScreenSettings()
            settings.overscan = Overscan(.pixels(pixels % 10), compensation: .insetBounds)
            try await kit.apply(settings, to: screen.id)
        }
        isOver.store(true, ordering: .relaxed)
        await end.wait()
        #expect(missing.load(ordering: .relaxed) == 0)
        await kit.stop()
    }
}
