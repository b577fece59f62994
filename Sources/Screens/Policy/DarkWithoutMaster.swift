/// Drivers that disable all outputs when a master gives the card up (`nv_drm_master_drop`).
///
/// The kernel makes the first program that opens a card its master. So a program that only reads such a card can turn
/// off a picture that the kernel's console shows.
package enum DarkWithoutMaster {
    /// The names of the drivers: of the device in sysfs, and of the card.
    private static let drivers: Set = ["nvidia", "nvidia-drm"]

    /// Why readers leave the card closed, for people, with the name of the driver before it.
    package static let reason = "disables all displays when a program closes a card without a master"

    /// Returns whether it is one of these drivers.
    package static func applies(to driver: String?) -> Bool { driver.map(drivers.contains) ?? false }
}

extension Card {
    /// Whether readers have left the card closed because of its driver.
    package var isLeftClosed: Bool { isFromSysfs && DarkWithoutMaster.applies(to: driver) }
}
