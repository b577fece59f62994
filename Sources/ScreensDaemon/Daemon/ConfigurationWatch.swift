import CDaemon
import Glibc

/// Hears of changes of the configuration's files.
///
/// Their folders are watched and not they themselves: editors write another file and give it the name. Where a folder is not
/// there, the nearest one above it is, until it comes.
struct ConfigurationWatch: ~Copyable {
    let descriptor: Int32

    /// - Returns: nil where the system has no means for it.
    init?(folders: [String]) {
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
    static func folder(of path: String) -> String? {
        guard path != "/", path != "." else { return nil }
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    deinit {
        close(descriptor)
    }

    /// The names of what has changed; empty texts for folders themselves, and where so much has that not all is told.
    borrowing func takeNames() -> [String] {
        var names: [String] = []
        var bytes = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return names }
            var offset = 0
            let header = MemoryLayout<inotify_event>.size
            while offset + header <= count {
                let length = bytes.withUnsafeBytes {
                    Int($0.loadUnaligned(fromByteOffset: offset, as: inotify_event.self).len)
                }
                let name = bytes[(offset + header)..<min(offset + header + length, count)].prefix { $0 != 0 }
                names.append(String(decoding: name, as: UTF8.self))
                offset += header + length
            }
        }
    }
}
