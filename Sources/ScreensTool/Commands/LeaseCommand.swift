import ArgumentParser
import Screens
import ScreensConfiguration
import ScreensLending
import ScreensLinux
import ScreensReports

/// `screens lease`.
struct LeaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "lease", _superCommandName: "screens",
        abstract: "Run a program on a screen of its own.",
        usage: """
            screens lease <screen> [<options>] -- <program> ...
            screens lease <screen> --revoke [--layer <name>]
            """,
        discussion: """
            The program draws on the screen by itself, through KMS, beside programs on other screens of the card. It \
            gets a DRM lease: it sees and sets this screen alone, needs no right on /dev/dri, and cannot become \
            master of the card. The screen is lit when it starts, and shows its former picture again when it ends.

            A program that opens the card by itself (mpv, SDL, kmscube, modetest) finds the lease in its place, and no \
            other card. For that it runs with a filter of system calls (seccomp), which also refuses it the pictures \
            of other screens. Neither it nor its children gain rights by executing a file (sudo). Every program \
            inherits the descriptor of the lease: {fd} in an argument stands for its number, which SCREENS_LEASE_FD \
            and SLINT_DRM_LEASE_FD have too. DISPLAY and WAYLAND_DISPLAY are not set for the program. A program for \
            Automotive Grade Linux gets the lease from the socket of its drm-lease-manager (DLM_RUNTIME_PATH), by the \
            name card0-HDMI-A-1.

            In a container that forbids such filters no program is run. --unfiltered runs it without one: it finds the \
            lease by its descriptor, its name or its seat, opens cards by the rights of its user, and can read and \
            overwrite the pictures of the card's other screens.

            With --seat it also has a seat of its own, which compositors need (cage, sway, labwc and others that use \
            libseat, and weston): the seat has the lease and the input devices that --input names, and no others. \
            XDG_RUNTIME_DIR is set to a folder of its own if it is missing. A remote control that comes over the cable \
            (CEC) belongs to a screen only by a property.

            If screensd runs, the screen is the daemon's: it is set up by its settings, shows its content again \
            afterwards, and the command needs no right on /dev/dri. --revoke ends the lease too, and so does the end \
            or a restart of the daemon: the program ends with the lease. A service restarts this command then \
            (Restart=always), and a program that is the content of the screen returns by itself.

            The program has the standard streams of this command. The exit status is the program's; if a signal ended \
            it, 128 and the number of the signal. SIGINT, SIGTERM and SIGHUP are passed on. The program ends with this \
            command, and the processes that it leaves behind end with it.

            Examples:
              screens lease HDMI-A-1 -- mpv --vo=drm film.mkv
              screens lease HDMI-A-2 -- kmscube
              screens lease DP-1 -- flutter-pi --drm-fd {fd} /srv/app
              screens lease HDMI-A-2 --seat --input 'name=Touch*' -- cage -d -- foot
              screens lease card1/HDMI-A-1 -- \\
                gst-launch-1.0 videotestsrc ! kmssink fd={fd} force-modesetting=true

            Exit codes, if the program does not run: 66 no such screen, 69 no display, or the driver has no \
            leases, 71 no filter can be installed, 75 another program uses the card or the screen, 77 no permission, \
            126 the program cannot be executed, 127 there is no such program.
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Argument(
        parsing: .postTerminator,
        help: ArgumentHelp("The program and its arguments.", valueName: "program"))
    var command: [String] = []

    @Flag(help: "Give the program a seat with the screen, for compositors that use libseat.")
    var seat = false

    @Option(
        help: ArgumentHelp(
            "An input device of the seat: name=PATTERN, seat=PATTERN or a udev PROPERTY=PATTERN. Repeat the option "
                + "for more.",
            valueName: "device"),
        transform: pattern)
    var input: [InputPattern] = []

    @Flag(help: "Run the program without a filter of system calls; other screens of the card are not protected.")
    var unfiltered = false

    @Flag(help: "End the screen's lease from screensd, and the program that has the lease.")
    var revoke = false

    @Option(
        help: ArgumentHelp(
            "With --revoke: end the layer of that name in place of the lease; `screens status` lists the layers.",
            valueName: "name"))
    var layer: String?

    @OptionGroup var daemon: DaemonArguments

    @Sendable private static func pattern(_ text: String) throws -> InputPattern {
        guard let pattern = InputPattern(text) else {
            throw WordProblem(
                description: "'\(text)' is not a pattern of input devices, such as \(InputPattern.examples)")
        }
        return pattern
    }

    func validate() throws {
        if revoke, !command.isEmpty || seat || unfiltered {
            throw ValidationError("--revoke takes no program, no seat and no --unfiltered")
        }
        if layer != nil, !revoke { throw ValidationError("--layer needs --revoke") }
        if !input.isEmpty, !seat { throw ValidationError("--input needs --seat") }
        guard revoke || !command.isEmpty else {
            throw ValidationError("a program has to follow after --, as in `screens lease \(screen) -- kmscube`")
        }
    }

    func run() async throws {
        guard !revoke else { return try daemon.connection().revoke(screen, layer: layer) }
        // A program with a lease could otherwise trace this process, even while it waits, and escape its filter.
        if !unfiltered { ProcessTracing.forbid() }
        let program = LeasedProgram(arguments: command, seatInput: seat ? input : nil, isFiltered: !unfiltered)
        if let connection = try daemon.connectionToRunning() {
            Process.exit(
                try await DaemonLease(connection: connection, program: program, signals: .ofProcess).run(on: screen))
        }
        Process.exit(try await LeaseRun(screen, program).run())
    }
}
