import ArgumentParser
import Screens

/// `screens watch`.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch",
        abstract: "Tell which screens there are, and then what happens to them.",
        discussion: """
            It runs until SIGINT, SIGTERM or SIGHUP, or until nobody reads its output. It needs neither root nor a free \
            card. With --json each event is an object on a line of its own, the first of them the snapshot of all \
            screens.

            Example:
              screens watch --json | while read -r event; do …; done
            """)

    @Flag(help: "Print one JSON object a line.")
    var json = false

    func run() async throws {
        let kit = VideoKit(observing: VideoKit.Settings())
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        // Their screens are missing from what is printed.
        for problem in kit.cards.compactMap(\.problem) { Notices.shared.say(Failure(problem).message) }
        let printing = Task { [json] in
            var report = WatchReport()
            for await event in kit.events {
                try StandardOutput.write(try json ? report.json(event) : report.text(event, at: WallClock.now))
            }
        }
        Interruption.whenInterrupted { printing.cancel() }
        DetachedThread.start {
            StandardOutput.waitUntilReaderGone()
            printing.cancel()
        }
        try await printing.value
        await kit.stop()
    }
}
