import ScreensJSON
import ScreensLinux
import ScreensPower

/// The knowledge about the power of displays on the disk: a JSON file that only the daemon writes.
///
/// Members that only another version knows have no effect, and stay.
package struct PowerFile: Sendable, Hashable {
    /// The knowledge about all displays.
    package struct Knowledge: Sendable, Hashable {
        /// The most displays that are remembered.
        private static let most = 256

        private var displays: [String: LearnedPower] = [:]
        private var unknown: [String: JSONValue] = [:]

        /// Makes the knowledge of a machine that has seen no display.
        package init() {}

        /// The knowledge about a display, by the text of its key. Setting it forgets the display that was ordered least
        /// lately, if there are too many.
        package subscript(display: String) -> LearnedPower {
            get { displays[display] ?? LearnedPower() }
            set {
                displays[display] = newValue
                guard displays.count > Self.most else { return }
                let others = displays.filter { $0.key != display }
                let oldest = others.min { ($0.value.date, $0.key) < ($1.value.date, $1.key) }
                if let oldest { displays[oldest.key] = nil }
            }
        }

        /// Reads the knowledge; nil if it is not of this version.
        init?(_ document: JSONValue) {
            guard document["version"]?.int == PowerFile.version, case .object(let members) = document,
                case .object(let displays)? = members["displays"]
            else { return nil }
            for (key, value) in displays where self.displays.count < Self.most {
                self.displays[key] = LearnedPower(value)
            }
            unknown = members.filter { $0.key != "version" && $0.key != "displays" }
        }

        var json: JSONValue {
            let known: [String: JSONValue] = [
                "version": .int(PowerFile.version), "displays": .object(displays.mapValues(\.json)),
            ]
            return .object(known.merging(unknown) { known, _ in known })
        }
    }

    /// The largest file, with far more than all displays.
    private static let largest = 1 << 20
    fileprivate static let version: Int64 = 1

    /// The path of the file.
    package let path: String

    /// Reads the knowledge; there is none if the file is missing. It blocks.
    ///
    /// - Throws: ``ScreensLinux/Failure`` if it is damaged, of a later version, or cannot be read.
    package func read() throws(Failure) -> Knowledge {
        guard !FolderListing.lacks(path) else { return Knowledge() }
        let bytes = try InputFile.plainContent(of: path, limit: Self.largest)
        guard let document = try? JSONValue(decoding: bytes, limits: JSONLimits(bytes: Self.largest)),
            let knowledge = Knowledge(document)
        else { throw Failure(.badData, "cannot read \(path)", because: "it is not a file of this version") }
        return knowledge
    }

    /// Writes the knowledge, and makes the folder if it is missing. It blocks until the disk has stored it.
    package func write(_ knowledge: Knowledge) throws(Failure) {
        try WholeFile.writeState(Array((knowledge.json.description + "\n").utf8), to: path)
    }
}
