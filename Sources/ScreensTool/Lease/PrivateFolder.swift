import Glibc
import ScreensLinux

/// A folder that its user alone can enter, removed with all that is in it.
final class PrivateFolder: Sendable {
    let path: String

    /// The corresponding C function is `mkdtemp`.
    init(in parent: String) throws(SystemError) {
        var name = Array("\(parent)/screens-XXXXXX".utf8CString)
        guard mkdtemp(&name) != nil else { throw SystemError(call: "mkdtemp", object: parent, errno: errno) }
        path = String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        // Compositors leave their own sockets there.
        for name in SystemFile.names(in: path) { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
