import Glibc
import Screens
import ScreensLinux
import ScreensManager
import ScreensReports

/// Collects the facts for a diagnosis. It changes nothing, and is master of a card only for a moment, if the reading
/// requires a probe.
package enum MachineExamination {
    /// - Parameter reading: how the cards are read.
    package static func facts(_ reading: CardReading) async -> MachineFacts {
        var facts = MachineFacts()
        facts.kernel = SystemFile.line("/proc/sys/kernel/osrelease") ?? "unknown"
        facts.commandLine = KernelCommandLine(SystemFile.text("/proc/cmdline") ?? "")
        facts.isVirtualMachine = isVirtualMachine
        facts.isContainer = isContainer
        facts.hasUdev = SystemFile.exists("/run/udev/control")
        facts.user = UserExamination.facts()
        facts.terminals = terminals

        var inspection = Inspection(connectors: [], cards: [])
        do throws(Failure) {
            var settings = VideoKit.Settings()
            settings.reading = reading
            inspection = try await Inspection.take(settings)
        } catch {
            facts.readFailure = error.message
        }
        let daemonCards = CommandClient.heldCards()
        facts.cards = CardExamination.cards(
            inspection, heldByDaemon: daemonCards ?? [], opensAll: reading == .probedRegardless)
        facts.displayDevices = displayDevices(ofKernel: facts.kernel)
        // A daemon that has not answered once is not waited for again.
        if daemonCards != nil { facts.daemon = DaemonFacts.taken() }
        facts.hasHiddenDaemon =
            facts.daemon == nil && DaemonLocation(option: nil).isListening
        facts.service = ServiceState.taken()
        return facts
    }

    private static var isVirtualMachine: Bool {
        // On PCs the flag in `/proc/cpuinfo` counts, elsewhere the folders.
        let flags = (SystemFile.text("/proc/cpuinfo") ?? "").split(separator: "\n").first { $0.hasPrefix("flags") }
        return flags?.split(separator: " ").contains("hypervisor") == true
            || ["/proc/device-tree/hypervisor", "/sys/hypervisor/type"].contains(where: SystemFile.exists)
    }

    private static var isContainer: Bool {
        ["/run/.containerenv", "/.dockerenv", "/run/systemd/container"].contains(where: SystemFile.exists)
    }

    private static var terminals: TerminalFacts {
        let session = getenv("XDG_VTNR").flatMap { Int(String(cString: $0)) }
        return TerminalFacts(
            active: SystemFile.text("/sys/class/tty/tty0/active").flatMap(TerminalFacts.number(inActive:)),
            // A terminal program in a graphical session has a terminal of its own, which no display shows.
            own: SystemFile.text("/proc/self/stat").flatMap(TerminalFacts.number(inStat:))
                ?? TerminalFacts.valid(session))
    }

    private static func displayDevices(ofKernel release: String) -> [DisplayDevice] {
        lazy var aliases = ModuleAliases(ofKernel: release)
        let bus = "/sys/bus/pci/devices"
        let cards = SystemFile.names(in: "/sys/class/drm").compactMap { SystemFile.realPath("/sys/class/drm/\($0)") }
        return SystemFile.names(in: bus).sorted().compactMap { address in
            let folder = "\(bus)/\(address)"
            guard SystemFile.line("\(folder)/class")?.hasPrefix("0x03") == true else { return nil }
            let place = SystemFile.realPath(folder)
            let product = ["vendor", "device"].map { (SystemFile.line("\(folder)/\($0)") ?? "?").withoutHexPrefix }
            let driver = SymbolicLink.target(of: "\(folder)/driver")?.split(separator: "/").last.map(String.init)
            let modalias = driver == nil ? SystemFile.line("\(folder)/modalias") : nil
            return DisplayDevice(
                address: address, product: product.joined(separator: ":"), driver: driver,
                loadedDrivers: modalias.map { aliases.modules(for: $0).filter(hasRegisteredDriver) } ?? [],
                hasCard: cards.contains { card in place.map { card.hasPrefix($0 + "/") } ?? false })
        }
    }

    /// Returns whether a module is loaded, and has registered a driver of devices on the PCI bus.
    private static func hasRegisteredDriver(_ module: String) -> Bool {
        SystemFile.names(in: "/sys/module/\(module)/drivers").contains { $0.hasPrefix("pci:") }
    }
}

extension String {
    /// The text without `0x`: `0x8086` as `8086`.
    fileprivate var withoutHexPrefix: String { hasPrefix("0x") ? String(dropFirst(2)) : self }
}

/// Finds out the user of this process, and the users who may open a device node.
enum UserExamination {
    /// The kernel's limit of groups for a process (`NGROUPS_MAX`).
    private static let groupLimit = 65536

    static func facts() -> UserFacts {
        var groups = [gid_t](repeating: 0, count: groupLimit)
        let count = getgroups(Int32(groups.count), &groups)
        var facts = UserFacts(id: geteuid(), groups: Set(groups.prefix(Int(max(0, count)))))
        facts.groups.insert(getegid())
        guard let entry = getpwuid(geteuid()) else { return facts }
        let name = String(cString: entry.pointee.pw_name)
        var found = Int32(groups.count)
        if getgrouplist(name, entry.pointee.pw_gid, &groups, &found) >= 0 {
            facts.groupsInDatabase = Set(groups.prefix(Int(max(0, found))))
        }
        facts.name = name
        return facts
    }

    /// Returns the device node at `path`; nil if there is none.
    static func node(at path: String) -> NodeFacts? {
        var status = stat()
        guard stat(path, &status) == 0, let device = DeviceNumber(status) else { return nil }
        return NodeFacts(
            owner: status.st_uid, group: status.st_gid,
            ownerName: getpwuid(status.st_uid).map { String(cString: $0.pointee.pw_name) } ?? String(status.st_uid),
            groupName: getgrgid(status.st_gid).map { String(cString: $0.pointee.gr_name) } ?? String(status.st_gid),
            mode: status.st_mode & 0o777,
            isForSeat: SystemFile.exists("/run/udev/tags/uaccess/c\(device.major):\(device.minor)"))
    }
}
