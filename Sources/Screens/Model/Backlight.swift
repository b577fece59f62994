/// A backlight of the machine, as sysfs has it (`/sys/class/backlight`).
struct Backlight: Sendable, Hashable {
    /// Who does it: whoever comes first knows the machine best.
    enum Kind: String, CaseIterable, Sendable {
        /// The firmware, through ACPI.
        case firmware
        /// A driver of the machine.
        case platform
        /// The graphics driver, which sets the hardware itself.
        case raw
    }

    let name: String
    let kind: Kind
    /// Where its `device` leads to: a connector, a card's device, or one of its own.
    let device: String
    /// The highest value that it takes, above 0.
    let maximum: Int
}
