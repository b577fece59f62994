import Glibc
import Screens
import ScreensLinux
import ScreensManager

/// The files through which the kernel lets root force a connector, regardless of what is connected: `status` in sysfs,
/// which also probes, and `edid_override` and `force` in debugfs.
struct ConnectorFiles {
    /// The folders in which the kernel shows its objects.
    struct System {
        var cards = "/sys/class/drm"
        var debug = "/sys/kernel/debug"
    }

    /// The name of the connector, such as `HDMI-A-1`.
    let name: String
    /// The name of its card, such as `card1`.
    let card: String
    private let system: System

    /// Finds a connector by its name, such as `HDMI-A-1` or `card1/HDMI-A-1`.
    static func find(_ name: String, in system: System = System()) throws(Failure) -> ConnectorFiles {
        var names: [String] = []
        let found = try FolderListing.names(in: system.cards).compactMap { entry -> ConnectorFiles? in
            // The folder of a connector is named `card1-HDMI-A-1`.
            guard let dash = entry.firstIndex(of: "-"), entry.hasPrefix("card") else { return nil }
            let connector = ConnectorFiles(
                name: String(entry[entry.index(after: dash)...]), card: String(entry[..<dash]), system: system)
            names += [connector.name, connector.qualifiedName]
            return names.suffix(2).contains(name) ? connector : nil
        }
        guard let connector = found.first else {
            throw Failure(noScreenNamed: name, "connector", among: names)
        }
        guard found.count == 1 else {
            throw Failure(severalNamed: name, found.map(\.qualifiedName).sorted(), "connector")
        }
        return connector
    }

    /// Creates the files of a screen of this machine.
    init(of screen: Screen, in system: System = System()) {
        name = screen.name
        card = screen.card.split(separator: "/").last.map(String.init) ?? screen.card
        self.system = system
    }

    private init(name: String, card: String, system: System) {
        self.name = name
        self.card = card
        self.system = system
    }

    var qualifiedName: String { "\(card)/\(name)" }

    /// The status after the last probe: `connected`, `disconnected` or `unknown`.
    var status: String { SystemFile.line(folder + "/status") ?? "unknown" }

    /// The connector's number, which is valid only for its card; nil on a kernel that does not list it.
    var number: UInt32? { SystemFile.line(folder + "/connector_id").flatMap { UInt32($0) } }

    /// The names of the modes after the last probe.
    var modes: [String] { SystemFile.lines(folder + "/modes") }

    /// Forces the connector, and makes the kernel probe it.
    ///
    /// - Parameter edid: the EDID that overrides the display's own; nil leaves the override unchanged.
    func force(_ force: Force, edid: [UInt8]?) throws(Failure) {
        guard let edid else { return try write(Array(force.status.utf8), to: folder + "/status") }
        let former = SystemFile.bytes(overrideFile)
        do throws(Failure) {
            try write(edid, to: overrideFile)
        } catch {
            throw mounted(error)
        }
        do throws(Failure) {
            // The kernel probes only if the state changes, or the connector is not forced.
            if SystemFile.line(debugFolder + "/force") == force.debugWord {
                try write(Array("detect".utf8), to: folder + "/status")
            }
            try write(Array(force.status.utf8), to: folder + "/status")
        } catch {
            try? write(former.flatMap { $0.isEmpty ? nil : $0 } ?? Self.noOverride, to: overrideFile)
            throw error
        }
    }

    /// Removes an override, so that the next probe reads the display's own EDID.
    func removeOverride() throws(Failure) {
        // Without debugfs no override can be set.
        guard let former = SystemFile.bytes(overrideFile), !former.isEmpty else { return }
        try write(Self.noOverride, to: overrideFile)
    }

    /// Sends an event of the card, because a probe that finds another EDID sends none.
    ///
    /// The kernel adds a prefix to the property, so that other programs do not take it for a hotplug.
    func announce() {
        try? write(
            Array("change 8f0e1c3c-5d0a-4b8e-9a53-d1f5e4f0a7b2 HOTPLUG=1".utf8), to: "\(system.cards)/\(card)/uevent")
    }

    private static let noOverride = Array("reset".utf8)

    private var folder: String { "\(system.cards)/\(card)-\(name)" }
    private var debugFolder: String { "\(system.debug)/dri/\(card.dropFirst("card".count))/\(name)" }
    private var overrideFile: String { debugFolder + "/edid_override" }

    /// Writes to an existing file. The kernel takes all bytes in one call.
    private func write(_ bytes: [UInt8], to path: String) throws(Failure) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
        guard descriptor >= 0 else { throw failure(path, errno) }
        defer { close(descriptor) }
        var count = 0
        repeat {
            count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        } while count < 0 && errno == EINTR
        // A short write sets no errno.
        guard count == bytes.count else { throw failure(path, count < 0 ? errno : EIO) }
    }

    private func failure(_ path: String, _ code: Int32) -> Failure {
        let text = "cannot write \(path): \(SystemError.text(of: code))"
        let isOverride = path == overrideFile
        switch code {
        case EPERM where isOverride:
            return Failure(
                .noPermission,
                "\(text); a locked down kernel takes EDIDs only by drm.edid_firmware= on its command line")
        case EINVAL where isOverride: return Failure(.badData, "\(text); the kernel rejects this EDID")
        case EACCES, EPERM: return Failure(.noPermission, "\(text); the command needs root")
        // A DisplayPort hub or a card may be removed at any time, and its connectors with it.
        case ENOENT, ENODEV:
            return FolderListing.lacks(folder)
                ? Failure(.noSuchScreen, "the connector \(qualifiedName) has been removed")
                : Failure(.unavailable, text)
        default: return Failure(.system, text)
        }
    }

    /// Returns a failure, with a remedy if debugfs is not mounted.
    private func mounted(_ failure: Failure) -> Failure {
        guard failure.status != .noSuchScreen, FolderListing.lacks(system.debug + "/dri") else { return failure }
        return Failure(
            .unavailable,
            "the EDID override needs debugfs, which is not mounted: run mount -t debugfs none \(system.debug) as root")
    }
}

extension ConnectorFiles {
    /// The state that a connector is forced to.
    enum Force: String, CaseIterable, Sendable {
        case on, off
        /// The state that a probe finds.
        case auto

        /// The word to write to the file `status`.
        var status: String { self == .auto ? "detect" : rawValue }

        /// The word in the file `force` of debugfs.
        var debugWord: String { self == .auto ? "unspecified" : rawValue }
    }
}
