import CScreensUdev
import Glibc

/// Receives udev's messages about cards and displays that come and go.
///
/// libudev checks that root sent them. The kernel's own messages, which precede udev's rules, are read only if udev is
/// not running, as in a small system or a container.
package struct CardMonitor: ~Copyable {
    /// The size of the socket's buffer, for 20,000 messages of a hotplug; the system's default holds 256.
    private static let bufferSize: Int32 = 8 << 20

    private let context: UdevContext
    private let monitor: OpaquePointer
    private let seat: String?

    /// Starts listening. The corresponding C function is `udev_monitor_enable_receiving`.
    ///
    /// - Parameter seat: the seat of the cards; nil for every seat.
    package init(seat: String?) throws(UdevError) {
        let context = try UdevContext()
        // libudev receives nothing from a udev that is not running.
        let sender = access("/run/udev/control", F_OK) == 0 ? "udev" : "kernel"
        guard let monitor = udev_monitor_new_from_netlink(context.pointer, sender) else {
            throw UdevError(call: "udev_monitor_new_from_netlink", errno: errno)
        }
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "drm", nil)
        // A size beyond the system's limit needs a privilege; without it the default stays.
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

    /// The descriptor that becomes readable when there are messages. The corresponding C function is
    /// `udev_monitor_get_fd`.
    package var descriptor: Int32 { udev_monitor_get_fd(monitor) }

    /// Takes all pending messages, without waiting. The corresponding C function is
    /// `udev_monitor_receive_device`.
    package mutating func drain() -> Batch {
        var batch = Batch()
        while true {
            errno = 0
            guard let pointer = udev_monitor_receive_device(monitor) else {
                switch errno {
                case ENOBUFS:
                    // The newest messages are lost, but the older ones still follow.
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

    /// The messages of one wake-up.
    package struct Batch: Sendable, Hashable {
        /// The events in the order of their arrival.
        package var events: [CardEvent] = []
        /// Whether messages were lost, so that everything must be read again.
        package var overflowed = false

        /// Makes a batch without events.
        package init() {}
    }

    private static func event(of device: borrowing UdevDevice) -> CardEvent? {
        guard let card = device.card, let name = device.action,
            let action = CardEvent.Action(udev: name, property: { device.property($0) })
        else { return nil }
        return CardEvent(action: action, card: card)
    }
}

/// A change of a card or its displays that udev reports.
package struct CardEvent: Sendable, Hashable {
    /// The kind of change.
    package let action: Action
    /// The card, even if it has gone.
    package let card: CardNode

    /// Makes an event of a card.
    package init(action: Action, card: CardNode) {
        self.action = action
        self.card = card
    }

    /// The kinds of events about displays.
    package enum Action: Sendable, Hashable {
        /// The card was added (the action `add`).
        case added
        /// The card was removed (`remove`).
        case removed
        /// The displays may have changed (`HOTPLUG=1`), or only one connector, if the kernel names it (`CONNECTOR`). It
        /// is a number, because libdrm's module has the type of a connector's id. Root can send such an event by the
        /// card's file `uevent` in sysfs; the kernel then calls the property `SYNTH_ARG_HOTPLUG`.
        case hotplug(connector: UInt32?)
        /// The kernel has changed a property of a connector, such as its content protection (`HOTPLUG=1` with
        /// `PROPERTY`).
        case propertyChange
        /// The GPU is lost until the card is removed and added (`WEDGED`, with any value but `none`).
        case wedged
        /// The GPU was reset and continues (`WEDGED=none`): pictures may be lost.
        case reset
    }
}

extension CardEvent.Action {
    /// Makes the event of a message, or nil if it does not concern displays.
    ///
    /// - Parameters:
    ///   - action: the device's action, such as `change`.
    ///   - property: a property of the message by its name.
    init?(udev action: String, property: (String) -> String?) {
        switch action {
        case "add": self = .added
        case "remove": self = .removed
        case "change":
            // `none` follows a successful reset: the card stays, and is not added again.
            if let recovery = property("WEDGED") {
                self = recovery == "none" ? .reset : .wedged
            } else if property("HOTPLUG") == "1" || property("SYNTH_ARG_HOTPLUG") == "1" {
                self =
                    property("PROPERTY") == nil
                    ? .hotplug(connector: property("CONNECTOR").flatMap { UInt32($0) }) : .propertyChange
            } else {
                return nil
            }
        default: return nil
        }
    }
}
