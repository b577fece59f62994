import CDaemon
import Glibc
import Linux
import ProgramKit

/// Reports changes of files, by the folders that they are in. The corresponding C function is `inotify_init1`.
///
/// The files themselves are not watched: an editor often writes another one and gives it the name. Where a folder does not
/// exist, the nearest one above it is watched; once the folder is there, another watch is needed.
struct FolderWatch: ~Copyable {
    private let descriptor: WatchedDescriptor

    /// A change in a folder.
    struct Change: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// A new file, which is about to be written.
            case begun
            /// A complete file has this name, and may be another one than before.
            case arrived
            /// No file has this name any more.
            case left
            /// A folder, perhaps the watched one itself; or so much has changed that not all of it is reported.
            case folder
        }

        /// Empty for the folder itself.
        let name: String
        let kind: Kind
    }

    /// - Parameter onChange: called when there are changes to take.
    /// - Throws: ``SystemError`` where the system has no descriptor left.
    init(folders: some Sequence<String>, onChange: @escaping @MainLoop () -> Void) throws(SystemError) {
        let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", object: "folders", errno: errno) }
        for folder in folders {
            var place = folder
            while inotify_add_watch(descriptor, place, Self.changes) < 0, errno == ENOENT || errno == ENOTDIR,
                let above = Self.folder(of: place)
            {
                place = above
            }
        }
        self.descriptor = try WatchedDescriptor(adopting: descriptor) { _ in onChange() }
    }

    /// Changes within a folder, and its own removal or renaming.
    private static let changes = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    /// The folder that a path is in; nil for the uppermost.
    private static func folder(of path: String) -> String? {
        path == "/" || path == "." ? nil : FolderListing.folder(of: path)
    }

    /// The changes since they were taken last, in their order.
    borrowing func takeChanges() -> [Change] {
        var changes: [Change] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(descriptor.rawValue, $0.baseAddress, $0.count) }
            guard count > 0 else { return changes }
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let event = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self) }
                let length = Int(event.len)
                let name = bytes[(offset + header)..<min(offset + header + length, count)].prefix { $0 != 0 }
                changes.append(Change(name: String(decoding: name, as: UTF8.self), kind: Self.kind(event.mask)))
                offset += header + length
            }
        }
    }

    private static func kind(_ mask: UInt32) -> Change.Kind {
        if mask & UInt32(IN_ISDIR | IN_DELETE_SELF | IN_MOVE_SELF | IN_Q_OVERFLOW | IN_IGNORED) != 0 { return .folder }
        if mask & UInt32(IN_CREATE) != 0 { return .begun }
        return mask & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 ? .arrived : .left
    }
}
