import CScreensUdev
import Glibc

/// A graphics card in udev's list.
package struct CardNode: Sendable, Hashable {
    /// The device's name below `/sys/class/drm`, such as `card0`.
    package let name: String
    /// The primary node, such as `/dev/dri/card0`.
    package let path: String
    /// The seat that the card belongs to (the udev property `ID_SEAT`; `seat0` without it).
    package let seat: String

    /// Makes a card with these names.
    package init(name: String, path: String, seat: String) {
        self.name = name
        self.path = path
        self.seat = seat
    }

    /// The number in the name, which orders the cards.
    package var number: Int { Int(name.drop { !$0.isNumber }) ?? .max }

    /// Returns whether `name` is a card's, not a connector's or a render node's.
    package static func isCard(_ name: String) -> Bool {
        guard name.hasPrefix("card") else { return false }
        let digits = name.utf8.dropFirst(4)
        return !digits.isEmpty && digits.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
}

/// The present cards.
package enum CardEnumeration {
    /// Lists the cards of a seat, by number. The corresponding C function is `udev_enumerate_scan_devices`.
    ///
    /// A card is listed once udev has set up its node; without a udev daemon, once the kernel shows it.
    package static func cards(seat: String) throws(UdevError) -> [CardNode] {
        let context = try UdevContext()
        guard let enumerate = udev_enumerate_new(context.pointer) else {
            throw UdevError(call: "udev_enumerate_new", errno: errno)
        }
        defer { udev_enumerate_unref(enumerate) }
        udev_enumerate_add_match_subsystem(enumerate, "drm")
        udev_enumerate_add_match_sysname(enumerate, "card[0-9]*")
        let result = udev_enumerate_scan_devices(enumerate)
        guard result >= 0 else { throw UdevError(call: "udev_enumerate_scan_devices", errno: -result) }

        var cards: [CardNode] = []
        var entry = udev_enumerate_get_list_entry(enumerate)
        while let current = entry {
            if let path = udev_list_entry_get_name(current),
                let pointer = udev_device_new_from_syspath(context.pointer, path),
                let card = UdevDevice(adopting: pointer).card, card.seat == seat
            {
                cards.append(card)
            }
            entry = udev_list_entry_get_next(current)
        }
        return cards.sorted { $0.number < $1.number }
    }

    /// Returns the card whose primary node has this device number, or nil if that is another device. The corresponding
    /// C function is `udev_device_new_from_devnum`.
    package static func card(device number: UInt64) -> CardNode? {
        guard let device = UdevDevice(characterDevice: number) else { return nil }
        return device.card
    }

    /// Returns the properties of a device in udev's database, such as `card0`; nil if the device does not exist. The
    /// corresponding C function is `udev_device_get_properties_list_entry`.
    package static func properties(of name: String) -> [String: String]? {
        guard let context = try? UdevContext(),
            let pointer = udev_device_new_from_subsystem_sysname(context.pointer, "drm", name)
        else { return nil }
        return UdevDevice(adopting: pointer).properties
    }
}
