/// The varlink interface of the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// The socket at which the daemon listens by default.
    package static let socketPath = "/run/screens/screens.Manager"

    /// The text of its definition, `screens.Manager.varlink`.
    package static let definition = String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}

/// The content of a screen: the type `Content` of the daemon's interface.
///
/// One of colour, pattern, image and slides; the other members say how it is shown.
package struct ContentDocument: Codable, Sendable, Hashable {
    /// As in `#112233`.
    package var color: String?
    package var pattern: String?
    /// The path of a PNG or JPEG file on the daemon's machine.
    package var image: String?
    /// The path of a folder of such files.
    package var slides: String?
    package var fit: String?
    package var background: String?
    package var intervalSeconds: Double?
    package var fadeSeconds: Double?

    package init() {}
}
