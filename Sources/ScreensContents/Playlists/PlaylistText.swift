import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// The entries of a playlist file, as other players write it: a path on each line, and before it `#EXTINF:` with the
/// seconds for which it is shown.
package struct PlaylistText: Sendable, Hashable {
    struct Entry: Sendable, Hashable {
        /// An absolute path.
        let path: String
        /// The time for which it is shown; nil for the interval of the playlist.
        let length: TimeLength?
        /// Its line, from 1.
        let line: Int
    }

    private(set) var entries: [Entry] = []
    /// The reasons why lines are left out, in their order, each with its line.
    package private(set) var problems = PlaylistProblems()

    /// The most bytes of a file.
    static let longest = 1 << 20
    /// The most entries of a file.
    private static let mostEntries = 10_000
    /// The longest path, in bytes.
    private static let longestPath = 4095
    /// The longest time of an entry, in seconds: a day.
    private static let longestTime = 86_400.0

    /// The entries of pictures without times of their own.
    init(_ paths: [String]) {
        entries = paths.enumerated().map { Entry(path: $1, length: nil, line: $0 + 1) }
    }

    /// Parses a file.
    ///
    /// - Parameters:
    ///   - bytes: the text in UTF-8, with or without a byte order mark; lines end as on Unix or Windows.
    ///   - folder: the folder of the file, in which relative paths begin.
    ///   - own: the path of the file, which cannot be an entry of itself; nil if it is not known.
    init(_ bytes: [UInt8], in folder: String, of own: String? = nil) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let text = bytes.starts(with: mark) ? bytes[3...] : bytes[...]
        var length: TimeLength?
        for (index, line) in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
            let number = index + 1
            guard let line = String(validating: line, as: UTF8.self) else {
                omit(number, "is not in UTF-8, in which the file has to be saved")
                continue
            }
            let words = line.trimmingSpaces
            if words.hasPrefix("#EXTINF:") {
                length = time(words.dropFirst("#EXTINF:".count), number)
            } else if !words.isEmpty, !words.hasPrefix("#") {
                guard entries.count < Self.mostEntries else {
                    omit(number, "is behind \(Self.mostEntries) entries, which are the most of a file")
                    break
                }
                do throws(ValueProblem) {
                    var path = try Self.path(words)
                    if !path.hasPrefix("/") { path = "\(folder)/\(path)" }
                    guard path != own else { throw ValueProblem("is the playlist file itself") }
                    entries.append(Entry(path: path, length: length, line: number))
                } catch {
                    omit(number, error.message)
                }
                length = nil
            }
        }
    }

    private mutating func omit(_ line: Int, _ problem: String) {
        problems.add("line \(line) \(problem)")
    }

    /// The time in `#EXTINF:8,Title`, or `#EXTINF:8 key="value",Title`; nil for none, which players write as 0 or -1.
    private mutating func time(_ words: Substring, _ line: Int) -> TimeLength? {
        let number = words.prefix { $0 != "," && $0 != " " }
        guard let seconds = Double(number), seconds.isFinite else {
            omit(line, "has no number of seconds after #EXTINF:")
            return nil
        }
        guard seconds > 0 else { return nil }
        let milliseconds = Int(min(seconds, Self.longestTime) * 1000)
        return TimeLength(milliseconds: max(milliseconds, ContentPace.shortest))
    }

    private static func path(_ words: String) throws(ValueProblem) -> String {
        var path = words
        if let colon = words.firstIndex(of: ":"), words[colon...].hasPrefix("://") {
            guard words[..<colon].lowercased() == "file" else {
                throw ValueProblem(
                    "is not a file of this machine, to which it has to be copied: '\(words.prefix(64).printable)'")
            }
            let rest = words[colon...].dropFirst(3)
            guard let start = rest.firstIndex(of: "/"), ["", "localhost"].contains(rest[..<start].lowercased()),
                let decoded = String(percentEncoded: rest[start...])
            else { throw ValueProblem("is not the address of a file: '\(words.prefix(64).printable)'") }
            path = decoded
        } else if words.dropFirst().hasPrefix(":\\") {
            throw ValueProblem("is a path of Windows: '\(words.prefix(64).printable)'")
        }
        guard path.contains("/") || !path.contains("\\") else {
            throw ValueProblem("has no '/' between its folders: '\(words.prefix(64).printable)'")
        }
        guard path.utf8.count <= longestPath, !path.utf8.contains(0) else {
            throw ValueProblem("is not a path, which has up to \(longestPath) bytes and no null byte")
        }
        return path
    }

    /// Reads a file. Blocks its thread.
    ///
    /// - Parameter place: a path that leads to it without links; nil to follow them.
    /// - Throws: ``Failure`` if it cannot be read, or has no entry.
    package static func read(_ path: String, at place: String? = nil) throws(Failure) -> PlaylistText {
        let bytes = try InputFile.plainContent(of: place ?? path, named: path, limit: longest)
        guard bytes.count <= longest else {
            throw Failure(.badData, "the playlist \(path) is longer than \(longest >> 20) MiB")
        }
        let text = PlaylistText(bytes, in: FolderListing.folder(of: path), of: path)
        guard !text.entries.isEmpty else { throw text.emptyFailure(text.problems.first, of: path) }
        return text
    }

    /// The failure of a file without an entry that can be shown.
    ///
    /// - Parameter problem: the reason why the first line is left out; nil if no line is.
    func emptyFailure(_ problem: String?, of path: String) -> Failure {
        Failure(
            .noInput, "the playlist \(path) has no entry that can be shown\(problem.map { ": \($0)" } ?? "")")
    }
}

extension String {
    /// The text without spaces, tabs and carriage returns at both ends.
    fileprivate var trimmingSpaces: String {
        let isSpace: (Character) -> Bool = { " \t\r".contains($0) }
        let start = drop(while: isSpace)
        return String(start.reversed().drop(while: isSpace).reversed())
    }

    /// The text that `%41` and the like stand for; nil if two digits are missing, or the bytes are not UTF-8.
    fileprivate init?(percentEncoded text: Substring) {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), digits.utf8.count == 2, digits.allSatisfy(\.isHexDigit),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        guard let decoded = String(validating: bytes, as: UTF8.self) else { return nil }
        self = decoded
    }
}
