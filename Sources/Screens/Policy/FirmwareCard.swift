/// Cards of the framebuffer that the firmware set up: one connector, one mode, and a made-up size.
///
/// Some drivers leave such a card behind when they take the hardware over. It shows nothing then.
package enum FirmwareCard {
    /// The kernel's drivers of such cards.
    package static let drivers: Set = ["simpledrm", "efidrm", "vesadrm", "ofdrm"]
    /// Drivers of adapters, of small panels on serial buses, and of cards without hardware. Next to these the
    /// firmware's framebuffer is the machine's own.
    private static let additionalDrivers: Set = [
        "udl", "evdi", "gud", "gm12u320", "appletbdrm", "vkms", "vgem",
        "panel-mipi-dbi", "hx8357d", "ili9163", "ili9225", "ili9341", "ili9486", "mi0283qt", "pixpaper", "repaper",
        "sharp_memory_display", "ssd130x", "st7571", "st7586", "st7735r", "st7920",
    ]

    /// The reason why a screen of such a card is dark.
    package static let darkness = DarkState(
        .unused, message: "the firmware's framebuffer is not used beside the card of the graphics hardware")

    /// Whether a card is such a card next to the card of the hardware, so that it is not counted.
    ///
    /// - Parameters:
    ///   - driver: the driver of the card; nil if it is not known.
    ///   - others: the drivers of all cards that have connectors, with or without this one.
    static func isIgnored(_ driver: String?, beside others: [String]) -> Bool {
        guard let driver, drivers.contains(driver) else { return false }
        return others.contains { !drivers.contains($0) && !additionalDrivers.contains($0) }
    }
}
