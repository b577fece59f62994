import Synchronization
import TestSupport
import Testing

@testable import Screens

struct SimulatedModesetTests {
    /// A modeset is one commit: a reader finds the picture before or the one after it.
    @Test func aScreenHasAPictureAtAnyTimeDuringModesets() async throws {
        let card = try SimulatedCard(screens: [.make(64, 48, 60)])
        let kit = try await VideoKit.started(card)
        let screen = try #require(kit.screens.first)
        let isOver = Atomic<Bool>(false)
        let reader = Task.detached {
            var missing = 0
            while !isOver.load(ordering: .relaxed) {
                if card.pipe(of: "Virtual-1") == nil { missing += 1 }
            }
            return missing
        }
        for pixels in 1...100 {
            var settings = kit.settings(of: screen.id) ?? ScreenSettings()
            settings.overscan = Overscan(.pixels(pixels % 10), compensation: .insetBounds)
            try await kit.apply(settings, to: screen.id)
        }
        isOver.store(true, ordering: .relaxed)
        #expect(await reader.value == 0)
        await kit.stop()
    }
}
