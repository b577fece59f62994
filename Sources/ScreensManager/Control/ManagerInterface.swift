import ScreensConfiguration

/// The varlink interface of the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// The number of its additions, in ``StatusDocument/interfaceVersion``. It rises with each release that declares more; a test
    /// compares the definition with those of all versions.
    package static let version = 1
    /// The socket at which the daemon listens by default.
    package static let socketPath = "/run/screens/screens.Manager"

    /// The file that the daemon locks while it listens on a socket, beside that: a command that must not start a stopped daemon
    /// looks at it. Nil for a socket without a file.
    package static func lockPath(of socket: String) -> String? { socket.hasPrefix("@") ? nil : socket + ".lock" }

    /// The socket for calls that only read, beside that for all: only one of the usual name has such a companion.
    package static func readerPath(of socket: String) -> String? {
        socket.hasSuffix("/screens.Manager") ? socket.dropLast("Manager".count) + "Reader" : nil
    }

    /// The socket for programs that draw contents, beside that for all calls, as ``readerPath(of:)`` is.
    package static func contentPath(of socket: String) -> String? {
        socket.hasSuffix("/screens.Manager") ? socket.dropLast("Manager".count) + "Content" : nil
    }

    /// Why a number of seconds to confirm settings, or to show labels, is not accepted; nil where it is.
    package static func secondsProblem(_ seconds: some BinaryInteger) -> String? {
        (1...3600).contains(seconds) ? nil : "must be 1 to 3600 seconds, not '\(seconds)'"
    }

    /// The text of its definition: that of `screens.Manager.varlink`, and the types of settings, which come from their table.
    package static let definition = definitionWithoutSettings + "\n" + SettingTable.varlinkTypes

    static let definitionWithoutSettings = String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}
