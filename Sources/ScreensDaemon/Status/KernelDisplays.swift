import ScreensLinux

/// The displays that the kernel knows from its last probes: the status, EDID and modes of every connector in sysfs.
struct KernelDisplays: Hashable, Sendable {
    /// The folder of sysfs that has the connectors.
    static let folder = "/sys/class/drm"

    /// The most bytes of a file. An EDID has at most 256 blocks of 128 bytes.
    private static let limit = 256 * 128

    private var files: [String: [UInt8]] = [:]

    /// Makes a list without connectors.
    init() {}

    /// Reads the files of all connectors. This is fast, because nothing is probed.
    init(in folder: String) {
        for connector in SystemFile.names(in: folder) where connector.contains("-") {
            for file in ["status", "edid", "modes"] {
                let path = "\(folder)/\(connector)/\(file)"
                files[path] = SystemFile.bytes(path, atMost: Self.limit)
            }
        }
    }
}
