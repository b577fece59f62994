/// A problem in a configuration, with its place.
package struct ConfigurationProblem: Sendable, Hashable {
    /// The file's path.
    package let file: String
    /// The position in the file, if known.
    package let position: SourcePosition?
    /// The place of the value, such as `screen[1].content.fade`, counted from 1; nil for the file as a whole.
    package let keyPath: String?
    /// A sentence without its subject, which is the value: `must be 0, 90, 180 or 270`.
    package let message: String
    /// The key or value that was probably meant.
    package let nearest: String?

    init(file: String, position: SourcePosition?, keyPath: String?, message: String, nearest: String?) {
        self.file = file
        self.position = position
        self.keyPath = keyPath
        self.message = message
        self.nearest = nearest
    }

    /// Makes a problem of a file as a whole.
    package init(_ message: String, of file: String) {
        self.init(file: file, position: nil, keyPath: nil, message: message, nearest: nil)
    }
}

extension ConfigurationProblem: CustomStringConvertible {
    /// `FILE:LINE:COLUMN: key path: message; did you mean 'x'?`
    package var description: String {
        var text = file
        if let position { text += ":\(position.line):\(position.column)" }
        if let keyPath { text += ": \(keyPath)" }
        return text + ": " + ValueProblem(message, nearest: nearest).sentence
    }
}
/// A list of the problems of one reading.
final class ProblemList {
    /// The part of a configuration that does not apply because of a problem.
    enum Cost {
        /// The whole file: its last good text applies.
        case file
        /// The key or the table at the place alone: a later version may know it.
        case key
    }

    /// A use of a content's name.
    struct Reference {
        let name: String
        let file: String
        let position: SourcePosition?
        let path: DocumentPath
    }

    /// The most problems of each cost that are kept, besides the first one that costs a file: a file full of problems
    /// would take long, because the nearest name is searched for each.
    private static let most = 100

    private var kept: [ConfigurationProblem] = []
    private var keptCounts: [Cost: Int] = [:]
    /// The numbers of problems that are not kept, by file.
    private var omittedCounts: [String: Int] = [:]
    /// The numbers of problems that cost the file, by file.
    private var faultCounts: [String: Int] = [:]
    /// The names of contents that were used so far. Another file may define them.
    private(set) var references: [Reference] = []
    /// The index of the first problem of the file being read.
    private var begin = 0

    /// The problems, and for each file with more of them their number.
    var problems: [ConfigurationProblem] {
        kept
            + omittedCounts.sorted { $0.key < $1.key }.map { file, count in
                ConfigurationProblem("has \(count) more problem\(count == 1 ? "" : "s")", of: file)
            }
    }

    /// The files that do not apply.
    var brokenFiles: Set<String> { Set(faultCounts.keys) }

    /// Returns the number of problems of a file that cost it.
    func faultCount(in file: String) -> Int { faultCounts[file, default: 0] }

    /// Whether a file has so many problems that it is not read to its end. It does not apply.
    func isGivenUp(_ file: String) -> Bool { faultCounts[file, default: 0] >= Self.most }

    func add(_ reference: Reference) { references.append(reference) }

    /// Sorts the problems of one file by their places, after the file was read.
    func finishFile() {
        let places = kept[begin...].enumerated().sorted { left, right in
            let (one, other) = (left.element.position, right.element.position)
            let order = (one?.line ?? 0, one?.column ?? 0, left.offset)
            return order < (other?.line ?? 0, other?.column ?? 0, right.offset)
        }
        kept[begin...] = ArraySlice(places.map(\.element))
        begin = kept.count
    }

    /// - Parameter nearest: searched only if the problem is kept.
    func add(
        _ message: String, file: String, position: SourcePosition? = nil, path: DocumentPath? = nil,
        nearest: @autoclosure () -> String? = nil, cost: Cost = .file
    ) {
        let path = path.map(\.description).flatMap { $0.isEmpty ? nil : $0 }
        // Several kinds of contents read the same key.
        let isKnown = kept[begin...].contains {
            $0.file == file && $0.keyPath == path && $0.position == position && $0.message == message
        }
        guard !isKnown else { return }
        if cost == .file { faultCounts[file, default: 0] += 1 }
        let isFirstFault = cost == .file && faultCounts[file] == 1
        guard isFirstFault || keptCounts[cost, default: 0] < Self.most else {
            omittedCounts[file, default: 0] += 1
            return
        }
        keptCounts[cost, default: 0] += 1
        kept.append(
            ConfigurationProblem(file: file, position: position, keyPath: path, message: message, nearest: nearest()))
    }
}
