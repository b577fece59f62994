import Screens
import ScreensPictures

/// Draws 60 frames on a simulated screen without waiting for them.
///
/// - Parameter arguments: the mode, a file for the last picture, and a file of recorded input events.
func simulate(_ meadow: Meadow, steering: Steering, _ arguments: [String]) async throws {
    let clock = ManualClock(at: MonotonicTime(nanoseconds: 0))
    let mode = try SimulatedMode(arguments.first ?? "640x360@60")
    let card = try SimulatedCard(screens: [SimulatedScreen(modes: [mode])], clock: clock)
    if arguments.count > 2, let device = InputDevice(arguments[2]) {
        _ = device.readEvents()
        steering.set(device.controls.direction)
    }
    var settings = VideoKit.Settings()
    settings.cards = .simulated(card)
    let kit = try VideoKit(delegate: meadow, settings: settings)
    try await kit.start()
    clock.advance(refreshes: 60)
    if let frame = try card.frame(of: "Virtual-1") {
        print("frame \(frame.number)")
        if arguments.count > 1 { try frame.picture.writePNG(to: arguments[1]) }
    }
    await kit.stop()
}
