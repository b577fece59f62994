/// The varlink interface of the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// The socket at which the daemon listens by default.
    package static let socketPath = "/run/screens/screens.Manager"

    /// The text of `screens.Manager.varlink`: the definition without the types of settings, which the module of these adds.
    package static let definitionWithoutSettings =
        String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}
