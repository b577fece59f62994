import CLibUdev
import Glibc

/// The cards that are there now.
public enum CardEnumeration {
    /// Lists the cards of a seat, by number. The corresponding C function is `udev_enumerate_scan_devices`.
    ///
    /// A card counts once udev has set up its node; where no udev daemon runs, all that the kernel shows do.
    public static func cards(seat: String) throws(UdevError) -> [CardNode] {
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

    /// The card whose primary node has this device number, or nil where it is none. The corresponding C function is
    /// `udev_device_new_from_devnum`.
    public static func card(device number: UInt64) -> CardNode? {
        guard let context = try? UdevContext(),
            let pointer = udev_device_new_from_devnum(context.pointer, CChar(UInt8(ascii: "c")), dev_t(number))
        else { return nil }
        return UdevDevice(adopting: pointer).card
    }
}
