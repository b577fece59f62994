/// The interface by which programs talk to the daemon.
package enum ManagerInterface {
    package static let name = "screens.Manager"
    /// Where the daemon listens, unless it was told otherwise.
    package static let socketPath = "/run/screens/screens.Manager"

    /// The text of its definition, as it is in the repository.
    package static let definition = String(decoding: PackageResources.screens_Manager_varlink, as: UTF8.self)
}

/// What a screen is to show, as JSON has it: the type `Content` of the daemon's interface.
///
/// One of colour, pattern, image and slides; the rest says how.
package struct ContentDocument: Codable, Sendable, Hashable {
    /// As in `#112233`.
    package var color: String?
    package var pattern: String?
    /// The path of a PNG or JPEG file, as the daemon sees it.
    package var image: String?
    /// The path of a folder of such files.
    package var slides: String?
    package var fit: String?
    package var background: String?
    package var intervalSeconds: Double?
    package var fadeSeconds: Double?

    package init() {}
}
