import Glibc
import ScreensConfiguration
import ScreensLinux
import ScreensUdev

/// The devices of the seat of a screen: the lease in place of the card, and the input devices that belong to the
/// screen.
struct SeatDevices: Sendable {
    /// The major device number of input devices (`/dev/input/event0`).
    private static let input: UInt64 = 13

    private let lease: SharedDescriptor
    private let card: DeviceNumber?
    private let patterns: [InputPattern]

    /// - Parameter patterns: the patterns of the input devices; if there are none, no device belongs to the screen.
    init(lease: SharedDescriptor, input patterns: [InputPattern]) {
        self.lease = lease
        card = DeviceNumber(of: lease.rawValue)
        self.patterns = patterns
    }

    /// Opens a device for a client.
    ///
    /// - Throws: ``SystemError`` with `EACCES` if the device does not belong to the screen.
    func open(_ path: String) throws(SystemError) -> SeatDevice {
        guard let device = DeviceNumber(at: path) else { throw SystemError(call: "open", object: path, errno: ENODEV) }
        if device == card { return SeatDevice(file: lease, isInput: false) }
        guard device.major == Self.input, let facts = InputDevice(device), patterns.contains(where: { $0.fits(facts) })
        else { throw SystemError(call: "open", object: path, errno: EACCES) }
        do throws(SystemError) {
            return try Self.openInput(path, O_RDWR)
        } catch  where error.errno == EACCES || error.errno == EPERM {
            // The device is opened read-only, so the program cannot change the LEDs.
            return try Self.openInput(path, O_RDONLY)
        }
    }

    private static func openInput(_ path: String, _ access: Int32) throws(SystemError) -> SeatDevice {
        let file = try OwnedDescriptor(path: path, flags: access | O_NOCTTY | O_NONBLOCK)
        return SeatDevice(file: SharedDescriptor(file), isInput: true)
    }
}

/// An open device of a seat. Its client has a descriptor of the same open file.
struct SeatDevice: Sendable {
    /// `EVIOCREVOKE` of `linux/input.h`, which is not imported.
    private static let revocation: UInt = 0x4004_4591

    let file: SharedDescriptor
    let isInput: Bool

    /// Takes an input device back from every process that has a descriptor of it. A lease is revoked by its lessor.
    func revoke() {
        if isInput { _ = ioctl(file.rawValue, Self.revocation, 0) }
    }
}

/// An input device, with the values by which screens select devices.
struct InputDevice: Sendable, Hashable {
    /// The kernel's name for it, such as `Logitech USB Receiver`.
    let name: String
    let seat: String
    /// Whether it is the remote control of an HDMI connection (CEC). A Pi has one for each output, which looks like a
    /// pointer.
    let isCEC: Bool
    /// Its properties in udev.
    let properties: [String: String]

    init(name: String, seat: String = "seat0", isCEC: Bool = false, properties: [String: String] = [:]) {
        self.name = name
        self.seat = seat
        self.isCEC = isCEC
        self.properties = properties
    }

    /// Returns nil if the device does not exist.
    init?(_ device: DeviceNumber) {
        let folder = "/sys/dev/char/\(device.major):\(device.minor)/device"
        guard let name = SystemFile.line("\(folder)/name") else { return nil }
        let properties = DeviceProperties.of(device: device.rawValue) ?? [:]
        // BUS_CEC of `linux/input.h`.
        self.init(
            name: name, seat: properties["ID_SEAT"] ?? "seat0",
            isCEC: SystemFile.line("\(folder)/id/bustype") == "001e", properties: properties)
    }
}

extension InputPattern {
    /// Returns whether a device matches. A CEC remote control matches only if a property is named.
    func fits(_ device: InputDevice) -> Bool {
        switch subject {
        case .name: !device.isCEC && pattern.matches(device.name)
        case .seat: !device.isCEC && pattern.matches(device.seat)
        case .property(let name): device.properties[name].map(pattern.matches) ?? false
        }
    }
}
