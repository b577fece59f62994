/// The properties of devices in udev's database.
package enum DeviceProperties {
    /// Returns the properties of a character device; nil if it does not exist. The corresponding C functions are
    /// `udev_device_new_from_devnum` and `udev_device_get_properties_list_entry`.
    package static func of(device number: UInt64) -> [String: String]? {
        guard let device = UdevDevice(characterDevice: number) else { return nil }
        return device.properties
    }
}
