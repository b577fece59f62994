import ArgumentParser
import EDID
import JSON
import ProgramKit
import Screens

/// `screens list`.
struct ListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", _superCommandName: "screens",
        abstract: "List the connected screens.",
        discussion: """
            Built-in screens come first, then the others by card and connector. The command needs neither root nor a \
            free card, and changes nothing. Where screensd runs, it provides the list; the same holds for `modes`, \
            `watch` and `snapshot`.

            The card of the firmware's framebuffer (simpledrm) is listed only with --all where the graphics hardware has \
            another card.

            Examples:
              screens list
              screens list --all --json | jq -r '.[].name'
              screens list --simulate FILE.json
            """)

    @Flag(
        help:
            "Also list connectors without a display, headsets, writeback connectors, and a firmware card beside a real one."
    )
    var all = false

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var simulation: SimulationOption

    func run() async throws {
        let screens = try await documents()
        if json {
            try StandardOutput.write(JSONLine.encode(screens))
        } else if screens.isEmpty {
            Notices.shared.say(all ? "the cards have no connectors" : "no display is connected")
        } else {
            try StandardOutput.write(ScreenTable.text(for: screens))
        }
    }

    private func documents() async throws(Failure) -> [ScreenDocument] {
        if simulation.simulate == nil, let daemon = try choice.connection() { return try daemon.screens(all: all) }
        let inspection = try await Inspection.take(simulation.settings())
        try inspection.checkCards()
        return (all ? inspection.connectors : inspection.screens).map(ScreenDocument.init)
    }
}

/// `screens modes`.
struct ModesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "modes", _superCommandName: "screens",
        abstract: "List the modes of a screen, the largest last.",
        discussion: """
            Examples:
              screens modes HDMI-A-1
              screens modes card1/HDMI-A-1 --json
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var simulation: SimulationOption

    func run() async throws {
        let (modes, reason) = try await documents()
        if json {
            try StandardOutput.write(JSONLine.encode(modes))
        } else if modes.isEmpty {
            Notices.shared.say("\(screen) has no modes: \(reason ?? "none is known")")
        } else {
            try StandardOutput.write(ModeTable.text(for: modes))
        }
    }

    /// The modes, and why there are none.
    private func documents() async throws(Failure) -> ([ModeDocument], String?) {
        if simulation.simulate == nil, let daemon = try choice.connection() {
            return (try daemon.modes(of: screen), nil)
        }
        let inspection = try await Inspection.take(simulation.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        return (ModeDocument.all(of: screen), screen.dark?.message)
    }
}

/// `screens info`.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", _superCommandName: "screens",
        abstract: "Print the state, modes, properties and EDID of a screen.",
        discussion: """
            The properties are those that `screens show --set` can set. The command needs neither root nor a free card, and \
            changes nothing.

            Examples:
              screens info HDMI-A-1
              screens info card1/HDMI-A-1 --json | jq -r .edid.stableIdentity
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var simulation: SimulationOption

    func run() async throws {
        let inspection = try await Inspection.take(simulation.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        let display = try? KnownDisplay(decoding: screen.edid)
        let text = try json ? JSONLine.encode(InfoDocument(screen, display: display)) : InfoReport.text(screen, display)
        try StandardOutput.write(text)
    }
}

/// The option of commands that read cards.
struct SimulationOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read simulated cards in place of this machine's: \(SimulationSpec.forms).", valueName: "spec"),
        completion: .file(extensions: ["json"]))
    var simulate: String?

    func validate() throws {
        if let simulate, SimulationSpec(simulate) == nil {
            throw ValidationError("--simulate takes \(SimulationSpec.forms); '\(simulate)' is neither")
        }
    }

    /// The settings of an inspection of the cards.
    func settings() throws(Failure) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        if let spec = simulate.flatMap(SimulationSpec.init) { settings.cards = .simulated(try spec.makeCards()) }
        return settings
    }
}

/// `screens edid`.
struct EDIDCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edid", _superCommandName: "screens",
        abstract: "Decode EDIDs, the data by which displays describe themselves.",
        discussion: """
            The input is binary, as in sysfs; hexadecimal text of xxd, hexdump -C or edid-decode; arrays in C (0x00, 0xff, \
            ...); or the output of xrandr --props or modetest -c with all its displays. Errors in the data are listed at \
            the end; the command fails only if the data is not an EDID.

            Several displays are printed one after the other, below the names of their files and connectors; with --json \
            as an array, with the members file and connector in each object. If a file cannot be read, the others are \
            still printed.

            Examples:
              screens edid /sys/class/drm/card1-HDMI-A-1/edid
              screens edid /sys/class/drm/*/edid --json | jq '.[] | [.file, .stableIdentity]'
              xrandr --props | screens edid -

            Exit codes: 65 not an EDID, 66 no such file.
            """)

    @Argument(help: "The files; - is standard input.", completion: .file())
    var files: [String]

    @Flag(help: "Print a JSON object, or an array of several displays.")
    var json = false

    func run() throws {
        var displays: [DisplayInFile] = []
        var failures: [Failure] = []
        for file in files {
            do throws(Failure) {
                displays += try DisplayFile.displays(at: file)
            } catch {
                failures.append(error)
            }
        }
        try StandardOutput.write(try Self.text(of: displays, json: json, isOne: files.count == 1))
        guard let first = failures.first else { return }
        for failure in failures.dropLast() { Notices.shared.say(failure.message) }
        throw Failure(first.status, failures.last?.message ?? first.message)
    }

    /// The output for the displays; a single one of a single file stands alone.
    static func text(of displays: [DisplayInFile], json: Bool, isOne: Bool) throws(Failure) -> String {
        if isOne, displays.count <= 1 {
            guard let display = displays.first?.display else { return "" }
            let document = EDIDDocument(display)
            return json ? try JSONLine.encode(document) : EDIDReport(document).text
        }
        guard json else {
            return ReportSection.joined(
                displays.map { "==> \($0.title.printable) <==\n" + EDIDReport(EDIDDocument($0.display)).text })
        }
        return try JSONLine.encode(JSONValue.array(displays.map(\.document)))
    }
}
