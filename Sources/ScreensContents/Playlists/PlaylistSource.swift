import ScreensConfiguration
import ScreensLinux
import ScreensPictures

/// The place on the disk from which the entries of a list are read.
enum PlaylistSource: Sendable {
    /// A playlist file.
    case file(PlaylistFileKind)
    /// The pictures of a folder, in the natural order of their names.
    case folder(SlidesKind)

    /// Returns the source of a content; nil for a content without one.
    init?(_ setting: ContentSetting) {
        switch setting.kind {
        case let kind as PlaylistFileKind: self = .file(kind)
        case let kind as SlidesKind where kind.show.alignment == .clock: self = .folder(kind)
        default: return nil
        }
    }

    var path: String {
        switch self {
        case .file(let kind): kind.path
        case .folder(let kind): kind.show.folder
        }
    }

    var isFolder: Bool { if case .folder = self { true } else { false } }

    var course: PlaylistCourse {
        switch self {
        case .file(let kind): kind.course
        case .folder(let kind): PlaylistCourse(kind.show.pace, alignment: kind.show.alignment)
        }
    }

    /// Returns the content of an entry.
    ///
    /// - Parameter path: an absolute path.
    /// - Throws: ``ValueProblem`` if the entry cannot be shown.
    func content(of path: String) throws(ValueProblem) -> ContentSetting {
        switch self {
        case .file(let kind): try kind.content(of: path)
        case .folder(let kind): .image(kind.placed, path: path)
        }
    }

    /// Makes the list of the entries, and notes the lines that it leaves out.
    func playlist(_ text: PlaylistText) -> (playlist: PlaylistKind, problems: PlaylistProblems) {
        var (items, total) = ([PlaylistItem](), 0)
        var problems = text.problems
        for entry in text.entries {
            let length = entry.length ?? course.pace.interval
            guard total + length.milliseconds <= PlaylistKind.longest.milliseconds else {
                problems.add("line \(entry.line) is behind \(PlaylistKind.longest), which is the most of a list")
                break
            }
            do throws(ValueProblem) {
                items.append(PlaylistItem(try content(of: entry.path), for: entry.length))
                total += length.milliseconds
            } catch {
                problems.add("line \(entry.line) \(error.message)")
            }
        }
        return (PlaylistKind(items, course), problems)
    }

    /// Reads the entries. Blocks its thread.
    ///
    /// - Parameter place: the path without its links.
    /// - Throws: ``Failure`` if it cannot be read, or has no entry.
    func read(at place: String) throws(Failure) -> PlaylistText {
        switch self {
        case .file(let kind): return try PlaylistText.read(kind.path, at: place)
        case .folder(let kind):
            let folder = PictureFolder(kind.show.folder)
            let names = try folder.pictures(at: place)
            guard !names.isEmpty else { throw folder.emptyFailure }
            return PlaylistText(names.map(folder.path))
        }
    }
}
