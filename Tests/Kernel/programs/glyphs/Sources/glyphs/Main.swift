import Glibc
import Screens

/// Draws a thousand letters in each frame, and prints the frames that reached the screen.
///
///     glyphs FRAMES SCREEN MODE [changing]     on a screen, such as card0/HDMI-A-1 1920x1080@60
///     glyphs FRAMES simulated 1920x1080 [changing]
@main struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count >= 3, let frames = arguments.first.flatMap({ Int($0) }) else { exit(64) }
        let (name, mode) = (arguments[2], arguments[3])
        var settings = VideoKit.Settings()
        if name == "simulated" {
            settings.cards = .simulated(
                try SimulatedCard(screens: [
                    SimulatedScreen(modes: [SimulatedMode(width: 1920, height: 1080, millihertz: 60_000)])
                ]))
        } else {
            guard let policy = ModePolicy(mode) else { exit(64) }
            settings.selection = .named([name])
            settings.mode = policy
        }
        let page = Page(frames: frames, changes: arguments.contains("changing"))
        let kit = try VideoKit(delegate: page, settings: settings)
        try await kit.start()
        while kit.statistics().allSatisfy({ $0.presented < frames }) { try await Task.sleep(for: .milliseconds(100)) }
        for screen in kit.statistics() {
            print("\(screen.name): \(screen.presented) presented, \(screen.missed) missed")
        }
        await kit.stop()
    }
}
