import Glibc
import Screens
import ScreensEDID
import ScreensJSON
import ScreensKMS
import ScreensLinux
import ScreensManager
import ScreensReports
import ScreensUdev

/// The document of this machine's cards that `screens doctor --dump` prints and ``CardDocument`` reads.
///
/// It only reads: no card is probed, and the mastership that comes with opening a card is dropped at once.
package enum MachineDump {
    /// Returns the document, which is nil if no card can be read, and a failure for each card that is not in the
    /// document.
    ///
    /// - Parameter opensAll: whether cards are opened whose driver may disable their displays then.
    /// - Throws: ``Failure`` if no card exists.
    package static func take(
        withSerials: Bool, opensAll: Bool
    ) throws(Failure) -> (text: String?, failures: [Failure]) {
        let nodes = CardExamination.nodes()
        guard !nodes.isEmpty else { throw Inspection.noCard }
        var cards: [DumpedCard] = []
        var failures: [Failure] = []
        for node in nodes {
            guard opensAll || !DarkWithoutMaster.applies(to: node.driver()) else {
                failures.append(
                    Failure(
                        .unavailable,
                        "\(node.path) is left out: its driver \(DarkWithoutMaster.reason); --probe opens it all the "
                            + "same"))
                continue
            }
            do throws(KMSError) {
                cards.append(try DumpedCard(node))
            } catch {
                let isDenied = error.call == "open" && (error.errno == EACCES || error.errno == EPERM)
                failures.append(Failure(isDenied ? .noPermission : .unavailable, "cannot read \(node.path): \(error)"))
            }
        }
        if cards.isEmpty { return (nil, failures) }
        var machine = DumpedMachine(
            version: ProgramVersion.current, kernel: SystemFile.line("/proc/sys/kernel/osrelease"),
            commandLine: SystemFile.line("/proc/cmdline"), cards: cards)
        if !withSerials { machine.removeSerials() }
        return (try JSONLine.encode(machine.document), failures)
    }

    /// Returns the exit status of a dump without some cards. A missing permission has precedence, since the user can
    /// grant it.
    package static func status(of failures: [Failure]) -> ExitStatus {
        (failures.first { $0.status == .noPermission } ?? failures.first)?.status ?? .success
    }
}

/// The contents of a dump.
struct DumpedMachine {
    let version: String
    let kernel: String?
    private(set) var commandLine: String?
    private(set) var cards: [DumpedCard]

    init(version: String, kernel: String?, commandLine: String?, cards: [DumpedCard]) {
        self.version = version
        self.kernel = kernel
        self.commandLine = commandLine
        self.cards = cards
    }

    /// Removes values that identify this machine or its displays.
    mutating func removeSerials() {
        commandLine = commandLine.map(IdentifyingText.removing)
        for index in cards.indices { cards[index].removeSerials() }
    }

    var document: JSONValue {
        func each(_ value: (DumpedCard) -> JSONValue?) -> JSONValue {
            .object(Dictionary(cards.compactMap { card in value(card).map { (card.node, $0) } }) { $1 })
        }
        var members = Dictionary(cards.map { ($0.node, $0.listing) }) { $1 }
        members["screens"] = [
            "version": .string(version), "kernel": .text(kernel), "commandLine": .text(commandLine),
            "names": each { card in .object(card.connectors.mapValues { .string($0.name) }) },
            "edids": each { card in
                .object(card.connectors.filter { !$0.value.edid.isEmpty }.mapValues { .string($0.edid.hexadecimal) })
            },
            "sysfs": each { card in .object(card.files.mapValues { .object($0.mapValues(JSONValue.string)) }) },
            "udev": each { card in card.udev.map { .object($0.mapValues(JSONValue.string)) } },
            "vblanks": each { card in card.hasVBlank.map { .bool($0) } },
        ]
        return .object(members)
    }
}

/// A card of a dump.
struct DumpedCard {
    let node: String
    let listing: JSONValue
    /// The connectors, by their ids.
    var connectors: [String: (name: String, edid: [UInt8])] = [:]
    /// The texts of files, by the names of the connector and the file.
    var files: [String: [String: String]] = [:]
    var udev: [String: String]?
    var hasVBlank: Bool?

    init(node: String, listing: JSONValue) {
        self.node = node
        self.listing = listing
    }

    mutating func removeSerials() {
        udev = udev.map(IdentifyingText.removing)
        connectors = connectors.mapValues { ($0.name, SerialRemoval.removing(from: $0.edid)) }
        files = files.mapValues { texts in
            var texts = texts
            texts["edid"] = texts["edid"].flatMap([UInt8].init(hexadecimal:)).map {
                SerialRemoval.removing(from: $0).hexadecimal
            }
            return texts
        }
    }
}

extension DumpedCard {
    /// Reads a card.
    init(_ node: CardNode) throws(KMSError) {
        let device = try CardDevice(path: node.path, access: .readOnly)
        let resources = try? device.resources()
        hasVBlank = resources?.crtcs.first.map { device.driverHasVBlank(crtc: $0) }
        for id in resources?.connectors ?? [] {
            guard let connector = try device.connector(id, probing: false) else { continue }
            connectors[String(id.rawValue)] = (connector.name, connector.edid)
            var texts = Self.files("/sys/class/drm/\(node.name)-\(connector.name)")
            texts["force"] = SystemFile.line("/sys/kernel/debug/dri/\(node.number)/\(connector.name)/force")
            files[connector.name] = texts
        }
        udev = CardEnumeration.properties(of: node.name)
        self.node = node.path
        // The listing comes last, because it requests modes that other readers do not get.
        listing = try device.listing()
    }

    private static func files(_ folder: String) -> [String: String] {
        var texts: [String: String] = [:]
        for name in ["status", "enabled", "dpms", "modes"] {
            texts[name] = SystemFile.text("\(folder)/\(name)").map { $0.hasSuffix("\n") ? String($0.dropLast()) : $0 }
        }
        texts["edid"] = SystemFile.bytes("\(folder)/edid")?.hexadecimal
        return texts
    }
}
