import CDaemon
import Glibc

/// Hears of changes of files, by the folders that they are in.
///
/// Not by the files themselves: who changes one often writes another and gives it the name. Where a folder is not there, the
/// nearest one above it is watched, until it comes and is watched anew.
struct FolderWatch: ~Copyable {
    let descriptor: Int32

    /// What has changed in a folder.
    struct Change: Sendable, Hashable {
        enum Kind: Sendable, Hashable {
            /// A new file, which somebody is about to write.
            case begun
            /// What has this name is whole, and may be another one than before.
            case arrived
            /// It has this name no more.
            case left
            /// A folder, perhaps the watched one itself; or so much has changed that not all is told.
            case folder
        }

        /// Empty for the folder itself.
        let name: String
        let kind: Kind
    }

    /// - Returns: nil where the system has no means for it.
    init?(folders: some Sequence<String>) {
        descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { return nil }
        for folder in folders {
            var place = folder
            while inotify_add_watch(descriptor, place, Self.changes) < 0, errno == ENOENT || errno == ENOTDIR,
                let above = Self.folder(of: place)
            {
                place = above
            }
        }
    }

    /// What happens in a folder, and that it is itself taken away or given another name.
    private static let changes = UInt32(
        IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF
            | IN_ONLYDIR)

    /// Where a file or a folder is; nil for the uppermost.
    private static func folder(of path: String) -> String? {
        guard path != "/", path != "." else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    deinit {
        close(descriptor)
    }

    borrowing func takeChanges() -> [Change] {
        var changes: [Change] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
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
