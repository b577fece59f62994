import CScreensUdev
import Glibc

/// The properties of devices in udev's database.
package enum DeviceProperties {
    /// The properties of a character device; nil where there is none. The corresponding C functions are
    /// `udev_device_new_from_devnum` and `udev_device_get_properties_list_entry`.
    package static func of(device number: UInt64) -> [String: String]? {
        guard let context = try? UdevContext(),
            let pointer = udev_device_new_from_devnum(context.pointer, CChar(UInt8(ascii: "c")), dev_t(number))
        else { return nil }
        return UdevDevice(adopting: pointer).properties
    }
}
