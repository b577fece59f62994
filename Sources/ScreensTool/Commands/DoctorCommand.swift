import ArgumentParser
import ProgramKit

/// `screens doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", _superCommandName: "screens",
        abstract: "Diagnose why a screen is black.",
        discussion: """
            It examines the cards and their drivers, the displays, the programs that use them, and the permissions of \
            this user. It lists each problem with its remedy, the worst first. It changes nothing and disturbs no other \
            program. Some facts are visible to root only: the program that is a card's DRM master, and the connectors \
            that are forced.

            error: the object shows no picture; warning: the picture may be wrong; note: for information. Each finding \
            has a code that stays the same between releases.

            Examples:
              screens doctor
              sudo screens doctor --json | jq -r '.findings[].code'

            Exit codes: 0 a picture can be shown on some screen now, 69 no usable card or display, 75 another \
            program uses the card, 77 no permission.
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    func run() async throws {
        let facts = await MachineExamination.facts()
        let diagnosis = Diagnosis(facts)
        let document = DoctorDocument(diagnosis, facts)
        try StandardOutput.write(json ? JSONLine.encode(document) : DoctorReport(document).text)
        if diagnosis.status != .success { Process.exit(diagnosis.status) }
    }
}
