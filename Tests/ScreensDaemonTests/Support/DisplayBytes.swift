/// EDIDs of simulated displays.
enum DisplayBytes {
    /// The 128 bytes of a display's EDID with a serial number: 0 for a display without one, and 1 for a manufacturer's
    /// placeholder.
    static func edid(serial: UInt8) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: 128)
        bytes.replaceSubrange(0..<8, with: [0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0])
        bytes.replaceSubrange(8..<16, with: [0x10, 0xAC, 0xB1, 0xA0, serial, 0, 0, 0])
        bytes.replaceSubrange(18..<20, with: [1, 4])
        bytes[127] = 0 &- bytes.dropLast().reduce(0, &+)
        return bytes
    }
}
