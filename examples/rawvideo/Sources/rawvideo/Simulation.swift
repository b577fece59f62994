import Glibc
import Screens
import ScreensPictures

/// Shows all frames on a simulated screen, without waiting for their times, and reports each with its refreshes.
///
/// - Parameter copy: a file for the last picture.
func simulate(_ player: Player, on mode: String, copy: String?) async throws {
    let clock = ManualClock()
    let card = try SimulatedCard(screens: [SimulatedScreen(mode)], clock: clock)
    var settings = VideoKit.Settings()
    settings.cards = .simulated(card)
    let video = Video(player)
    let kit = try VideoKit(delegate: video, settings: settings)
    waitForFrames(of: player)
    try await kit.start()
    var (shown, refreshes) = (try card.frame(of: "Virtual-1"), 0)
    while let frame = shown, !player.hasEnded {
        waitForFrames(of: player)
        clock.advance(refreshes: 1)
        refreshes += 1
        let next = try card.frame(of: "Virtual-1")
        guard next?.number != frame.number || player.hasEnded else { continue }
        let middle = frame.picture[frame.picture.size.width / 2, frame.picture.size.height / 2]
        let digits = String(middle.rgb | 0x100_0000, radix: 16).dropFirst()
        print("frame \(frame.number), \(refreshes) refreshes, #\(digits)")
        (shown, refreshes) = (next, 0)
    }
    if let copy { try shown?.picture.writePNG(to: copy) }
    await kit.stop()
}

/// Waits for the reading thread, which runs in real time while the screen does not.
private func waitForFrames(of player: Player) {
    while !player.isBuffered { usleep(1000) }
}
