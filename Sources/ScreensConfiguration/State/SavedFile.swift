import Screens
import ScreensJSON
import ScreensLinux

/// The saved settings on the disk: a JSON file that only the daemon writes.
///
/// Members that only another version knows have no effect, and stay: after a return to that version nothing is lost.
package struct SavedFile: Sendable, Hashable {
    /// The largest file, with far more than the settings of all displays that a machine sees.
    private static let largest = 4 << 20
    private static let version: Int64 = 1
    /// The most damaged files that are kept: no user has examined them yet.
    private static let mostDamaged = 100

    /// The path of the file.
    package let path: String

    /// Reads the settings; there are none if the file is missing. It blocks.
    ///
    /// - Throws: ``ScreensLinux/Failure`` if it is damaged, of a later version, or cannot be read.
    package func read() throws(Failure) -> SavedSettings {
        guard !FolderListing.lacks(path) else { return SavedSettings() }
        let bytes = try InputFile.plainContent(of: path, limit: Self.largest)
        do {
            return try Self.settings(try JSONValue(decoding: bytes, limits: JSONLimits(bytes: Self.largest)))
        } catch let problem as ValueProblem {
            throw Failure(.badData, "cannot read \(path)", because: problem.message)
        } catch {
            throw Failure(.badData, "cannot read \(path)", because: "\(error)")
        }
    }

    /// Writes the settings, and makes the folder if it is missing. It blocks until the disk has stored them.
    ///
    /// An unreadable file is kept beside it, with `.damaged` at the end of its name, then `.damaged-2` and so on.
    ///
    /// - Returns: the path of such a file.
    @discardableResult
    package func write(_ settings: SavedSettings) throws(Failure) -> String? {
        var damaged: String?
        do throws(Failure) {
            _ = try read()
        } catch {
            // A file that may not be read is not known to be damaged, and stays.
            guard error.status != .noPermission else {
                throw Failure(.cannotCreate, "cannot write \(path): \(error.cause)")
            }
            damaged = try setAside()
        }
        try WholeFile.writeState(Array((Self.json(settings).description + "\n").utf8), to: path)
        return damaged
    }

    private func setAside() throws(Failure) -> String {
        for number in 1...Self.mostDamaged {
            let name = "\(path).damaged\(number == 1 ? "" : "-\(number)")"
            guard FolderListing.lacks(name) else { continue }
            try WholeFile.setAside(path, as: name)
            return name
        }
        throw Failure(
            .cannotCreate,
            "cannot write \(path): it is damaged, and so are \(Self.mostDamaged) others beside it; remove some")
    }

    static func json(_ saved: SavedSettings) -> JSONValue {
        let entries = saved.entries.map { entry -> JSONValue in
            let known: [String: JSONValue] = [
                "identity": entry.match.identity.map { .string($0.text) } ?? .null,
                "connector": entry.match.connector.map { .string($0.text) } ?? .null,
                "name": entry.name.map { .string($0) } ?? .null, "place": .string(entry.connector),
                "settings": joined(entry.settings.json, entry.unknown.settings),
                "replaced": entry.replaced.map { joined($0.json, entry.unknown.replaced) } ?? .null,
            ]
            return joined(.object(known), entry.unknown.entry)
        }
        return joined(.object(["version": .int(version), "screens": .array(entries)]), saved.unknown)
    }

    /// Returns an object with further members.
    private static func joined(_ object: JSONValue, _ others: [String: JSONValue]) -> JSONValue {
        guard case .object(let members) = object else { return object }
        return .object(members.merging(others) { known, _ in known })
    }

    /// Returns the members of an object that are not among the known ones.
    private static func unknown(in object: JSONValue, _ known: Set<String>) -> [String: JSONValue] {
        guard case .object(let members) = object else { return [:] }
        return members.filter { !known.contains($0.key) }
    }

    static func settings(_ document: JSONValue) throws(ValueProblem) -> SavedSettings {
        guard document["version"]?.int == version, let screens = document["screens"]?.array else {
            throw ValueProblem("it is not a file of this version")
        }
        var entries: [SavedSettings.Entry] = []
        for screen in screens { entries.append(try entry(screen)) }
        return SavedSettings(entries, unknown: unknown(in: document, ["version", "screens"]))
    }

    private static func entry(_ screen: JSONValue) throws(ValueProblem) -> SavedSettings.Entry {
        var match = ScreenMatch()
        if let text = screen["identity"]?.string { match.identity = try TextPattern.checked(text) }
        if let text = screen["connector"]?.string { match.connector = try TextPattern.checked(text) }
        guard !match.isEmpty, let place = screen["place"]?.string else {
            throw ValueProblem("a screen has neither an identity nor a connector")
        }
        var unknown = UnknownMembers()
        unknown.entry = self.unknown(
            in: screen, ["identity", "connector", "name", "place", "settings", "replaced"])
        var replaced: ScreenOverrides?
        if let value = screen["replaced"], value != .null {
            (replaced, unknown.replaced) = try overrides(value)
        }
        let settings: ScreenOverrides
        (settings, unknown.settings) = try overrides(screen["settings"] ?? .null)
        if let problem = settings.onlyInFiles { throw ValueProblem("\(problem.key) \(problem.message)") }
        return SavedSettings.Entry(
            match: match, name: screen["name"]?.string, connector: place, settings: settings, replaced: replaced,
            unknown: unknown)
    }

    /// Returns the settings of an object, and the settings that only another version knows.
    private static func overrides(
        _ value: JSONValue
    ) throws(ValueProblem) -> (ScreenOverrides, unknown: [String: JSONValue]) {
        do throws(SettingProblem) {
            return try ScreenOverrides.reading(call: value)
        } catch {
            throw ValueProblem("\(error.key) \(error.message)")
        }
    }
}
