import CScreensUdev
import Glibc

/// libudev's library context, released with its owner.
struct UdevContext: ~Copyable {
    let pointer: OpaquePointer

    init() throws(UdevError) {
        guard let pointer = udev_new() else { throw UdevError(call: "udev_new", errno: errno) }
        self.pointer = pointer
    }

    deinit {
        udev_unref(pointer)
    }
}

/// A device of libudev, released with its owner.
struct UdevDevice: ~Copyable {
    private let pointer: OpaquePointer

    init(adopting pointer: OpaquePointer) {
        self.pointer = pointer
    }

    /// Finds the character device with a number; nil if the device does not exist.
    init?(characterDevice number: UInt64) {
        guard let context = try? UdevContext(),
            let pointer = udev_device_new_from_devnum(context.pointer, CChar(UInt8(ascii: "c")), dev_t(number))
        else { return nil }
        self.pointer = pointer
    }

    deinit {
        udev_device_unref(pointer)
    }

    var name: String? { udev_device_get_sysname(pointer).map { String(cString: $0) } }
    var node: String? { udev_device_get_devnode(pointer).map { String(cString: $0) } }
    var action: String? { udev_device_get_action(pointer).map { String(cString: $0) } }

    func property(_ key: String) -> String? {
        udev_device_get_property_value(pointer, key).map { String(cString: $0) }
    }

    /// All properties of the device.
    var properties: [String: String] {
        var properties: [String: String] = [:]
        var entry = udev_device_get_properties_list_entry(pointer)
        while let current = entry {
            if let name = udev_list_entry_get_name(current) {
                properties[String(cString: name)] = udev_list_entry_get_value(current).map { String(cString: $0) } ?? ""
            }
            entry = udev_list_entry_get_next(current)
        }
        return properties
    }

    /// The card that the device is, or nil if it is something else.
    var card: CardNode? {
        guard let name, CardNode.isCard(name) else { return nil }
        return CardNode(
            name: name, path: node ?? "/dev/dri/\(name)", seat: property("ID_SEAT") ?? "seat0")
    }
}

/// A failed call to libudev.
package struct UdevError: Error, Hashable, CustomStringConvertible {
    /// The libudev function by its C name.
    package let call: String
    /// The system's error number.
    package let errno: Int32

    /// The call and the text of `strerror`.
    package var description: String { "\(call): \(String(cString: strerror(errno)))" }
}
