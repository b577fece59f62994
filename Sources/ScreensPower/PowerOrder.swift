import ScreensJSON
import struct ScreensLinux.MonotonicTime

/// An order of the daemon to the service of power, for one adapter.
package struct PowerOrder: Sendable, Hashable {
    /// The work of the service, which decides nothing: the answer states a refusal.
    package enum Verb: String, Sendable, Hashable, CaseIterable {
        /// Claim a logical address.
        case claim
        /// Give the logical address back: nothing is on the bus until the next order.
        case release
        /// Send standby to the television.
        case standby
        /// Announce itself as the source, then send standby.
        case standbyAsSource
        /// Turn the television on: image view on, else text view on, else the key.
        case wake
        /// Announce itself as the source.
        case source
        /// Ask the television for its power.
        case ask
    }

    /// The time in which the service begins an order. A service that has hung carries out no old ones.
    package static let lifetime = Duration.seconds(6)

    /// The number, which the answer has.
    package let number: Int
    /// The adapter's path.
    package let adapter: String
    package let verb: Verb
    /// Whether the screen is off on purpose, which the service answers to other devices.
    package let isOff: Bool
    /// The time, on the clock that all programs of the machine share, after which it is not carried out.
    package let end: MonotonicTime

    package init(_ number: Int, _ verb: Verb, to adapter: String, isOff: Bool, until end: MonotonicTime) {
        self.number = number
        self.end = end
        self.verb = verb
        self.adapter = adapter
        self.isOff = isOff
    }

    /// Reads an order; nil if it is not one of this version.
    package init?(_ json: JSONValue) {
        guard let number = json["number"]?.int, let adapter = json["adapter"]?.string,
            let verb = json["verb"]?.string.flatMap(Verb.init), case .bool(let isOff)? = json["off"],
            let end = json["until"]?.int
        else { return nil }
        self.init(Int(number), verb, to: adapter, isOff: isOff, until: MonotonicTime(nanoseconds: end))
    }

    /// The same order with another number.
    package func numbered(_ number: Int) -> PowerOrder {
        PowerOrder(number, verb, to: adapter, isOff: isOff, until: end)
    }

    /// The order in JSON.
    package var json: JSONValue {
        .object([
            "number": .int(Int64(number)), "adapter": .string(adapter), "verb": .string(verb.rawValue),
            "off": .bool(isOff), "until": .int(end.nanoseconds),
        ])
    }
}

/// The answer of the service to an order.
package enum PowerAnswer: Sendable, Hashable {
    /// The television has taken the message.
    case sent
    /// No device has the television's logical address.
    case absent
    /// The television refuses the message.
    case refused
    /// The television does not take the message now, and may do so later.
    case deferred
    /// The television has taken the message, and has not answered.
    case silent
    /// The adapter has no physical address: its display has no hotplug signal, or its EDID was not read.
    case unaddressed
    /// The adapter belongs to another program; its name, if it has one.
    case taken(by: String?)
    /// The adapter is gone, or the bus is disturbed.
    case failed
    /// The television's power.
    case power(TelevisionPower)

    /// Why nothing more is sent, as a part of a sentence.
    var reason: String {
        switch self {
        case .absent: "no device answers at address 0: the adapter may have no CEC wire"
        case .refused: "the television does not state its power"
        case .deferred: "the television takes no order now"
        case .unaddressed: "the adapter has no address, since the display has no hotplug signal or no EDID"
        case .taken(let name): "CEC is used by \(name.map { "'\($0)'" } ?? "another program")"
        case .sent, .silent, .power: "the television does not state its power"
        case .failed: "the adapter or its service does not answer"
        }
    }

    /// The longest name of another program.
    private static let longestName = 14

    /// Reads an answer; nil if it is not one of this version.
    package init?(_ json: [String: JSONValue]) {
        switch json["outcome"]?.string {
        case "sent": self = .sent
        case "absent": self = .absent
        case "refused": self = .refused
        case "deferred": self = .deferred
        case "silent": self = .silent
        case "unaddressed": self = .unaddressed
        case "taken": self = .taken(by: json["by"]?.string.map { String($0.unicodeScalars.prefix(Self.longestName)) })
        case "failed": self = .failed
        case "power":
            guard let power = json["power"]?.string.flatMap(TelevisionPower.init) else { return nil }
            self = .power(power)
        default: return nil
        }
    }

    /// The answer in JSON.
    package var json: [String: JSONValue] {
        switch self {
        case .sent: ["outcome": "sent"]
        case .absent: ["outcome": "absent"]
        case .refused: ["outcome": "refused"]
        case .deferred: ["outcome": "deferred"]
        case .silent: ["outcome": "silent"]
        case .unaddressed: ["outcome": "unaddressed"]
        case .taken(let name): ["outcome": "taken", "by": name.map { .string($0) } ?? .null]
        case .failed: ["outcome": "failed"]
        case .power(let power): ["outcome": "power", "power": .string(power.rawValue)]
        }
    }
}

