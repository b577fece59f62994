import Glibc
import Screens
import ScreensKMS
import ScreensLinux
import ScreensReports
import ScreensUdev

/// Collects the facts about cards. Each card is opened read-only and closed again, unless its driver may disable its
/// displays then.
package enum CardExamination {
    /// Returns the nodes of every card that the kernel has, by number.
    ///
    /// - Parameter sysfs: the path of sysfs.
    static func nodes(sysfs: String = "/sys") -> [CardNode] {
        let names = Set(SystemFile.names(in: "\(sysfs)/class/drm") + SystemFile.names(in: "/dev/dri"))
        return names.filter(CardNode.isCard).map { CardNode(name: $0, path: "/dev/dri/\($0)", seat: "") }
            .sorted { $0.number < $1.number }
    }

    /// Every card that the kernel has, by number.
    ///
    /// - Parameters:
    ///   - inspection: the library's readings of the cards that it can use.
    ///   - daemonCards: the nodes of the cards that the daemon holds.
    ///   - opensAll: whether cards are opened whose driver may disable their displays then.
    ///   - sysfs: the path of sysfs.
    package static func cards(
        _ inspection: Inspection, heldByDaemon daemonCards: Set<String>, opensAll: Bool, sysfs: String = "/sys"
    ) -> [CardFacts] {
        let nodes = nodes(sysfs: sysfs)
        let openers = OpenerExamination.openers(of: Set(nodes.map(\.path)))
        return nodes.map { node in
            var facts = CardFacts(path: node.path)
            facts.node = UserExamination.node(at: node.path)
            facts.device = SymbolicLink.target(of: "/sys/class/drm/\(node.name)/device")?
                .split(separator: "/").last.map(String.init)
            facts.openers = openers[node.path] ?? []
            let card = inspection.cards.first { $0.path == node.path }
            facts.isOnSeat = card != nil
            facts.isDaemons = daemonCards.contains(node.path)
            facts.master = card?.master ?? (facts.isDaemons ? daemon(among: facts.openers) : nil)
            let screens = inspection.connectors.filter { $0.card == node.path }
            let driver = card?.driver ?? node.driver(sysfs: sysfs)
            // The inspection has only the cards of this seat.
            if card?.isLeftClosed ?? (!opensAll && DarkWithoutMaster.applies(to: driver)) {
                facts.leaveClosed(driver: driver, screens: screens)
            } else {
                examine(&facts, number: node.number, screens: screens)
            }
            return facts
        }
    }

    /// Returns the daemon's process among the processes that have its card open; nil if this user cannot see it.
    private static func daemon(among openers: [CardOpener]) -> CardMaster? {
        openers.first { $0.name == MasterProgram.daemonName }.map {
            CardMaster(processID: $0.processID, name: $0.name)
        }
    }

    private static func examine(_ facts: inout CardFacts, number: Int, screens: [Screen]) {
        do throws(KMSError) {
            var device = try CardDevice(path: facts.path, access: .readOnly)
            // Another reader is master for an instant when it opens the card. Only a program that stays master counts.
            if !device.wasFree { device = try CardDevice(path: facts.path, access: .readOnly) }
            facts.driver = device.driver
            let card = try device.snapshot()
            facts.hardware = CardHardware(
                capabilities: card.capabilities, crtcCount: card.crtcs.count,
                hasVBlank: card.crtcs.first.map { device.driverHasVBlank(crtc: $0.id) } ?? false,
                isFree: device.wasFree)
            for screen in screens {
                guard let connector = card.connectors.first(where: { $0.id == screen.connector }) else { continue }
                let file = "/sys/kernel/debug/dri/\(number)/\(screen.name)/force"
                facts.connectors.append(
                    ConnectorFacts(
                        screen: screen, possibleCRTCs: connector.possibleCRTCs, isLinkBad: connector.isLinkBad,
                        force: SystemFile.line(file).flatMap(ConnectorForce.init(debugfs:)),
                        unsupportedFormats: card.unsupportedFormats(of: connector),
                        compensatesOverscan: connector.compensatesOverscan))
            }
        } catch {
            facts.failure = error
        }
    }
}

extension CardNode {
    /// Returns the driver of the card's device, as sysfs names it.
    ///
    /// - Parameter sysfs: the path of sysfs.
    func driver(sysfs: String = "/sys") -> String? {
        let link = SymbolicLink.target(of: "\(sysfs)/class/drm/\(name)/device/driver")
        return link?.split(separator: "/").last.map(String.init)
    }
}

/// Finds the processes that have files open, as far as `/proc` shows them to this user: all of them to root, their own
/// to others.
enum OpenerExamination {
    /// Returns the other processes, by the files that they have open.
    static func openers(of paths: Set<String>) -> [String: [CardOpener]] {
        var openers: [String: [CardOpener]] = [:]
        let devices = paths.compactMap { path in DeviceNumber(at: path).map { (path, $0) } }
        let processes = SystemFile.names(in: "/proc").compactMap { Int32($0) }.sorted()
        for process in processes where process != getpid() {
            let files = OpenFiles(of: process)
            for (path, device) in devices where files.contain(device, at: path) {
                let name = SystemFile.line("/proc/\(process)/comm") ?? "?"
                openers[path, default: []].append(CardOpener(processID: process, name: name))
            }
        }
        return openers
    }
}
