import Glibc
import ScreensLinux

/// The changes of files in some folders.
///
/// The files themselves are not watched: an editor often writes another file and gives it the name. If a folder does
/// not exist, the nearest folder above it is watched; once the folder is there, a new watch is needed. The folders
/// above are watched for their own renaming and removal: a whole tree may be exchanged for another one.
package final class FolderChanges: DescriptorOwner {
    private let changes: FileChanges

    /// A change in a folder.
    package struct Change: Sendable, Hashable {
        package enum Kind: Sendable, Hashable {
            /// A new file, which is about to be written.
            case begun
            /// A complete file has this name now. It may be another file than before, or have other permissions.
            case arrived
            /// No file has this name now.
            case left
            /// A folder has changed, perhaps the watched one itself; or too much has changed to report all of it.
            case folder
        }

        /// The name of the changed file; empty for the folder itself.
        package let name: String
        package let kind: Kind
    }

    /// Watches nothing yet.
    ///
    /// - Throws: ``SystemError`` if the system has no descriptor left.
    package init() throws(SystemError) {
        changes = try FileChanges(for: "folders")
    }

    /// Watches folders from now on. Blocks its thread, and does not return while a folder is on a dead share.
    ///
    /// - Throws: ``SystemError`` if the system has no descriptor left.
    package convenience init(in folders: some Sequence<String>) throws(SystemError) {
        try self.init()
        watch(folders) { $0 }
    }

    /// Watches folders from now on. Blocks its thread.
    ///
    /// - Parameter approach: called before each step, with the folder that the step touches. It returns the path by
    ///   which the folder is touched.
    package func watch<Problem>(
        _ folders: some Sequence<String>, approach: (String) throws(Problem) -> String
    ) throws(Problem) {
        // This goes first: a later watch of the same folder for more kinds replaces the watch for fewer. Unreadable
        // folders are skipped.
        for folder in Set(folders.flatMap(Self.foldersAbove)) {
            let touched = try approach(folder)
            try? changes.watch(touched, for: [.selfRemoved, .selfMoved], isFolder: true)
        }
        for folder in folders { try watchNearest(folder, approach) }
    }

    /// The descriptor that becomes readable when there are changes to take.
    package var descriptor: Int32 { changes.descriptor }

    private static func foldersAbove(_ folder: String) -> [String] {
        Array(sequence(first: folder, next: Self.folder).dropFirst())
    }

    /// Watches a folder for changes in it, and for its own removal or renaming. If it is missing, watches the nearest
    /// one above it.
    private func watchNearest<Problem>(
        _ folder: String, _ approach: (String) throws(Problem) -> String
    ) throws(Problem) {
        var place = folder
        var missing: [String] = []
        while let error = try failure(of: place, approach) {
            // If a folder may not be read, the one above it still reports a change of its permissions.
            guard [ENOENT, ENOTDIR, EACCES].contains(error.errno), let above = Self.folder(of: place) else { return }
            missing.append(place)
            place = above
        }
        // Each may have appeared before the one above it was watched. From then on, the one above reports it.
        while let below = missing.popLast(), try failure(of: below, approach) == nil {}
    }

    private func failure<Problem>(
        of place: String, _ approach: (String) throws(Problem) -> String
    ) throws(Problem) -> SystemError? {
        let touched = try approach(place)
        do throws(SystemError) {
            try changes.watch(touched, for: Self.kinds, isFolder: true)
            return nil
        } catch {
            return error
        }
    }

    private static let kinds: FileChanges.Kinds = [
        .closed, .created, .removed, .movedHere, .movedAway, .attributes, .selfRemoved, .selfMoved,
    ]

    /// The parent folder of a path; nil for the topmost folder.
    private static func folder(of path: String) -> String? {
        path == "/" || path == "." ? nil : FolderListing.folder(of: path)
    }

    /// The changes since the last call, in their order.
    package func take() -> [Change] {
        var taken: [Change] = []
        changes.take { name, kinds in taken.append(Change(name: name, kind: Self.kind(kinds))) }
        return taken
    }

    private static func kind(_ kinds: FileChanges.Kinds) -> Change.Kind {
        if !kinds.isDisjoint(with: [.ofFolder, .selfRemoved, .selfMoved, .overflow, .ended]) { return .folder }
        if kinds.contains(.created) { return .begun }
        return kinds.isDisjoint(with: [.closed, .movedHere, .attributes]) ? .left : .arrived
    }
}

/// Reports changes of files by watching their folders.
package struct FolderWatch: ~Copyable {
    private let changes: Watched<FolderChanges>

    /// - Parameter onChange: called when there are changes to take.
    /// - Throws: ``SystemError`` if the system has no room for another descriptor.
    package init(_ changes: FolderChanges, onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        self.changes = try Watched(changes) { _ in onChange() }
    }

    /// Watches folders that are known to answer: it blocks the thread.
    ///
    /// - Parameter onChange: called when there are changes to take.
    /// - Throws: ``SystemError`` if the system has no descriptor left.
    package init(folders: some Sequence<String>, onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        try self.init(FolderChanges(in: folders), onChange: onChange)
    }

    /// The changes since the last call, in their order.
    package borrowing func takeChanges() -> [FolderChanges.Change] { changes.source.take() }
}
