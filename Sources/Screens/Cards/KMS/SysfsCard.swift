import Glibc

/// A card as sysfs shows it: the results of the kernel's last probes. A read neither opens nor wakes the card.
struct SysfsCard: Sendable, Equatable {
    /// A connector, by the kernel's name. Two of them are equal where a read of the card would find the same display.
    struct Connector: Sendable, Equatable {
        /// Such as `HDMI-A-1`.
        let name: String
        /// The kernel's number; nil on kernels before 6.5.
        var number: UInt32?
        /// Whether a CRTC feeds it.
        var isEnabled = false
        /// `connected`, `disconnected` or `unknown`.
        let status: String
        let edid: [UInt8]
        /// The names of the modes, in the kernel's order, such as `1920x1080`.
        let modes: [String]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.status == right.status && left.edid == right.edid
                && left.modes == right.modes
        }
    }

    /// A text file of sysfs is at most a page long. An EDID has at most 256 blocks: a byte of the first one counts the others.
    private static let largestFile = 4096
    private static let largestEDID = 256 * 128

    /// By name.
    let connectors: [Connector]
    /// The driver of the device, which may have another name than the card's; empty where that is not known.
    private(set) var driver = ""

    /// A card with these connectors.
    init(connectors: [Connector]) {
        self.connectors = connectors
    }

    /// - Parameters:
    ///   - name: such as `card0`.
    ///   - root: where sysfs is.
    /// - Returns: nil if sysfs does not list the card.
    init?(_ name: String, root: String = "/sys") {
        let folder = "\(root)/class/drm"
        guard let stream = opendir(folder) else { return nil }
        defer { closedir(stream) }
        var isPresent = false
        var connectors: [Connector] = []
        while let entry = readdir(stream) {
            let entry = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if entry == name { isPresent = true }
            guard entry.hasPrefix(name + "-") else { continue }
            let place = "\(folder)/\(entry)"
            connectors.append(
                Connector(
                    name: String(entry.dropFirst(name.count + 1)),
                    number: Self.lines(of: "\(place)/connector_id").first.flatMap { UInt32($0) },
                    isEnabled: Self.lines(of: "\(place)/enabled").first == "enabled",
                    status: Self.lines(of: "\(place)/status").first ?? "",
                    edid: Self.bytes(of: "\(place)/edid", atMost: Self.largestEDID),
                    modes: Self.lines(of: "\(place)/modes")))
        }
        guard isPresent else { return nil }
        self.connectors = connectors.sorted { $0.name < $1.name }
        if let path = realpath("\(folder)/\(name)/device/driver", nil) {
            driver = String(cString: path).split(separator: "/").last.map(String.init) ?? ""
            free(path)
        }
    }

    private static func lines(of file: String) -> [String] {
        String(decoding: bytes(of: file, atMost: largestFile), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The content of a file; none where it cannot be read.
    private static func bytes(of file: String, atMost limit: Int) -> [UInt8] {
        let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return [] }
        defer { close(descriptor) }
        var content: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: largestFile)
        while content.count < limit {
            let count = read(descriptor, &buffer, buffer.count)
            guard count > 0 else { break }
            content += buffer.prefix(count)
        }
        return content
    }
}
