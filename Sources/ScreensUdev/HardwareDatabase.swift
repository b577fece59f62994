import CScreensUdev

/// udev's hardware database.
package enum HardwareDatabase {
    /// Returns the name of a manufacturer by its PNP id of three letters, such as `Dell Inc` for `DEL`; nil if the
    /// database is not installed or lacks it.
    ///
    /// The corresponding C function is `udev_hwdb_get_properties_list_entry`.
    package static func vendor(pnpID: String) -> String? {
        // The id comes from a display: the pattern accepts only capitals.
        guard pnpID.utf8.count == 3, pnpID.utf8.allSatisfy({ (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }),
            let context = try? UdevContext(), let database = udev_hwdb_new(context.pointer)
        else { return nil }
        defer { udev_hwdb_unref(database) }
        var entry = udev_hwdb_get_properties_list_entry(database, "acpi:\(pnpID)0000:", 0)
        while let current = entry {
            if let name = udev_list_entry_get_name(current), let value = udev_list_entry_get_value(current),
                String(cString: name) == "ID_VENDOR_FROM_DATABASE"
            {
                return String(cString: value)
            }
            entry = udev_list_entry_get_next(current)
        }
        return nil
    }
}
