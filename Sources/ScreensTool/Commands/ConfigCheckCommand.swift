import ArgumentParser
import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensManager
import ScreensReports

/// `screens config check`.
struct ConfigCheckCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Check a configuration and list its problems.",
        discussion: """
            It reads the file, and the files in the folder beside it with .d in place of .toml, as the daemon does. \
            Each problem is one line, FILE:LINE:COLUMN: KEY: message. Sections are counted from 1. A configuration \
            without problems prints nothing.

            Files of the configuration that the user of the service may not read are problems. Pictures and folders \
            that are missing, or that it may not read, are warnings; so are commands in files that other users may \
            write, which are not run, files that are gone while their last texts count, metrics whose folder is \
            missing, sections that match no screen of this machine, saved settings that override a value of a file \
            which has changed since, and empty files. They are printed to standard error \
            and change no exit code. An empty file that had settings before is a problem, as after a power cut.

            A syntax error (a missing quote, a duplicate key) hides all other problems of its file. At most 100 \
            problems that cost a file, and 100 others, are listed, with the numbers of further ones.

            Examples:
              screens config check
              screens config example | screens config check -
              screens config check screens.toml --json | jq -r '.[].key'

            Exit codes: 0 no problems, 66 no such file, 77 no permission, 78 problems.
            """)

    @Argument(
        help: ArgumentHelp("The file, or - for standard input.", valueName: "file"),
        completion: .file(extensions: ["toml"]))
    var file = ConfigurationFiles.standard.path

    @Flag(help: "Print a JSON array.")
    var json = false

    func run() async throws {
        let files = ConfigurationFiles(path: file)
        let state = StateFolder(of: files) { name in getenv(name).map { String(cString: $0) } }
        let lastGood = (try? state?.lastGood.read(of: files))?.last ?? ConfigurationTexts()
        let texts = files.texts().withoutEmptied(after: lastGood)
        let reading = texts.reading
        var problems = reading.problems
        for file in texts.files where file.text?.isEmpty == true && file.name != InputFile.name(of: "-") {
            Notices.shared.say("\(file.name): is empty, so it has no settings")
        }
        var warnings = ConfigurationWarning.ofNames(in: files.folder)
        // Files in other folders are drafts.
        if files.path == ConfigurationFiles.standard.path {
            problems += ServiceAccess.problems(
                withConfiguration: texts.files.map(\.name) + [files.folder], ServiceAccess())
            warnings += ConfigurationWarning.ofGone(files.texts(after: lastGood), among: texts)
            warnings += ConfigurationWarning.ofDamage(state)
        }
        warnings += ConfigurationWarning.ofCommands(reading.configuration, in: files)
        warnings += await self.warnings(about: reading.configuration, state)
        for warning in warnings { Notices.shared.say(warning.text) }
        try StandardOutput.write(
            json
                ? try JSONLine.encode(problems.map(ProblemDocument.init)) : ProblemReport(problems).text
        )
        if let status = reading.unreadable { Process.exit(status) }
        if !problems.isEmpty { Process.exit(.badConfiguration) }
    }

    private func warnings(
        about configuration: MachineConfiguration, _ state: StateFolder?
    ) async -> [ConfigurationWarning] {
        let warnings =
            ConfigurationWarning.ofFiles(configuration, ServiceAccess()) + ConfigurationWarning.ofMetrics(configuration)
        guard let inspection = try? await Inspection.fromSysfs() else { return warnings }
        let ofSections = ConfigurationWarning.ofSections(configuration, among: inspection.connectors)
        guard let saved = try? state?.saved.read(), !saved.entries.isEmpty else { return warnings + ofSections }
        return warnings + ofSections
            + ConfigurationWarning.ofSaved(
                saved, configuration.at(Int64(time(nil)), in: .ofProcess), among: inspection.screens)
    }
}

/// The problems of a configuration, one on each line.
struct ProblemReport {
    /// The lines, each with a line feed; empty if there are no problems.
    let text: String

    init(_ problems: [ConfigurationProblem]) {
        text = problems.map { "\($0.description.printableLine)\n" }.joined()
    }
}

/// An element of the output of `screens config check --json`.
struct ProblemDocument: Encodable {
    private let file: String
    private let line: Int?
    private let column: Int?
    private let key: String?
    private let message: String
    private let nearest: String?

    init(_ problem: ConfigurationProblem) {
        file = problem.file
        line = problem.position?.line
        column = problem.position?.column
        key = problem.keyPath
        message = problem.message
        nearest = problem.nearest
    }
}
