import Glibc
import ScreensLinux

/// A folder that only its user can enter. It is removed with everything in it.
final class PrivateFolder: Sendable {
    /// The folder of the user's sockets (`XDG_RUNTIME_DIR`); nil if it is missing, or belongs to another user, as
    /// behind `su` and `runuser`, which pass the variable on.
    static var runtime: String? {
        getenv("XDG_RUNTIME_DIR").map { String(cString: $0) }.flatMap { access($0, W_OK) == 0 ? $0 : nil }
    }

    let path: String

    /// The corresponding C function is `mkdtemp`.
    init(in parent: String) throws(SystemError) {
        var name = Array("\(parent)/screens-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw SystemError(call: "mkdtemp", object: parent, errno: errno) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Opens a socket in it that clients connect to.
    ///
    /// - Parameter hasMessages: whether the socket preserves messages (`SOCK_SEQPACKET`).
    func listener(_ name: String, hasMessages: Bool = false) throws(SystemError) -> SharedDescriptor {
        let place = "\(path)/\(name)"
        let descriptor = hasMessages ? UnixAddress.messageSocket() : UnixAddress.streamSocket(blocks: false)
        guard descriptor >= 0 else { throw SystemError(call: "socket", object: place, errno: errno) }
        let socket = SharedDescriptor(OwnedDescriptor(adopting: descriptor))
        let result = UnixAddress(place).withRaw { bind(descriptor, $0, $1) }
        guard result == 0, listen(descriptor, 8) == 0 else {
            throw SystemError(call: "bind", object: place, errno: result == nil ? ENAMETOOLONG : errno)
        }
        return socket
    }

    deinit {
        // Compositors leave their own sockets in the folder.
        for name in SystemFile.names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
