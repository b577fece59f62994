import ScreensConfiguration
import ScreensLinux

/// The text of a file, which is read again when it changes. The text that was read last stays while it cannot be read,
/// but not while the file may not be shown.
@MainLoop
final class FollowedText {
    private enum Reading: Sendable {
        case text(String)
        /// The file is not below a folder of ``TextFolders``.
        case refused(String)
    }

    /// The most bytes of a file.
    private nonisolated static let longest = 1 << 16

    private var file: FollowedFile<Reading>?
    /// The folders for files that a call has named; nil for a file of the configuration.
    private let folders: TextFolders?
    private let onChange: @MainLoop () -> Void
    let path: String
    /// The text as it was read last; nil before, and while it may not be shown.
    private(set) var text: String?
    /// Why it cannot be read now, for people.
    private(set) var problem: String?

    /// - Parameters:
    ///   - isOfCall: whether a call has named the file, which has to be below a folder of ``TextFolders`` then.
    ///   - onChange: called when the text, the problem or ``nextChange`` is another one, never before this function
    ///     returns.
    init(
        _ path: String, _ sources: ContentSources, isOfCall: Bool = false, onChange: @escaping @MainLoop () -> Void
    ) {
        let folders = isOfCall ? sources.textFolders : nil
        self.folders = folders
        self.path = path
        self.onChange = onChange
        file = FollowedFile(path, sources.reader.threads, sources.watch) { place throws(Failure) in
            try Self.reading(of: path, at: place, below: folders)
        } take: { [weak self] in
            self?.take($0)
        }
    }

    /// The time of the next call of ``update(at:)``; nil if none is due.
    var nextChange: MonotonicTime? { file?.nextChange }

    /// Whether the file has been read, or cannot be read.
    var isKnown: Bool { text != nil || problem != nil }

    func update(at now: MonotonicTime) { _ = file?.update(at: now) }

    /// Reads the file again. A text that may no longer be shown goes at once: the file may not answer.
    func read() {
        if folders?.problem(with: path) != nil { take(nil) }
        file?.read()
    }

    private nonisolated static func reading(
        of path: String, at place: String, below folders: TextFolders?
    ) throws(Failure) -> Reading {
        if let problem = folders?.problem(with: path) { return .refused(problem) }
        let bytes = try InputFile.plainContent(of: place, named: path, limit: longest)
        if let folders, !isInside(path, at: place, of: folders) {
            return .refused("\(path) leads out of the folders of text-folders")
        }
        guard bytes.count <= longest else {
            throw Failure(.badData, "\(path) has more than \(longest) bytes, and is not shown")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "\(path) is not in UTF-8, and is not shown")
        }
        return .text(text.shownWords)
    }

    /// Whether the place of a file that is open is in one of the folders: a link may lead anywhere.
    private nonisolated static func isInside(_ path: String, at place: String, of folders: TextFolders) -> Bool {
        guard let real = SymbolicLink.target(of: place) else { return false }
        // Only the folders of the path are touched: its file has just been opened through them.
        return folders.all.contains { folder in
            path.isBelow(folder) && real.isBelow(SystemFile.realPath(folder) ?? folder)
        }
    }

    private func take(_ outcome: Result<Reading, Failure>?) {
        // The folders may be others than at the time of the reading.
        if let problem = folders?.problem(with: path) {
            (text, self.problem) = (nil, problem)
            return onChange()
        }
        switch outcome {
        case .success(.text(let text)): (self.text, problem) = (text, nil)
        case .success(.refused(let problem)):
            (text, self.problem) = (nil, problem)
            // A link may lead back to a folder.
            file?.retryLater()
        case .failure(let failure): problem = failure.message
        case nil: break
        }
        onChange()
    }
}
