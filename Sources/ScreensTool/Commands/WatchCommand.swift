import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens watch`.
struct WatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "watch", _superCommandName: "screens",
        abstract: "Print the screens, and then each change to them.",
        usage: "screens watch [<options>]",
        discussion: """
            It runs until SIGINT, SIGTERM or SIGHUP, or until its output is closed. It needs neither root nor a free \
            card. With --json each event is an object on a line of its own; the first is a snapshot of all screens.

            If screensd runs, it provides the events, and reports settings, contents and problems, too. If the daemon \
            ends, the command fails: the next daemon may start with other numbers and states.

            Example:
              screens watch --json | while read -r event; do …; done

            Exit codes: 69 the daemon has ended.
            """)

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var simulation: SimulationOption

    func run() async throws {
        guard simulation.simulate == nil, let daemon = try choice.connection() else { return try await watchCards() }
        let socket = daemon.socket
        Interruption.onInterrupt { socket.interrupt() }
        StandardOutput.onReaderGone { socket.interrupt() }
        try daemon.watch { (event) throws(Failure) in try Self.print(event, asJSON: json) }
    }

    private static func print(_ event: EventDocument, asJSON json: Bool) throws(Failure) {
        try StandardOutput.write(
            json ? JSONLine.encode(event) : WatchReport.text(event, at: LocalDate.now?.text("%H:%M:%S") ?? ""))
    }

    private func watchCards() async throws {
        var settings = try simulation.settings()
        // No person requests the reads between events, so they report what the kernel knows, as does the first one.
        settings.reading = .known
        let kit = VideoKit(observing: settings)
        do {
            try await kit.start()
        } catch {
            throw Failure(error)
        }
        // No event would ever come.
        let denied = kit.cards.compactMap(\.problem).filter { $0.code == .permissionDenied }
        if let first = denied.first, denied.count == kit.cards.count {
            await kit.stop()
            throw Failure(first)
        }
        // The screens of these cards are missing from the output. In the output for people, events report them.
        if json { for problem in kit.cards.compactMap(\.problem) { Notices.shared.say(Failure(problem).message) } }
        // A reader of the first event may send a signal at once.
        let handlersAreSet = Completion()
        let printing = Task { [json] in
            await handlersAreSet.wait()
            var translation = EventTranslation()
            for await record in kit.events.records {
                try Self.print(translation.document(of: record), asJSON: json)
            }
        }
        Interruption.onInterrupt { printing.cancel() }
        StandardOutput.onReaderGone { printing.cancel() }
        handlersAreSet.signal()
        try await printing.value
        await kit.stop()
    }
}
