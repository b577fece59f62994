/// A file in the format of the daemon's configuration (TOML), for programs that have a configuration of their own.
///
/// The values are requested by their keys. A value of the wrong kind, or outside of its limits, is a problem, and
/// counts as missing; so does a key that was not requested when ``ConfigurationSection/finish()`` is called. A document
/// must stay on one thread.
public struct ConfigurationDocument {
    /// The table of the whole file; empty if the file is not TOML.
    public let root: ConfigurationSection
    private let file: String
    private let list: ProblemList

    /// Reads a file.
    ///
    /// - Parameters:
    ///   - bytes: its content, at most 1 MiB.
    ///   - file: its path, for problems.
    public init(_ bytes: [UInt8], of file: String) {
        self.file = file
        list = ProblemList()
        var entries: [DocumentKey: DocumentNode] = [:]
        do throws(SyntaxProblem) {
            if case .table(let table) = try DocumentParser.parse(bytes).value { entries = table }
        } catch {
            list.add(error.message, file: file, position: error.position, path: error.path)
        }
        root = ConfigurationSection(
            reader: SectionReader(entries, file: file, path: .root, position: nil, list: list))
    }

    /// The problems so far, as `FILE:LINE:COLUMN: key: message`.
    public var problems: [String] { list.problems.map(\.description) }

    /// Whether the file applies: unknown keys cost only themselves, any other problem costs the file.
    public var isUsable: Bool { !list.brokenFiles.contains(file) }
}

/// A table of a ``ConfigurationDocument``.
public struct ConfigurationSection {
    let reader: SectionReader

    /// Whether a key is present.
    public func has(_ key: String) -> Bool { reader.has(key) }

    /// The text of a key; nil if it is missing or has a problem.
    public func text(_ key: String) -> String? { reader.text(key) }

    /// The texts in the list of a key; nil if it is missing or not a list.
    public func texts(_ key: String) -> [String]? { reader.texts(key) }

    /// The truth value of a key; nil if it is missing or has a problem.
    public func flag(_ key: String) -> Bool? { reader.flag(key) }

    /// The whole number of a key; nil if it is missing or has a problem.
    ///
    /// - Parameters:
    ///   - limits: the range of accepted values.
    ///   - unit: the unit for messages, with a space before it.
    public func integer(_ key: String, in limits: ClosedRange<Int>, unit: String = "") -> Int? {
        reader.integer(key, in: limits, unit: unit)
    }

    /// The table of a key; nil if it is missing or has a problem.
    public func section(_ key: String) -> ConfigurationSection? {
        reader.section(key).map(ConfigurationSection.init)
    }

    /// Records a problem of a key, or of the section itself.
    ///
    /// - Parameter message: a sentence without its subject, which is the value: `must be a host`.
    public func add(_ message: String, at key: String? = nil) { reader.add(message, at: key) }

    /// Records the keys that were not requested.
    public func finish() { reader.finish() }
}
