import ScreensLinux

/// A card as sysfs shows it: the results of the kernel's last probes. A read neither opens nor wakes the card.
struct SysfsCard: Sendable, Equatable {
    /// A connector, by the kernel's name. Two of them are equal if a read of the card would find the same display.
    struct Connector: Sendable, Equatable {
        /// The name, such as `HDMI-A-1`.
        let name: String
        /// The kernel's number; nil on kernels before 6.5.
        var number: UInt32?
        /// Whether a CRTC feeds it.
        var isEnabled = false
        /// The status: `connected`, `disconnected` or `unknown`.
        let status: String
        let edid: [UInt8]
        /// The names of the modes, in the kernel's order, such as `1920x1080`.
        let modes: [String]

        static func == (left: Self, right: Self) -> Bool {
            left.name == right.name && left.status == right.status && left.edid == right.edid
                && left.modes == right.modes
        }
    }

    /// The largest EDID in bytes. A text file of sysfs is at most a page long. An EDID has at most 256 blocks, since
    /// one byte of the first block counts the others.
    private static let largestEDID = 256 * 128

    /// The connectors, sorted by name.
    let connectors: [Connector]
    /// The driver of the device, which may have another name than the card's; empty if it is not known.
    private(set) var driver = ""
    /// Whether the device is suspended: opening the card would wake it.
    private(set) var isAsleep = false
    /// Whether the kernel's console probes the displays at each hotplug: it has a framebuffer on the device, or may
    /// have one.
    private(set) var hasConsole = true

    /// Whether sysfs shows the displays that a read has found. Their modes may differ: the kernel leaves some out, for
    /// its console.
    func hasDisplays(of state: CardState) -> Bool {
        state.connectors.count == connectors.count
            && state.connectors.allSatisfy { read in
                connectors.contains {
                    $0.name == read.name && $0.status == read.status.rawValue && $0.edid == read.edid
                }
            }
    }

    /// Makes a card with these connectors.
    init(connectors: [Connector], isAsleep: Bool = false, hasConsole: Bool = true, driver: String = "") {
        self.connectors = connectors
        self.driver = driver
        self.isAsleep = isAsleep
        self.hasConsole = hasConsole
    }

    /// - Parameters:
    ///   - name: the name, such as `card0`.
    ///   - root: the path of sysfs.
    ///   - processes: the path of procfs.
    /// - Returns: nil if sysfs does not list the card.
    init?(_ name: String, root: String = "/sys", processes: String = "/proc") {
        let folder = "\(root)/class/drm"
        let entries = SystemFile.names(in: folder)
        guard entries.contains(name) else { return nil }
        connectors = entries.filter { $0.hasPrefix(name + "-") }.map { entry in
            let place = "\(folder)/\(entry)"
            return Connector(
                name: String(entry.dropFirst(name.count + 1)),
                number: SystemFile.line("\(place)/connector_id").flatMap { UInt32($0) },
                isEnabled: SystemFile.line("\(place)/enabled") == "enabled",
                status: SystemFile.line("\(place)/status") ?? "",
                edid: SystemFile.bytes("\(place)/edid", atMost: Self.largestEDID) ?? [],
                modes: SystemFile.lines("\(place)/modes"))
        }
        isAsleep = SystemFile.line("\(folder)/\(name)/device/power/runtime_status") == "suspended"
        // Kernels without framebuffer devices (`CONFIG_FB_DEVICE`) do not state the cards on which their console has
        // one.
        hasConsole =
            SystemFile.exists("\(processes)/fb")
            ? !SystemFile.names(in: "\(folder)/\(name)/device/graphics").isEmpty
            : SystemFile.exists("\(root)/class/graphics/fbcon")
        let link = SystemFile.realPath("\(folder)/\(name)/device/driver")
        driver = link?.split(separator: "/").last.map(String.init) ?? ""
    }
}

extension SysfsCard {
    /// Whether a read of both cards would find the same displays.
    static func == (left: Self, right: Self) -> Bool {
        left.connectors == right.connectors && left.driver == right.driver
    }

    /// Returns whether CRTCs feed the same connectors.
    func hasSameEnabled(as other: Self) -> Bool {
        connectors.filter(\.isEnabled).map(\.name) == other.connectors.filter(\.isEnabled).map(\.name)
    }

    /// Whether readers disable all outputs, unless another program is master.
    var isDisabledByReaders: Bool { DarkWithoutMaster.applies(to: driver) }

    /// Whether it describes the card well enough as long as nothing is requested there. A connector is recognized later
    /// by its number; modes follow from an EDID; a display that was never probed is not known. For a sleeping card, the
    /// number is enough.
    var suffices: Bool {
        !connectors.isEmpty
            && connectors.allSatisfy { connector in
                connector.number != nil && (isAsleep || connector.isDescribed)
            }
    }
}

extension SysfsCard.Connector {
    fileprivate var isDescribed: Bool {
        modes.isEmpty ? status != "unknown" || name.hasPrefix("Writeback-") : !edid.isEmpty
    }
}
