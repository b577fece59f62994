import ProgramKit

/// What the kernel says of every connector in sysfs: whether a display is there, as far as it was looked for.
struct ConnectorStatuses: Hashable, Sendable {
    /// More than a machine has; a status is a word.
    private static let limit = 64

    private var words: [String: [UInt8]] = [:]

    /// Reads them all. Nothing is probed, so it takes no time.
    ///
    /// - Parameter folder: where connectors are, each a folder with a file `status`.
    static func read(_ folder: String = "/sys/class/drm") -> ConnectorStatuses {
        var statuses = ConnectorStatuses()
        for name in (try? FolderListing.names(in: folder)) ?? [] where name.contains("-") {
            statuses.words[name] = try? InputFile.plainContent(of: "\(folder)/\(name)/status", limit: limit)
        }
        return statuses
    }
}
