import ArgumentParser
import Screens
import ScreensLinux
import ScreensReports

/// The options of commands that list screens and modes for a person.
struct ReadingOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Answer from sysfs and the EDIDs there alone.",
            discussion:
                "No card is opened, no display is probed, and screensd is not called. Only modes with timings in the "
                + "EDID are listed."
        ))
    var noProbe = false

    // No option group in an option group: the parser searches the conformances of each group's type, which takes a
    // million instructions for two.
    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws {
        try SimulationOption.check(simulate)
        if noProbe, simulate != nil {
            throw ValidationError("--no-probe and --simulate exclude each other")
        }
    }

    /// Rejects a socket that would not be used.
    func check(_ choice: DaemonChoice) throws {
        if noProbe, choice.daemon.socket != nil {
            throw ValidationError("--no-probe and --socket exclude each other")
        }
    }

    /// Whether a daemon may answer in place of the kernel.
    var mayAskDaemon: Bool { !noProbe && simulate == nil }

    /// The source of the answer, if not the cards.
    var source: String? { noProbe ? "sysfs" : nil }

    /// Returns the settings of an inspection of the cards.
    func settings() throws(Failure) -> VideoKit.Settings {
        var settings = try SimulationOption.settings(simulate)
        if noProbe { settings.reading = .sysfs }
        return settings
    }

    /// Prints a notice that no display was probed.
    func reportSource() {
        if noProbe { Notices.shared.say("from sysfs and the EDIDs alone: the displays were not probed") }
    }
}
