import CScreensLinux
import Glibc

/// The kernel's queue of changes to watched files and folders. The corresponding C function is `inotify_init1`.
package struct FileChanges: ~Copyable, DescriptorOwner {
    private let file: OwnedDescriptor

    /// Kinds of changes, in the bits of `inotify_event.mask`.
    package struct Kinds: OptionSet, Sendable, Hashable {
        package let rawValue: UInt32
        package init(rawValue: UInt32) { self.rawValue = rawValue }

        private init(_ bit: some BinaryInteger) { rawValue = UInt32(truncatingIfNeeded: bit) }

        /// A file that was open for writing was closed.
        package static let closed = Kinds(IN_CLOSE_WRITE)
        /// A file or a folder was created in the folder.
        package static let created = Kinds(IN_CREATE)
        /// A name in the folder was removed.
        package static let removed = Kinds(IN_DELETE)
        /// A file was renamed to a name in the folder.
        package static let movedHere = Kinds(IN_MOVED_TO)
        /// A file was renamed from a name in the folder.
        package static let movedAway = Kinds(IN_MOVED_FROM)
        /// The permissions or the owner changed; so do times and the number of names.
        package static let attributes = Kinds(IN_ATTRIB)
        /// The watched file or folder itself was removed.
        package static let selfRemoved = Kinds(IN_DELETE_SELF)
        /// The watched file or folder itself was renamed.
        package static let selfMoved = Kinds(IN_MOVE_SELF)
        /// The subject of the change is a folder.
        package static let ofFolder = Kinds(UInt32(bitPattern: Int32(IN_ISDIR)))
        /// Some changes were lost.
        package static let overflow = Kinds(IN_Q_OVERFLOW)
        /// The watch has ended.
        package static let ended = Kinds(IN_IGNORED)
    }

    /// - Parameter object: the watched object, for the error.
    /// - Throws: ``SystemError`` if the process may have no more descriptors.
    package init(for object: String) throws(SystemError) {
        let descriptor = inotify_init1(Int32(O_CLOEXEC | O_NONBLOCK))
        guard descriptor >= 0 else { throw SystemError(call: "inotify_init1", object: object, errno: errno) }
        file = OwnedDescriptor(adopting: descriptor)
    }

    /// The descriptor that becomes readable when there are changes to take.
    package var descriptor: Int32 { file.rawValue }

    /// Watches a file or a folder from now on. The corresponding C function is `inotify_add_watch`.
    ///
    /// - Parameter isFolder: whether anything but a folder is refused.
    /// - Throws: ``SystemError`` if the path does not exist, or the process may have no more watches.
    package borrowing func watch(_ path: String, for kinds: Kinds, isFolder: Bool = false) throws(SystemError) {
        let mask = kinds.rawValue | (isFolder ? UInt32(IN_ONLYDIR) : 0)
        guard PathCall.recorded({ inotify_add_watch(file.rawValue, path, mask) }) >= 0 else {
            throw SystemError(call: "inotify_add_watch", object: path, errno: errno)
        }
    }

    /// Takes the changes since the last call, in their order.
    ///
    /// - Parameter body: receives the name in the folder, which is empty for the watched object itself, and the kinds.
    package borrowing func take(_ body: (_ name: String, Kinds) -> Void) {
        let size = 4096
        let header = MemoryLayout<inotify_event>.size
        withUnsafeTemporaryAllocation(byteCount: size, alignment: MemoryLayout<inotify_event>.alignment) { buffer in
            while case let count = read(file.rawValue, buffer.baseAddress, size), count > 0 {
                var offset = 0
                while offset + header <= count {
                    let event = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
                    let start = offset + header
                    offset = min(start + Int(event.len), count)
                    let name = buffer[start..<offset].prefix { $0 != 0 }
                    body(String(decoding: name, as: UTF8.self), Kinds(rawValue: event.mask))
                }
            }
        }
    }
}
