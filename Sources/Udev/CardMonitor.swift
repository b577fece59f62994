import CLibUdev
import Glibc

/// Hears of cards and displays that come and go, from udev's own messages.
///
/// libudev checks that they come from root; nothing is read from the kernel's group, which precedes udev's rules.
public struct CardMonitor: ~Copyable {
    /// 20,000 messages of the size that hotplugs have fit; the system's default holds 256.
    private static let bufferSize: Int32 = 8 << 20

    private let context: UdevContext
    private let monitor: OpaquePointer
    private let seat: String?

    /// Starts listening. The corresponding C function is `udev_monitor_enable_receiving`.
    ///
    /// - Parameter seat: whose cards; nil for those of every seat.
    public init(seat: String?) throws(UdevError) {
        let context = try UdevContext()
        guard let monitor = udev_monitor_new_from_netlink(context.pointer, "udev") else {
            throw UdevError(call: "udev_monitor_new_from_netlink", errno: errno)
        }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        // Beyond the system's limit only where that is allowed; without it the default has to do.
        udev_monitor_set_receive_buffer_size(monitor, Self.bufferSize)
        let result = udev_monitor_enable_receiving(monitor)
        guard result >= 0 else {
            udev_monitor_unref(monitor)
            throw UdevError(call: "udev_monitor_enable_receiving", errno: -result)
        }
        self.context = context
        self.monitor = monitor
        self.seat = seat
    }

    deinit {
        udev_monitor_unref(monitor)
    }

    /// The descriptor to poll.
    public var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// Everything that has arrived, without waiting. The corresponding C function is
    /// `udev_monitor_receive_device`.
    public mutating func drain() -> Batch {
        var batch = Batch()
        while true {
            errno = 0
            guard let pointer = udev_monitor_receive_device(monitor) else {
                switch errno {
                case ENOBUFS:
                    // The newest messages are lost, the older ones still follow.
                    batch.overflowed = true
                    continue
                case EINTR: continue
                default: return batch
                }
            }
            if let event = Self.event(of: UdevDevice(adopting: pointer)), seat == nil || event.card.seat == seat {
                batch.events.append(event)
            }
        }
    }

    /// What one wake-up brought.
    public struct Batch: Sendable, Hashable {
        /// In the order of their arrival.
        public var events: [CardEvent] = []
        /// Whether messages were lost, so that everything must be looked at again.
        public var overflowed = false

        public init() {}
    }

    private static func event(of device: borrowing UdevDevice) -> CardEvent? {
        guard let card = device.card, let name = device.action,
            let action = CardEvent.Action(udev: name, property: { device.property($0) })
        else { return nil }
        return CardEvent(action: action, card: card)
    }
}

/// What udev says of a card.
public struct CardEvent: Sendable, Hashable {
    public let action: Action
    public let card: CardNode

    public init(action: Action, card: CardNode) {
        self.action = action
        self.card = card
    }

    /// The kinds of event that concern displays.
    public enum Action: Sendable, Hashable {
        /// The card has come.
        case added
        /// The card has gone.
        case removed
        /// Look again (`HOTPLUG=1`); at one connector where the kernel says which (`CONNECTOR`).
        case hotplug(connector: UInt32?)
        /// The GPU is lost until the card is removed and added (`WEDGED`, with any value but `none`).
        case wedged
    }
}

extension CardEvent.Action {
    /// What a message means, or nil where displays have nothing to do with it.
    ///
    /// - Parameters:
    ///   - action: the device's action, such as `change`.
    ///   - property: a property of the message by its name.
    init?(udev action: String, property: (String) -> String?) {
        switch action {
        case "add": self = .added
        case "remove": self = .removed
        case "change":
            // `none` comes after a reset that has helped, of whatever program's job: nobody adds the card again then.
            if let recovery = property("WEDGED"), recovery != "none" {
                self = .wedged
            } else if property("HOTPLUG") == "1" {
                self = .hotplug(connector: property("CONNECTOR").flatMap { UInt32($0) })
            } else {
                return nil
            }
        default: return nil
        }
    }
}
