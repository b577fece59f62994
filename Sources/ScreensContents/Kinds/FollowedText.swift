import ScreensConfiguration
import ScreensLinux

/// The text of a file, which is read again when it changes. The text that was read last stays while it cannot be read.
@MainLoop
final class FollowedText {
    /// The most bytes of a file.
    private nonisolated static let longest = 1 << 16

    private var file: FollowedFile<String>?
    private let onChange: @MainLoop () -> Void
    let path: String
    /// The text as it was read last; nil before.
    private(set) var text: String?
    /// Why it cannot be read now, for people.
    private(set) var problem: String?

    /// - Parameter onChange: called when the text, the problem or ``nextChange`` is another one, never before this
    ///   function returns.
    init(_ path: String, _ sources: ContentSources, onChange: @escaping @MainLoop () -> Void) {
        self.path = path
        self.onChange = onChange
        file = FollowedFile(path, sources.reader.threads, sources.watch) { place throws(Failure) in
            try Self.text(of: path, at: place)
        } take: { [weak self] in
            self?.take($0)
        }
    }

    /// The time of the next call of ``update(at:)``; nil if none is due.
    var nextChange: MonotonicTime? { file?.nextChange }

    /// Whether the file has been read, or cannot be read.
    var isKnown: Bool { text != nil || problem != nil }

    func update(at now: MonotonicTime) { _ = file?.update(at: now) }

    /// Reads the file again.
    func read() { file?.read() }

    private nonisolated static func text(of path: String, at place: String) throws(Failure) -> String {
        let bytes = try InputFile.plainContent(of: place, named: path, limit: longest)
        guard bytes.count <= longest else {
            throw Failure(.badData, "\(path) has more than \(longest) bytes, and is not shown")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "\(path) is not in UTF-8, and is not shown")
        }
        return text.shownWords
    }

    private func take(_ outcome: Result<String, Failure>?) {
        switch outcome {
        case .success(let text): (self.text, problem) = (text, nil)
        case .failure(let failure): problem = failure.message
        case nil: break
        }
        onChange()
    }
}
