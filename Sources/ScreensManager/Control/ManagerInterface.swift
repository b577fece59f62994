import ScreensConfiguration

/// The varlink interface of the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// The version of the interface, in ``StatusDocument/interfaceVersion``. It rises with each release that declares
    /// more. A test compares the definition with the definitions of all versions.
    package static let version = 1
    /// The socket at which the daemon listens by default.
    package static let socketPath = "/run/screens/screens.Manager"

    /// Returns the path of the file that the daemon locks while it listens on a socket; nil for a socket without a
    /// file. A command finds out from the lock whether the daemon runs, without starting it.
    package static func lockPath(of socket: String) -> String? {
        socket.hasPrefix("@") ? nil : ClientRights.mainPath(beside: socket) + ".lock"
    }

    /// Returns why a number of seconds to confirm settings, or to show labels, is not accepted; nil if it is.
    package static func secondsProblem(_ seconds: some BinaryInteger) -> String? {
        (1...3600).contains(seconds) ? nil : "must be 1 to 3600 seconds, not '\(seconds)'"
    }

    /// The longest text of a notification, in bytes.
    package static let longestNotification = 512

    /// Returns why a number of seconds for a notification is not accepted; nil if it is.
    package static func notificationProblem(_ seconds: some BinaryInteger) -> String? {
        (1...86_400).contains(seconds) ? nil : "must be 1 to 86400 seconds, not '\(seconds)'"
    }

    /// The text of the interface's definition: the file `screens.Manager.varlink`, and the types of settings, which are
    /// generated from their table.
    package static let definition = definitionWithoutSettings + "\n" + SettingTable.varlinkTypes

    static let definitionWithoutSettings = String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}
