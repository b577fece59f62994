import ArgumentParser
import ProgramKit

/// `screens doctor`.
struct DoctorCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find out why a screen is black.",
        discussion: """
            It looks at the cards and their drivers, the displays, who uses them, and what this user may do, and lists \
            what is wrong, the worst first, and what helps. It changes nothing and disturbs nobody. Root gets to know \
            more: which program is a card's master, and which connectors are forced.

            error: the object shows no picture as it is; warning: the picture may be wrong; note: good to know. Each finding \
            has a code that stays the same between releases.

            Examples:
              screens doctor
              sudo screens doctor --json | jq -r '.findings[].code'

            Exit codes: 0 a picture could be shown on some screen now, 69 no card or display that can, 75 another \
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
