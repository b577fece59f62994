import CInput

/// The keys, the stick and the pad of one device.
struct Controls: Sendable {
    /// The axis ranges of a gamepad's sticks; empty for touchpads and tablets, whose axes have the same numbers.
    private let ranges: [Int32: ClosedRange<Int32>]
    private var pressed: Set<Int32> = []
    private var positions: [Int32: Double] = [:]

    init(ranges: [Int32: ClosedRange<Int32>] = [:]) {
        self.ranges = ranges
    }

    /// The direction of all controls together: right and down are positive.
    var direction: Vector {
        func amount(_ axes: [Int32], less: [Int32], more: [Int32]) -> Double {
            axes.reduce(0) { $0 + (positions[$1] ?? 0) } + (pressed.isDisjoint(with: more) ? 0 : 1)
                - (pressed.isDisjoint(with: less) ? 0 : 1)
        }
        return Vector(
            x: amount(
                [ABS_X, ABS_HAT0X], less: [KEY_LEFT, KEY_A, BTN_DPAD_LEFT], more: [KEY_RIGHT, KEY_D, BTN_DPAD_RIGHT]),
            y: amount(
                [ABS_Y, ABS_HAT0Y], less: [KEY_UP, KEY_W, BTN_DPAD_UP], more: [KEY_DOWN, KEY_S, BTN_DPAD_DOWN]))
    }

    /// Takes an event of the device.
    mutating func take(_ event: input_event) {
        let code = Int32(event.code)
        switch (Int32(event.type), code) {
        case (EV_KEY, _):
            // The value 2 repeats a pressed key.
            if event.value == 0 { pressed.remove(code) } else { pressed.insert(code) }
        case (EV_ABS, ABS_HAT0X), (EV_ABS, ABS_HAT0Y):
            positions[code] = Double(event.value.signum())
        case (EV_ABS, ABS_X), (EV_ABS, ABS_Y):
            guard let range = ranges[code] else { return }
            let (low, high) = (Double(range.lowerBound), Double(range.upperBound))
            let part = high > low ? min(max((Double(event.value) - low) / (high - low) * 2 - 1, -1), 1) : 0
            // An untouched stick is seldom exactly in its middle.
            positions[code] = abs(part) < 0.2 ? 0 : part
        case (EV_SYN, SYN_DROPPED):
            // The kernel dropped events, perhaps the release of a key.
            pressed.removeAll()
            positions.removeAll()
        default: break
        }
    }

    /// Takes the keys that are pressed now.
    mutating func take(pressed: Set<Int32>) {
        self.pressed = pressed
    }
}
