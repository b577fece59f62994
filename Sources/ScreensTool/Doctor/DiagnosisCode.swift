extension Diagnosis {
    /// The kinds of finding. The raw values are those of the JSON documents: programs may rely on them; more may come.
    enum Code: String, Sendable, Hashable, CaseIterable {
        /// The kernel was told to leave graphics hardware alone.
        case nomodeset
        /// A graphics device has no driver.
        case noDriver = "no-driver"
        /// A graphics device has a driver that made no card of it.
        case driverWithoutCard = "driver-without-card"
        /// A virtual machine was given no graphics device.
        case virtualMachineWithoutGPU = "vm-without-gpu"
        /// No card that can drive displays, for no reason that could be found.
        case noCard = "no-card"
        /// The library could not look at the screens.
        case cannotLook = "cannot-look"
        /// No udev daemon runs.
        case noUdev = "no-udev"
        /// Another virtual terminal is on the displays.
        case inactiveTerminal = "inactive-terminal"
        /// No card has a display connected.
        case nothingConnected = "nothing-connected"

        /// The kernel has a card, and there is no device node for it.
        case noDeviceNode = "no-device-node"
        /// The user is not in the group that may open the card.
        case notInGroup = "not-in-group"
        /// The user is in the group by now, and was not when logging in.
        case loginWithoutGroup = "login-without-group"
        /// The device node is for others.
        case noPermission = "no-permission"
        /// The device node admits the user, and something else does not.
        case accessBlocked = "access-blocked"
        /// The card has gone.
        case cardGone = "card-gone"
        /// The card cannot be read.
        case cardUnreadable = "card-unreadable"
        /// The card only renders.
        case noDisplays = "no-displays"
        /// The card belongs to another seat, or udev has not set it up.
        case notOnSeat = "not-on-seat"
        /// The driver has no buffers in plain memory.
        case noDumbBuffers = "no-dumb-buffers"
        /// Another program is the card's master.
        case anotherMaster = "another-master"
        /// The card is what the firmware left, without a driver of the hardware.
        case firmwareFramebuffer = "firmware-framebuffer"
        /// The driver has no atomic commits.
        case legacyModesets = "legacy-modesets"
        /// The driver has no vblanks.
        case timerPacing = "timer-pacing"

        /// A display is connected, and no mode is known.
        case noModes = "no-modes"
        /// More displays are connected than the card can feed.
        case noCRTC = "no-crtc"
        /// The link to the display failed.
        case linkBad = "link-bad"
        /// The connector is switched off by force.
        case forcedOff = "forced-off"
        /// The connector is taken for connected by force.
        case forcedOn = "forced-on"
        /// The display does not say who it is.
        case edidMissing = "edid-missing"
        /// What the display says is no EDID.
        case edidUnreadable = "edid-unreadable"
        /// What the display says is damaged or incomplete.
        case edidDamaged = "edid-damaged"
        /// A headset is connected, which is no screen.
        case nonDesktop = "non-desktop"
    }
}
