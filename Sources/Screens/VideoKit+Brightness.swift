extension VideoKit {
    /// The brightness of a built-in panel's backlight, 0 to 1; nil where the kernel has none, or it cannot be read. The value is read from sysfs (`/sys/class/backlight`): on any thread, but too slowly for the frame path.
    ///
    /// If a panel has several backlights, that of the firmware is used, otherwise that of the platform, otherwise that of the graphics driver.
    public func brightness(of screen: ScreenID) -> Double? {
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else { return nil }
        return shared.backlights.backlight(of: screen).flatMap(shared.backlights.brightness)
    }

    /// Sets the brightness of a built-in panel's backlight, 0 to 1. The value stays when this process ends.
    ///
    /// At 0 some panels are dark and others at their minimum. The picture of any screen can be darkened by
    /// ``ScreenSettings/dimming``.
    ///
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/noSuchScreen``, ``ScreenError/Code/invalidArgument`` for a value
    ///   outside 0 to 1, ``ScreenError/Code/unsupported`` where the screen has no backlight,
    ///   ``ScreenError/Code/permissionDenied`` where the file may not be written: that needs root, or a rule of udev for
    ///   a group.
    public func setBrightness(_ brightness: Double, of screen: ScreenID) async throws(ScreenError) {
        let operation = "set the brightness of"
        guard let screen = shared.screens.connectors.first(where: { $0.id == screen }) else {
            throw ScreenError(.noSuchScreen, operation: operation, object: "screen \(screen)")
        }
        guard (0...1).contains(brightness) else {
            throw ScreenError(
                .invalidArgument, operation: operation, object: "\(screen.name) to \(brightness)",
                remedy: "it must be 0 to 1")
        }
        guard let backlight = shared.backlights.backlight(of: screen) else {
            throw ScreenError(
                .unsupported, operation: operation, object: screen.name,
                remedy: "the kernel has no backlight for it; its picture can be dimmed")
        }
        try shared.backlights.setBrightness(brightness, of: backlight, object: screen.name)
    }
}
