import ArgumentParser
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// A command line that a person types, for completions.
struct TypedLine: Sendable {
    /// The words as the shell splits them, including the program's name. A word may have quotes that are still open.
    private let words: [String]

    init(_ words: [String]) {
        self.words = words.map(Self.unquoted)
    }

    /// Returns a completion that depends on the line.
    ///
    /// - Parameter candidates: returns the words for a line and the part of a word before the cursor. Words that do not
    ///   begin with that part are left out.
    static func completion(
        _ candidates: @escaping @Sendable (TypedLine, _ prefix: String) async -> [String]
    ) -> CompletionKind {
        .custom { (words: [String], _: Int, prefix: String) async -> [String] in
            let prefix = unquoted(prefix)
            let found = await candidates(TypedLine(words), prefix).filter { $0.hasPrefix(prefix) }
            // In zsh a colon begins a description.
            return CompletionShell.requesting == .zsh ? found.map { $0.replacing(":", with: "\\:") } : found
        }
    }

    /// Returns the connectors of `--simulate`, of the daemon that the line or the environment names, or of this
    /// machine.
    func connectors() async -> [ScreenDocument] {
        if let socket { return displays(of: daemon(at: socket)) }
        return await connectors(.sysfs).map { ScreenDocument($0) }
    }

    private func connectors(_ reading: CardReading) async -> [Screen] {
        var settings = VideoKit.Settings()
        settings.reading = reading
        if let spec = simulation {
            guard let cards = try? spec.makeCards() else { return [] }
            settings.cards = .simulated(cards)
            settings.reading = .known
        }
        return (try? await Inspection.take(settings))?.connectors.filter { $0.kind == .display } ?? []
    }

    /// Returns the connected screens that the line names, or all screens if it names none. The source is the same as
    /// for ``connectors()``.
    ///
    /// - Parameter reading: the way in which this machine's screens are read.
    func screens(_ reading: CardReading = .sysfs) async -> [InspectionDocument] {
        if let socket {
            let daemon = daemon(at: socket)
            let connected = displays(of: daemon).filter(\.isConnected)
            return named(connected, ScreenDocument.isNamed).compactMap { try? daemon?.inspection(of: $0.qualifiedName) }
        }
        return named(await connectors(reading).filter(\.isConnected), Screen.isNamed).map { InspectionDocument($0) }
    }

    private func named<Element>(_ screens: [Element], _ isNamed: (Element) -> (String) -> Bool) -> [Element] {
        let named = screens.filter { screen in words.contains(where: isNamed(screen)) }
        return named.isEmpty ? screens : named
    }

    /// The socket of the daemon whose displays are meant; nil for simulated displays, and for this machine's, which the
    /// service has.
    private var socket: String? {
        guard simulation == nil else { return nil }
        let location = DaemonLocation(option: value(of: "--socket"))
        // A service on a machine without a card simulates its displays.
        let hasCards = SystemFile.names(in: "/sys/class/drm").contains { $0.hasPrefix("card") }
        return location.isOfService && hasCards || words.contains("--no-daemon") ? nil : location.path
    }

    /// Connects with a short timeout: a person has pressed a key and waits.
    private func daemon(at socket: String) -> CommandClient? {
        let timeouts = CommandClient.Timeouts(reading: .seconds(1))
        return try? CommandClient.open(DaemonLocation(option: socket, environment: nil), timeouts: timeouts)
    }

    private func displays(of daemon: CommandClient?) -> [ScreenDocument] {
        (try? daemon?.screens(all: true).filter { $0.kind == ScreenKind.display.rawValue }) ?? []
    }

    private var simulation: SimulationSpec? {
        if let simulation = value(of: "--simulate").flatMap(SimulationSpec.init) { return simulation }
        // `screens show` also accepts `--simulate` without a value.
        return words.contains("--simulate") ? SimulationSpec(SimulationSpec.standard) : nil
    }

    /// Returns the word after an option, or behind its `=`.
    private func value(of option: String) -> String? {
        guard let index = words.lastIndex(where: { $0 == option || $0.hasPrefix(option + "=") }) else { return nil }
        if words[index] != option { return String(words[index].dropFirst(option.count + 1)) }
        return words.dropFirst(index + 1).first
    }

    /// Returns a word without quotes and backslashes, as a program receives it.
    private static func unquoted(_ word: String) -> String {
        var result = ""
        var isEscaped = false
        for character in word {
            if !isEscaped, "'\"\\".contains(character) {
                isEscaped = character == "\\"
            } else {
                result.append(character)
                isEscaped = false
            }
        }
        return result
    }
}

extension ScreenName {
    /// The completion with the names of all connectors.
    static let completion = TypedLine.completion { line, prefix in await names(line, after: prefix) }

    /// The completion with the names of all connectors, and with `none`.
    static let completionOrNone = TypedLine.completion { line, prefix in
        ["none"] + (await names(line, after: prefix))
    }

    /// Returns the names without cards, unless several cards have the name; with their cards if the prefix names a
    /// card. bash shows only the part after the slash, so otherwise it would show each name twice.
    static func names(_ line: TypedLine, after prefix: String) async -> [String] {
        let connectors = await line.connectors()
        let names = connectors.map { screen in
            connectors.count { $0.name == screen.name } == 1 ? screen.name : screen.qualifiedName
        }
        return names.contains { $0.hasPrefix(prefix) } ? names : connectors.map(\.qualifiedName)
    }
}
