import ScreensLinux

/// The remedy if the metrics cannot be written.
package enum MetricsRemedy {
    /// The folder that the installed files make writable for the service.
    private static let installedFolder = "/var/lib/prometheus/node-exporter/"

    /// - Parameter path: the path of the metrics file.
    package static func text(of path: String) -> String {
        guard path.hasPrefix(installedFolder) else {
            let rights = "let the user of the service write there, name it in ReadWritePaths= of the service"
            return FolderListing.lacks(FolderListing.folder(of: path))
                ? "make its folder, \(rights)" : "\(rights), and make room on its file system"
        }
        return
            "`systemd-tmpfiles --create screens.conf` permits that folder, which the package of node_exporter makes; "
            + "if that package was installed after the daemon started, run `systemctl restart screensd` too"
    }
}
