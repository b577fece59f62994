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

    @Flag(
        help: ArgumentHelp(
            "Also probe the cards of nvidia-drm.",
            discussion:
                "Their driver disables all displays when a program closes a card that has no master, such as a card "
                + "on which the kernel's console is shown. Without the option such a card is described by sysfs."
        ))
    var probe = false

    // No option group in an option group: the parser searches the conformances of each group's type, which takes a
    // million instructions for two.
    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws {
        try SimulationOption.check(simulate)
        if noProbe, simulate != nil {
            throw ValidationError("--no-probe and --simulate exclude each other")
        }
        if noProbe, probe { throw ValidationError("--no-probe and --probe exclude each other") }
    }

    /// Rejects a socket that would not be used.
    func check(_ choice: DaemonChoice) throws {
        if noProbe, choice.daemon.socket != nil {
            throw ValidationError("--no-probe and --socket exclude each other")
        }
    }

    /// Whether a daemon may answer in place of the kernel.
    var mayAskDaemon: Bool { !noProbe && simulate == nil }

    /// Returns the settings of an inspection of the cards.
    func settings() throws(Failure) -> VideoKit.Settings {
        var settings = try SimulationOption.settings(simulate)
        if noProbe { settings.reading = .sysfs }
        if probe { settings.reading = .probedRegardless }
        return settings
    }

    /// Prints a notice about displays that were not probed.
    func reportSource(of inspection: Inspection) {
        guard noProbe else { return inspection.reportClosedCards() }
        Notices.shared.say("from sysfs and the EDIDs alone: the displays were not probed")
    }
}
