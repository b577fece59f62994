import ScreensConfiguration
import ScreensJSON

/// Texts of documents in replies and events.
extension JSONValue {
    /// The most bytes of a text. Clients take a longer one for a fault of the daemon, and disconnect.
    private static let longestText = 4096
    /// The Unicode scalars of a longer text that stay. One has at most four bytes.
    private static let keptScalars = 1000

    /// The document with its long texts cut, such as the value of a long playlist, or the message about a file with a
    /// long path.
    var cuttingLongTexts: JSONValue { hasLongText ? cut : self }

    private var hasLongText: Bool {
        switch self {
        case .string(let text): text.utf8.count > Self.longestText
        case .array(let values): values.contains { $0.hasLongText }
        case .object(let members): members.contains { $1.hasLongText }
        default: false
        }
    }

    private var cut: JSONValue {
        switch self {
        case .string(let text) where hasLongText: .string(text.shortened(to: Self.keptScalars))
        case .array(let values): .array(values.map { $0.cut })
        case .object(let members): .object(members.mapValues { $0.cut })
        default: self
        }
    }
}
