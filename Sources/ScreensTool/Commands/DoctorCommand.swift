import ArgumentParser
import Screens
import ScreensDoctor
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "screens",
        abstract: "Diagnose why a screen is black.",
        usage: "screens doctor [<options>]",
        discussion: """
            It examines the cards and their drivers, the displays, the programs that use them, and the permissions of \
            this user. It lists each problem with its remedy, the worst first. It probes the displays of cards that no \
            program uses, as list does. Otherwise it changes nothing, and it disturbs no other program. Some facts are \
            visible to root only: the program that is a card's DRM master, and the connectors that are forced.

            error: the object shows no picture; warning: the picture may be wrong; note: for information. Each finding \
            has a code that stays the same between releases.

            --dump prints all cards as drm_info -j does, with the state of their connectors, the kernel's command line \
            and the EDIDs, for others to reproduce a fault: every command with --simulate reads it. Serial numbers, \
            UUIDs and addresses are left out, in EDIDs too. The dump only reads: it probes no display and needs no \
            free card.

            A card of nvidia-drm is not opened, because its driver disables all displays when a program closes a card \
            that has no master: sysfs describes it, and --dump leaves it out. With --probe it is opened.

            With --simulate it examines the cards of such a document, or of drm_info -j. Facts that the document does \
            not state are reported as unknown.

            Examples:
              screens doctor
              sudo screens doctor --json | jq -r '.findings[].code'
              screens doctor --dump > cards.json
              screens doctor --simulate cards.json

            Exit codes: 0 a picture can be shown on some screen now, screensd shows its pictures, or the dump is \
            complete, 65 the file is not a document of cards, 66 no such file, 69 no usable card or display, or \
            screensd cannot show a content, 75 another program uses the card, 77 no permission.
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(help: "Print a JSON document of all cards, for --simulate on another machine.")
    var dump = false

    @Flag(help: "Leave the serial numbers of displays and devices in the dump.")
    var withSerials = false

    @Flag(help: "Also open the cards of nvidia-drm, whose displays may go dark.")
    var probe = false

    @OptionGroup var simulation: SimulationOption

    func validate() throws {
        if withSerials, !dump { throw ValidationError("--with-serials needs --dump") }
        if dump, json { throw ValidationError("--dump always prints JSON: leave out --json") }
        guard let simulate = simulation.simulate else { return }
        if probe { throw ValidationError("--probe and --simulate exclude each other") }
        if dump { throw ValidationError("--dump describes this machine: leave out --simulate") }
        guard SimulationSpec(simulate)?.isDocument == true else {
            throw ValidationError("--simulate needs the file of a document here: FILE.json")
        }
    }

    func run() async throws {
        if dump { return try printDump() }
        let facts = try await facts()
        let diagnosis = Diagnosis(facts)
        let document = DoctorDocument(diagnosis, facts)
        try StandardOutput.write(json ? JSONLine.encode(document) : DoctorReport(document).text)
        if diagnosis.status != .success { Process.exit(diagnosis.status) }
    }

    /// Prints the cards that can be read, and fails if any card cannot be read.
    private func printDump() throws(Failure) {
        let (text, failures) = try MachineDump.take(withSerials: withSerials, opensAll: probe)
        for failure in failures { Notices.shared.say(failure.message) }
        if let text { try StandardOutput.write(text) }
        let status = MachineDump.status(of: failures)
        if status != .success { Process.exit(status) }
    }

    private func facts() async throws(Failure) -> MachineFacts {
        guard let spec = simulation.simulate.flatMap(SimulationSpec.init), let (path, bytes) = try spec.document()
        else {
            return await MachineExamination.facts(probe ? .probedRegardless : .probed)
        }
        return try await DocumentExamination.facts(ofDocument: bytes, at: path)
    }
}
