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

    /// - Parameters:
    ///   - isOfCall: whether a call has named the file, which has to be below a folder of ``TextFolders`` then.
    ///   - onChange: called when the text, the problem or ``nextChange`` is another one, never before this function
    ///     returns.
    init(
        _ path: String, _ sources: ContentSources, isOfCall: Bool = false, onChange: @escaping @MainLoop () -> Void
    ) {
        let folders = isOfCall ? sources.textFolders : nil
        self.path = path
        self.onChange = onChange
        file = FollowedFile(path, sources.reader.threads, sources.watch) { place throws(Failure) in
            try Self.text(of: path, at: place, below: folders)
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

    private nonisolated static func text(
        of path: String, at place: String, below folders: TextFolders?
    ) throws(Failure) -> String {
        let bytes = try InputFile.plainContent(of: place, named: path, limit: longest)
        if let folders { try check(path, at: place, below: folders) }
        guard bytes.count <= longest else {
            throw Failure(.badData, "\(path) has more than \(longest) bytes, and is not shown")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Failure(.badData, "\(path) is not in UTF-8, and is not shown")
        }
        return text.shownWords
    }

    /// Checks the place of a file that is open: a link may lead anywhere.
    private nonisolated static func check(
        _ path: String, at place: String, below folders: TextFolders
    ) throws(Failure) {
        var problem = folders.problem(with: path)
        if problem == nil {
            let real = SymbolicLink.target(of: place)
            // Only the folders of the path are touched: its file has just been opened through them.
            let isInside = real.map { real in
                folders.all.contains { folder in
                    path.isBelow(folder) && real.isBelow(SystemFile.realPath(folder) ?? folder)
                }
            }
            if isInside != true { problem = "\(path) leads out of the folders of text-folders" }
        }
        if let problem { throw Failure(.noPermission, problem) }
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
