/// Converts the bytes of a terminal into keys, regardless of how they are split. No system calls.
///
/// It knows the sequences of ECMA-48 and of the Linux console. An unknown sequence is skipped to its end, in constant
/// memory.
struct KeyParser: Sendable {
    private enum State: Hashable {
        case ground
        case escape
        /// The state after `ESC [`: the first number, and whether it is complete.
        case control(number: Int, isOver: Bool)
        /// The state after `ESC [ [`: a function key of the Linux console, which has one more byte.
        case consoleFunction
        /// The state after `ESC O`.
        case single
    }

    private static let escape: UInt8 = 0x1B
    private var state = State.ground

    /// Takes the next byte.
    ///
    /// - Returns: the key that it completes.
    mutating func take(_ byte: UInt8) -> Key? {
        // An escape ends any unfinished sequence.
        guard byte != Self.escape else {
            state = .escape
            return nil
        }
        switch state {
        case .ground: return Self.plain(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): state = .control(number: 0, isOver: false)
            case UInt8(ascii: "O"): state = .single
            default: return end(Self.plain(byte))
            }
            return nil
        case .consoleFunction: return end(nil)
        case .single: return end(Self.single(byte))
        case .control(let number, let isOver): return takeControl(byte, number, isOver)
        }
    }

    /// Whether the last byte was an escape, which is the key or begins a sequence.
    var isAfterEscape: Bool { state == .escape }

    /// Handles a pause after the last byte.
    ///
    /// - Returns: the escape key, if nothing has followed its byte.
    mutating func pause() -> Key? {
        guard isAfterEscape else { return nil }
        return end(.escape)
    }

    private mutating func takeControl(_ byte: UInt8, _ number: Int, _ isOver: Bool) -> Key? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"):
            let digit = Int(byte - UInt8(ascii: "0"))
            if !isOver { state = .control(number: min(number * 10 + digit, 1000), isOver: false) }
            return nil
        case 0x20...0x3F:
            state = .control(number: number, isOver: true)
            return nil
        case UInt8(ascii: "[") where number == 0 && !isOver:
            state = .consoleFunction
            return nil
        case UInt8(ascii: "~"): return end(number == 5 ? .pageUp : number == 6 ? .pageDown : nil)
        case UInt8(ascii: "Z"): return end(.backTab)
        case 0x40...0x7E: return end(Self.arrow(byte))
        // The byte is not part of a sequence, so the sequence was cut off.
        default: return end(Self.plain(byte))
        }
    }

    private mutating func end(_ key: Key?) -> Key? {
        state = .ground
        return key
    }

    private static func plain(_ byte: UInt8) -> Key? {
        switch byte {
        case 0x09: .tab
        case 0x0A, 0x0D: .enter
        case 0x20...0x7E: .character(Character(Unicode.Scalar(byte)))
        default: nil
        }
    }

    private static func arrow(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        default: nil
        }
    }

    /// Returns an arrow key, or a key of the keypad in application mode.
    private static func single(_ byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "M"): .enter
        case UInt8(ascii: "k"): .character("+")
        case UInt8(ascii: "m"): .character("-")
        default: arrow(byte)
        }
    }
}

/// A key of a terminal that has a meaning in this program.
enum Key: Sendable, Hashable {
    case up, down, left, right, pageUp, pageDown, tab, backTab, enter, escape
    /// A printable ASCII character.
    case character(Character)
}
