import CInput
import Glibc

/// An open input device, or a recorded file of its events.
final class InputDevice {
    let path: String
    let descriptor: Int32
    private(set) var controls: Controls

    /// Opens a file. Returns nil if it does not exist, or may not be read.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        self.path = path
        controls = Controls(ranges: Self.isGamepad(descriptor) ? Self.ranges(of: descriptor) : [:])
        // A key that was pressed before the device was opened has no event.
        takePressedKeys()
    }

    deinit { close(descriptor) }

    /// Reads all events that have come.
    ///
    /// - Returns: false at the end: the device is gone.
    func readEvents() -> Bool {
        var events = [input_event](repeating: input_event(), count: 64)
        while true {
            let bytes = events.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            guard bytes > 0 else { return bytes < 0 && (errno == EAGAIN || errno == EINTR) }
            let batch = events.prefix(bytes / MemoryLayout<input_event>.stride)
            for event in batch { controls.take(event) }
            // The present state of the keys is newer than all events that were read.
            let isIncomplete = batch.contains { (Int32($0.type), Int32($0.code)) == (EV_SYN, SYN_DROPPED) }
            if isIncomplete { takePressedKeys() }
        }
    }

    private func takePressedKeys() {
        if let pressed = Self.keys(bits_of_pressed_keys, of: descriptor) { controls.take(pressed: pressed) }
    }

    private static func isGamepad(_ descriptor: Int32) -> Bool {
        keys(bits_of_keys, of: descriptor)?.isDisjoint(with: [BTN_SOUTH, BTN_JOYSTICK]) == false
    }

    /// The keys whose bits a request sets; nil for a recorded file.
    private static func keys(_ request: (UInt) -> UInt, of descriptor: Int32) -> Set<Int32>? {
        var bits = [UInt8](repeating: 0, count: Int(KEY_CNT) / 8)
        guard ioctl(descriptor, request(UInt(bits.count)), &bits) >= 0 else { return nil }
        return Set((0..<KEY_CNT).filter { bits[Int($0) / 8] & 1 << UInt8($0 % 8) != 0 })
    }

    private static func ranges(of descriptor: Int32) -> [Int32: ClosedRange<Int32>] {
        var ranges: [Int32: ClosedRange<Int32>] = [:]
        for axis in [ABS_X, ABS_Y] {
            var found = input_absinfo()
            guard ioctl(descriptor, range_of_axis(axis), &found) >= 0, found.minimum < found.maximum else { continue }
            ranges[axis] = found.minimum...found.maximum
        }
        return ranges
    }
}
