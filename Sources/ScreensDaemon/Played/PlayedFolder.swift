import Glibc
import ScreensConfiguration
import ScreensJSON
import ScreensLinux
import ScreensManager

/// The files of proof of play in a folder: a file of JSON lines for each day, and a file with the pictures that are on
/// the screens now. Blocks its thread.
struct PlayedFolder: Sendable, Hashable {
    /// The most bytes of the file with the present pictures.
    private static let longest = 1 << 20
    /// The most bytes of a line. Longer ones are left out.
    private static let longestLine = 1 << 16
    /// The name of the file with the pictures that are on the screens.
    private static let openName = "now.json"

    let path: String
    /// How many days files are kept.
    let days: Int

    /// Appends pictures to the files of the days on which they ended. Makes the folder if it is missing.
    func append(_ played: [PlayedDocument]) throws(Failure) {
        WholeFile.makeFolder(path)
        for (name, lines) in Dictionary(grouping: played, by: { Self.name(of: $0.to) }) {
            let text = try Self.text(of: lines)
            do throws(SystemError) {
                try AppendedFile.append(Array(text.utf8), to: "\(path)/\(name)")
            } catch {
                throw Failure(.system, "cannot write the proof of play: \(error)")
            }
        }
    }

    /// Replaces the list of the pictures that are on the screens.
    func replaceOpen(by open: [PlayedDocument]) throws(Failure) {
        try WholeFile.writeState(Array(try Self.text(of: open).utf8), to: "\(path)/\(Self.openName)")
    }

    private static func text(of all: [PlayedDocument]) throws(Failure) -> String {
        var text = ""
        for played in all { text += try JSONLine.encode(played) }
        return text
    }

    /// The pictures that were on the screens when a former process ended without notice, unless their lines were
    /// written after that list.
    func formerOpen() throws(Failure) -> [PlayedDocument] {
        _ = AtomicFile.removeLeftovers(of: "\(path)/\(Self.openName)")
        guard let bytes = try? InputFile.plainContent(of: "\(path)/\(Self.openName)", limit: Self.longest) else {
            return []
        }
        var open = bytes.split(separator: UInt8(ascii: "\n")).compactMap { Self.played(Array($0)) }
        guard let first = open.map(\.from).min() else { return [] }
        // Two readings of the clock may differ by a millisecond.
        try read(since: first) { written in
            open.removeAll { $0.screen == written.screen && abs($0.from - written.from) < 2 }
        }
        return open
    }

    /// Removes the oldest files, and keeps as many as days. The clock does not count: it may be wrong.
    func removeOld() throws(Failure) {
        for name in try names().dropLast(days) { _ = PathCall.recorded { unlink("\(path)/\(name)") } }
    }

    /// Reads the pictures that ended at a time or later.
    ///
    /// - Parameter body: gets each of them, in the order of the files.
    func read(since time: Int64, _ body: (PlayedDocument) -> Void) throws(Failure) {
        // The zone of the machine may have been another one.
        let first = Self.name(of: max(time, 86_400_000) - 86_400_000)
        for name in try names() where name >= first {
            do throws(SystemError) {
                try LineFile.read("\(path)/\(name)", longest: Self.longestLine) { line in
                    if let played = Self.played(line), played.to >= time { body(played) }
                }
            } catch {
                throw Failure(.system, "cannot read the proof of play: \(error)")
            }
        }
    }

    /// The names of the files of days, ascending.
    private func names() throws(Failure) -> [String] {
        try FolderListing.names(in: path, limit: 10_000) { name in
            let parts = name.split(separator: ".", omittingEmptySubsequences: false)
            return parts.count == 2 && parts[1] == "jsonl" && (try? CalendarDay(String(parts[0]))) != nil
        }.sorted()
    }

    /// The picture of a line; nil if a power cut has torn it, or if no daemon has written its numbers.
    private static func played(_ line: [UInt8]) -> PlayedDocument? {
        guard let value = try? JSONValue(decoding: line), let played = try? value.decode(PlayedDocument.self),
            played.isPlausible
        else { return nil }
        return played.shortened
    }

    /// Returns the last pictures, as far as a reply has room for them.
    static func newest(_ all: [PlayedDocument], most: Int) -> [PlayedDocument] {
        var size = 0
        let rest = all.suffix(most).reversed().prefix { played in
            size += played.size
            return size <= PlayedSums.mostBytes
        }
        return rest.reversed()
    }

    /// The name of the file for a time in milliseconds since 1970: the day on the clocks of the machine.
    private static func name(of time: Int64) -> String {
        "\(LocalDate(seconds: time / 1000)?.text("%F") ?? "1970-01-01").jsonl"
    }
}

extension PlayedDocument {
    /// The times of a plausible clock, in milliseconds since 1970: the last one is in the year 9999 in each zone.
    private static let times: ClosedRange<Int64> = 0...253_402_214_400_000
    /// The refreshes of one picture: up to 1000 per second of all that time.
    private static let mostRefreshes = times.upperBound

    /// The longest name of a screen, and the longest identity of a display, in bytes.
    private static let longestName = 512

    /// Whether the differences of its numbers fit into their type, and its names are short. Swift ends the program if a
    /// difference does not fit.
    fileprivate var isPlausible: Bool {
        [screen, identity ?? "", end].allSatisfy { $0.utf8.count <= Self.longestName }
            && Self.times.contains(from) && Self.times.contains(to) && from <= to
            && (0...Self.mostRefreshes).contains(refreshes)
    }
}
