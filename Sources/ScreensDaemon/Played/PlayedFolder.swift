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

    /// Appends pictures to the files of the days on which they ended.
    func append(_ played: [PlayedDocument]) throws(Failure) {
        for (day, lines) in Dictionary(grouping: played, by: { Self.day(of: $0.to) }) {
            let text = try Self.text(of: lines)
            try Self.mapping { () throws(SystemError) in
                try AppendedFile.append(Array(text.utf8), to: "\(path)/\(Self.name(day))")
            }
        }
    }

    /// Replaces the list of the pictures that are on the screens.
    func replaceOpen(by open: [PlayedDocument]) throws(Failure) {
        let text = try Self.text(of: open)
        try Self.mapping { () throws(SystemError) in
            try AtomicFile.replace("\(path)/\(Self.openName)", with: Array(text.utf8), survivesPowerCuts: true)
        }
    }

    private static func text(of all: [PlayedDocument]) throws(Failure) -> String {
        var text = ""
        for played in all { text += try JSONLine.encode(played) }
        return text
    }

    private static func mapping(_ body: () throws(SystemError) -> Void) throws(Failure) {
        do throws(SystemError) {
            try body()
        } catch {
            throw Failure(.system, "cannot write the proof of play: \(error)")
        }
    }

    /// Takes the pictures that were on the screens when a former process ended without notice.
    func takeOpen() -> [PlayedDocument] {
        let file = "\(path)/\(Self.openName)"
        guard let bytes = try? InputFile.plainContent(of: file, limit: Self.longest) else { return [] }
        return Self.lines(bytes)
    }

    /// Removes the oldest files, and keeps as many as days. The clock does not count: it may be wrong.
    func removeOld() throws(Failure) {
        for name in try names().dropLast(days) { _ = PathCall.recorded { unlink("\(path)/\(name)") } }
    }

    /// Reads the pictures that ended at a time or later.
    ///
    /// - Parameter body: gets each of them, in the order of the files.
    func read(since time: Int64, _ body: (PlayedDocument) -> Void) throws(Failure) {
        let first = Self.name(Self.day(of: time))
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

    /// The pictures of a text.
    private static func lines(_ bytes: [UInt8]) -> [PlayedDocument] {
        bytes.split(separator: UInt8(ascii: "\n")).compactMap { played(Array($0)) }
    }

    /// The picture of a line; nil if a power cut has torn it.
    private static func played(_ line: [UInt8]) -> PlayedDocument? {
        guard let value = try? JSONValue(decoding: line) else { return nil }
        return try? value.decode(PlayedDocument.self)
    }

    /// The day in UTC of a time in milliseconds since 1970.
    private static func day(of milliseconds: Int64) -> Int64 {
        Int64((Double(milliseconds) / 86_400_000).rounded(.down))
    }

    private static func name(_ day: Int64) -> String {
        var time = time_t(day * 86_400)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return "0000-00-00.jsonl" }
        func padded(_ number: Int32, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
        }
        return "\(padded(parts.tm_year + 1900, 4))-\(padded(parts.tm_mon + 1, 2))-\(padded(parts.tm_mday, 2)).jsonl"
    }
}
