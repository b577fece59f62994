import Glibc
import Screens

/// Redraws a tenth of every named screen in each frame, on all screens simultaneously, and prints the frames that
/// reached them.
///
///     wall FRAMES SCREEN...
@main struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let frames = arguments.first.flatMap({ UInt64($0) }), arguments.count > 1 else { exit(64) }
        let names = Array(arguments.dropFirst())
        var settings = VideoKit.Settings()
        settings.selection = .named(names)
        let bands = Bands(frames: frames)
        let kit = try VideoKit(delegate: bands, settings: settings)
        try await kit.start()
        while kit.statistics().count(where: { $0.presented >= frames }) < names.count {
            try await Task.sleep(for: .milliseconds(100))
        }
        for screen in kit.statistics() {
            print("\(screen.name): \(screen.presented) presented, \(screen.missed) missed")
        }
        await kit.stop()
    }
}
