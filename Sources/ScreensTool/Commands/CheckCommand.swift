import ArgumentParser
import Screens
import ScreensDoctor
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens check`.
struct CheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", _superCommandName: "screens",
        abstract: "Check that this machine has the displays that an installation needs.",
        usage: "screens check --require <requirements> [<options>]",
        discussion: """
            For scripts that prepare machines and images. Requirements stand in quotes, with commas between them:

              screens>=N           at least N connected screens; the default is one
              external>=N          at least N that are not built in
              internal>=N          at least N that are built in
              size>=WIDTHxHEIGHT   each screen has a mode of that size, or a larger one
              refresh>=HZ          each has such a mode with that rate; 59.94 counts as 60
              atomic               the driver has atomic commits
              overscan             the connector compensates overscan (underscan, margins)

            Only screens that meet all conditions are counted. Interlaced modes do not count. It changes nothing, and \
            needs neither root nor a free card; a card that no program drives is probed, as by `screens list`.

            A card of nvidia-drm is not opened, because its displays may go dark: sysfs describes it, so that atomic \
            and overscan are not known there, and count as not met. With --probe it is opened.

            Examples:
              screens check --require 'external>=2, refresh>=60, size>=1920x1080'
              screens check --require 'internal>=1, atomic' --json | jq .met
              screens check --require overscan --simulate cards.json

            Exit codes: 0 the machine meets the requirements, 64 a requirement that is not known, 69 something is \
            missing, 77 no permission.
            """)

    @Option(
        help: ArgumentHelp("The requirements, such as 'external>=2, refresh>=60'.", valueName: "requirements"),
        completion: .list(Requirement.names),
        transform: Requirements.init)
    var require: Requirements

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(help: "Also open the cards of nvidia-drm, whose displays may go dark.")
    var probe = false

    @OptionGroup var simulation: SimulationOption

    func validate() throws {
        if probe, simulation.simulate != nil { throw ValidationError("--probe and --simulate exclude each other") }
    }

    func run() async throws {
        let check = RequirementCheck(require, try await cards())
        try StandardOutput.write(json ? JSONLine.encode(check) : check.text)
        if check.status != .success { Process.exit(check.status) }
    }

    private func cards() async throws(Failure) -> [CardFacts] {
        if let spec = simulation.simulate.flatMap(SimulationSpec.init) {
            if let (path, bytes) = try spec.document() {
                return try await DocumentExamination.facts(ofDocument: bytes, at: path).cards
            }
            return DocumentExamination.cards(simulated: try await Inspection.take(simulation.settings()))
        }
        var settings = SimulationOption.settings(for: nil)
        settings.reading = probe ? .probedRegardless : .probed
        let inspection = try await Inspection.take(settings)
        // The document has the reasons, too.
        if !json { inspection.reportClosedCards() }
        if !inspection.hasNoCard { try inspection.checkCards() }
        return CardExamination.cards(
            inspection, heldByDaemon: CommandClient.heldCards() ?? [], opensAll: probe)
    }
}
