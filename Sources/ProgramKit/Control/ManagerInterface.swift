/// The interface by which programs talk to the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// Where the daemon listens, unless it was told otherwise.
    package static let socketPath = "/run/screens/screens.Manager"

    /// The text of its definition, as it is in the repository.
    package static let definition = String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}
