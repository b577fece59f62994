import Screens
import ScreensLinux

/// Cards to simulate: `1920x1080@60,1280x720@50` means two screens with one mode each, and `cards.json` is a file with
/// the cards of a machine, as `screens doctor --dump` or `drm_info -j` prints them.
package struct SimulationSpec: Sendable, Hashable {
    private enum Content: Hashable {
        case screens([SimulatedMode])
        case document(path: String)
    }

    private let content: Content

    /// Reads `WIDTHxHEIGHT[@HZ][,…]`, or the name of a file that ends with `.json`. HZ is a decimal number with up to
    /// three digits after the point; the default is 60.
    package init?(_ text: String) {
        if text.hasSuffix(".json") {
            content = .document(path: text)
            return
        }
        var modes: [SimulatedMode] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            guard let mode = Self.mode(part) else { return nil }
            modes.append(mode)
        }
        content = .screens(modes)
    }

    /// The default.
    package static let standard = "1280x720@60"

    /// The accepted forms, for messages.
    package static let forms = "WIDTHxHEIGHT[@HZ][,...], or a FILE.json of drm_info -j or doctor --dump"

    /// The modes of simulated screens; empty for a document.
    package var modes: [SimulatedMode] {
        if case .screens(let modes) = content { modes } else { [] }
    }

    /// Whether the cards come from a file.
    package var isDocument: Bool {
        if case .document = content { true } else { false }
    }

    /// Reads the file, and returns its path and its bytes; nil if the screens are given by their modes.
    package func document() throws(Failure) -> (path: String, bytes: [UInt8])? {
        guard case .document(let path) = content else { return nil }
        return (path, try InputFile.plainContent(of: path, limit: Self.longestDocument))
    }

    /// Creates the cards, with their screens connected.
    package func makeCards() throws(Failure) -> [SimulatedCard] {
        if let (path, bytes) = try document() { return try Self.makeCards(ofDocument: bytes, at: path) }
        do {
            return [try SimulatedCard(screens: modes.map { SimulatedScreen(modes: [$0]) })]
        } catch {
            throw Failure(error)
        }
    }

    /// Creates the cards of a document that was read.
    package static func makeCards(ofDocument bytes: [UInt8], at path: String) throws(Failure) -> [SimulatedCard] {
        do {
            return try SimulatedCard.replaying(bytes)
        } catch {
            throw Failure(.badData, "\(path): \(error.circumstances ?? error.description)")
        }
    }

    private static let longestDocument = 8 << 20

    private static func mode(_ text: Substring) -> SimulatedMode? {
        try? SimulatedMode(String(text))
    }
}
