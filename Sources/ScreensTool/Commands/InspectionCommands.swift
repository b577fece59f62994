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
            free card, and changes no picture. A card that no program drives is probed, so that the modes are all those of \
            its displays: the command is the card's DRM master for these milliseconds. Where screensd runs, it provides \
            the list of the cards that it drives; the same holds for `modes`, `watch` and `snapshot`.

            The card of the firmware's framebuffer (simpledrm) is listed only with --all where the graphics hardware has \
            another card.

            Examples:
              screens list
              screens list --all --json | jq -r '.[].name'
              screens list --no-probe
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

    @OptionGroup var reading: ReadingOptions

    func validate() throws { try reading.check(choice) }

    func run() async throws {
        let screens = try await documents()
        if json { return try StandardOutput.write(JSONLine.encode(screens)) }
        if screens.isEmpty {
            Notices.shared.say(all ? "the cards have no connectors" : "no display is connected")
        } else {
            try StandardOutput.write(ScreenTable.text(for: screens))
        }
        reading.sayWhatWasRead()
    }

    private func documents() async throws(Failure) -> [ScreenDocument] {
        if reading.mayAskDaemon, let daemon = try choice.connection() {
            let screens = try daemon.screens(all: all)
            // A card may have got a screen since the daemon listed none for it. This list alone cannot fail the command.
            let connectors = all ? screens : (try? daemon.screens(all: true)) ?? screens
            return await Inspection.freshened(
                screens, all: all, staleCards: Set(connectors.filter(\.stale).map(\.card)))
        }
        let inspection = try await Inspection.take(reading.settings())
        try inspection.checkCards()
        return (all ? inspection.connectors : inspection.screens).map { ScreenDocument($0, from: reading.source) }
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
              screens modes HDMI-A-1 --no-probe
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON array.")
    var json = false

    @OptionGroup var choice: DaemonChoice

    @OptionGroup var reading: ReadingOptions

    func validate() throws { try reading.check(choice) }

    func run() async throws {
        let (modes, reason) = try await documents()
        if json { return try StandardOutput.write(JSONLine.encode(modes)) }
        if modes.isEmpty {
            Notices.shared.say("\(screen) has no modes: \(reason ?? "none is known")")
        } else {
            try StandardOutput.write(ModeTable.text(for: modes))
        }
        reading.sayWhatWasRead()
    }

    /// The modes, and why there are none.
    private func documents() async throws(Failure) -> ([ModeDocument], String?) {
        if reading.mayAskDaemon, let daemon = try choice.connection() {
            let modes = try daemon.modes(of: screen)
            // The daemon does not probe a card that it does not hold.
            let connectors = (try? daemon.screens(all: true)) ?? []
            guard connectors.contains(where: { $0.stale && $0.isNamed(screen) }), let own = try? await ownDocuments()
            else { return (modes, nil) }
            return own
        }
        return try await ownDocuments()
    }

    private func ownDocuments() async throws(Failure) -> ([ModeDocument], String?) {
        let inspection = try await Inspection.take(reading.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        let isWithoutEDID = reading.noProbe && screen.edid.isEmpty && screen.isConnected
        return (
            ModeDocument.all(of: screen, from: reading.source.map { _ in "edid" }),
            isWithoutEDID ? "its display has sent no EDID, and no card is opened for --no-probe" : screen.dark?.message
        )
    }
}

/// `screens info`.
struct InfoCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "info", _superCommandName: "screens",
        abstract: "Print the state, modes, properties and EDID of a screen.",
        discussion: """
            The properties are those that `screens show --set` can set. The command needs neither root nor a free card, and \
            changes no picture. A card that no program drives is probed, as by `screens list`.

            Examples:
              screens info HDMI-A-1
              screens info card1/HDMI-A-1 --json | jq -r .edid.stableIdentity
            """)

    @Argument(help: "The screen: HDMI-A-1 or card1/HDMI-A-1.", completion: ScreenName.completion)
    var screen: String

    @Flag(help: "Print a JSON object.")
    var json = false

    @OptionGroup var reading: ReadingOptions

    func run() async throws {
        let inspection = try await Inspection.take(reading.settings())
        let screen = try ScreenName.resolve(screen, among: inspection.connectors, cards: inspection.cards)
        let display = try? KnownDisplay(decoding: screen.edid)
        let isProbed = !reading.noProbe
        let text =
            try json
            ? JSONLine.encode(InfoDocument(screen, display: display, isProbed: isProbed))
            : InfoReport.text(screen, display, isProbed: isProbed)
        try StandardOutput.write(text)
    }
}

/// The options of commands that list screens and modes for a person.
struct ReadingOptions: ParsableArguments {
    @Flag(
        help: ArgumentHelp(
            "Answer from sysfs and the EDIDs there alone.",
            discussion:
                "No card is opened, no display is probed, and screensd is not called. Only modes with timings in the EDID are listed."
        ))
    var noProbe = false

    // Not a group in the group: the parser searches the conformances of each type of a group, a million instructions for two.
    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws {
        try SimulationOption.check(simulate)
        if noProbe, simulate != nil {
            throw ValidationError("--no-probe and --simulate exclude each other")
        }
    }

    /// Refuses a socket that would not be used.
    func check(_ choice: DaemonChoice) throws {
        if noProbe, choice.daemon.socket != nil {
            throw ValidationError("--no-probe and --socket exclude each other")
        }
    }

    /// Whether a daemon may answer in place of the kernel.
    var mayAskDaemon: Bool { !noProbe && simulate == nil }

    /// Where the answer is from, if not from the cards.
    var source: String? { noProbe ? "sysfs" : nil }

    /// The settings of an inspection of the cards.
    func settings() throws(Failure) -> VideoKit.Settings {
        var settings = try SimulationOption.settings(simulate)
        if noProbe { settings.reading = .sysfs }
        return settings
    }

    /// Prints a notice that no display was probed.
    func sayWhatWasRead() {
        if noProbe { Notices.shared.say("from sysfs and the EDIDs alone: the displays were not probed") }
    }
}

/// The option of commands that read cards.
struct SimulationOption: ParsableArguments {
    static let help = ArgumentHelp(
        "Read simulated cards in place of this machine's: \(SimulationSpec.forms).", valueName: "spec")
    static let completion = CompletionKind.file(extensions: ["json"])

    @Option(help: SimulationOption.help, completion: SimulationOption.completion)
    var simulate: String?

    func validate() throws { try Self.check(simulate) }

    static func check(_ simulate: String?) throws {
        if let simulate, SimulationSpec(simulate) == nil {
            throw ValidationError("--simulate takes \(SimulationSpec.forms); '\(simulate)' is neither")
        }
    }

    func settings() throws(Failure) -> VideoKit.Settings { try Self.settings(simulate) }

    /// The settings of an inspection of the cards, which a person asks for: free ones are probed.
    static func settings(_ simulate: String?) throws(Failure) -> VideoKit.Settings {
        settings(for: try simulate.flatMap(SimulationSpec.init)?.makeCards())
    }

    /// - Parameter cards: in place of this machine's, or nil.
    static func settings(for cards: [SimulatedCard]?) -> VideoKit.Settings {
        var settings = VideoKit.Settings()
        settings.reading = .probed
        if let cards { settings.cards = .simulated(cards) }
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
