import ArgumentParser
import ScreensLending
import ScreensManager
import ScreensReports

/// `screens content`.
struct ContentCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "content", _superCommandName: "screens",
        abstract: "Run the program that is the content of a screen.",
        usage: "screens content <screen> [<options>]",
        discussion: """
            For a screen whose content is a command in the configuration of screensd:

              content = { command = ["cage", "-d", "--", "foot", "top"], way = "seat" }

            The daemon starts no program. This command asks it for the one that the screen is to show now, and runs it on \
            a lease of the screen, as `screens lease` does; with the way "seat" as with --seat, and with the patterns of \
            input as with --input. While there is none, as while the screen is off or has no display, it waits. A program \
            that runs stays when the display is unplugged, and while another virtual terminal is shown; with pauses = true \
            its processes are stopped meanwhile. It is ended when the content becomes another one. It is started again \
            when it ends, after 1 s at first, then after twice as long each time, up to 60 s; after a run of a minute it \
            is 1 s again. For one second the last picture stays until the program shows the next; over longer pauses the \
            screen shows its fallback.

            On standard input the program reads nothing, and no end. Its output is that of this command.

            The administrator enables it for a screen as a service, whose user screens-content has no other right:
              systemctl enable --now screens-content@HDMI-A-1.service
              journalctl -u screens-content@HDMI-A-1.service

            It runs until SIGINT, SIGTERM or SIGHUP, and ends the program before it ends.

            Example:
              screens content HDMI-A-1

            Exit codes: 64 several cards have a screen of that name, 69 no daemon, or it has ended, 77 no permission.
            """)

    @Argument(
        help: "The screen: HDMI-A-1, card1/HDMI-A-1 or card1-HDMI-A-1. It may be connected later.",
        completion: ScreenName.completion)
    var screen: String

    @OptionGroup var daemon: DaemonArguments

    func run() async throws {
        var run = ContentRun(
            screen, at: DaemonLocation(option: daemon.socket),
            signals: .ofProcess)
        try await run.run()
    }
}