/// The power of a television, as it states it.
package enum TelevisionPower: String, Sendable, Hashable {
    case on, standby, toOn, toStandby
}

/// A fact about the screen that came from the bus by itself.
package enum PowerReport: String, Sendable, Hashable {
    /// The television goes off, by its own timer or a person.
    case standby
    /// The television is on.
    case on
    /// A person has chosen our input.
    case chosen
    /// The television shows another source.
    case otherSource

    /// Returns the report that counts if another one follows before it is sent.
    package func followed(by next: PowerReport) -> PowerReport {
        // Our input may have been chosen on a television that was on: that says more than that it is on.
        self == .chosen && next == .on ? .chosen : next
    }
}

/// An adapter that the service has found.
package struct PowerAdapter: Sendable, Hashable {
    /// The adapter's path.
    package let path: String
    /// Whether the service has opened it, because a screen uses it. Only then its state is known.
    package let isOpen: Bool
    /// The driver's name.
    package let driver: String
    /// The number of its card, and its connector there; nil if the driver does not state it.
    package let connector: Connector?
    /// Whether it has a physical address on the bus, by the EDID of its display.
    package let isAddressed: Bool
    /// Whether the service has claimed a logical address.
    package let isClaimed: Bool
    /// The name of the other program that has claimed a logical address; nil if none has.
    package let claimant: String?

    /// A connector of a card.
    package struct Connector: Sendable, Hashable {
        package let card: UInt32
        package let id: UInt32

        package init(card: UInt32, id: UInt32) {
            self.card = card
            self.id = id
        }
    }

    package init(
        _ path: String, isOpen: Bool = true, driver: String, connector: Connector?, isAddressed: Bool, isClaimed: Bool,
        claimant: String?
    ) {
        self.path = path
        self.isOpen = isOpen
        self.driver = driver
        self.connector = connector
        self.isAddressed = isAddressed
        self.isClaimed = isClaimed
        self.claimant = claimant
    }

    /// Reads an adapter; nil if it is not one of this version.
    package init?(_ json: JSONValue) {
        guard let path = json["path"]?.string, path.hasPrefix("/dev/cec"), path.utf8.count < 32,
            let driver = json["driver"]?.string, driver.utf8.count < 64,
            case .bool(let isOpen)? = json["open"], case .bool(let isAddressed)? = json["addressed"],
            case .bool(let isClaimed)? = json["claimed"]
        else { return nil }
        var connector: Connector?
        if let card = json["card"]?.int, let id = json["connector"]?.int {
            guard let card = UInt32(exactly: card), let id = UInt32(exactly: id) else { return nil }
            connector = Connector(card: card, id: id)
        }
        let claimant = json["claimant"]?.string
        guard claimant?.utf8.count ?? 0 < 64 else { return nil }
        self.init(
            path, isOpen: isOpen, driver: driver, connector: connector, isAddressed: isAddressed, isClaimed: isClaimed,
            claimant: claimant)
    }

    /// The adapter in JSON.
    package var json: JSONValue {
        .object([
            "path": .string(path), "open": .bool(isOpen), "driver": .string(driver), "addressed": .bool(isAddressed),
            "claimed": .bool(isClaimed), "claimant": claimant.map { .string($0) } ?? .null,
            "card": connector.map { .int(Int64($0.card)) } ?? .null,
            "connector": connector.map { .int(Int64($0.id)) } ?? .null,
        ])
    }
}
