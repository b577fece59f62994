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
