import ArgumentParser
import Glibc
import ScreensConfiguration
import ScreensLending
import ScreensLinux
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

            The daemon starts no program. It reports to this command which program the screen is to show now, and the \
            command runs that program on a lease of the screen, as `screens lease` does; the way "seat" is like \
            --seat, and the patterns of input are like --input. If no program has to run, for example while the screen \
            is off or has no display, the command waits. A running program stays when the display is unplugged, and \
            while another virtual terminal is shown; with pauses = true its processes are stopped while that terminal \
            is shown. The command ends the program when the content changes. A program that ends is started again: \
            after 1 s at first, then after twice as long each time, up to 60 s; after a run of a minute, after 1 s \
            again. The last picture stays for one second; if the program shows no new one by then, the screen shows \
            its fallback.

            The command reads the files of the configuration by itself, and runs a program only if one of them has its \
            command, way and input word for word, whatever the daemon reports. A file counts only if it, its folder, \
            each folder above and each link on the way belong to root, and no other user may write them; with \
            --config they may also belong to the user who runs the command. A syntax error hides the commands of \
            its section, except commands that this process has read before.

            The program's standard input has no data and no end. Its output goes to the output of this command.

            The administrator enables the command for a screen as a service. Its user screens-content has no other \
            right:
              systemctl enable --now screens-content@HDMI-A-1.service
              journalctl -u screens-content@HDMI-A-1.service

            It runs until SIGINT, SIGTERM or SIGHUP, and ends the program before it ends.

            Example:
              screens content HDMI-A-1

            Exit codes: 64 several cards have a screen of that name, 69 no daemon, or it has ended, 71 the kernel \
            or the container allows no filter of system calls, 77 no permission.
            """)

    @Argument(
        help: "The screen: HDMI-A-1, card1/HDMI-A-1 or card1-HDMI-A-1. It may be connected later.",
        completion: ScreenName.completion)
    var screen: String

    @Option(
        help: ArgumentHelp(
            "The configuration of that daemon, whose commands may be run, with the folder beside it.",
            valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var config = ConfigurationFiles.standard.path

    @OptionGroup var daemon: DaemonArguments

    func run() async throws {
        // A program with a lease could otherwise trace this process, even while it waits, and escape its filter.
        ProcessTracing.forbid()
        let commands = FileCommands(ConfigurationFiles(path: config), caller: geteuid())
        var run = ContentRun(
            screen, at: DaemonLocation(option: daemon.socket), commands: commands,
            signals: .ofProcess)
        try await run.run()
    }
}
