import EDIDMutations
import ScreensCEC
import ScreensPower

/// Plays mutated messages of a CEC bus to a follower; the same seed gives the same messages.
package struct FollowerTrial {
    /// Messages that mean something, for their opcodes and lengths.
    private static let seeds: [[UInt8]] = [
        [0x04, 0x36], [0x0f, 0x36], [0x04, 0x8f], [0x04, 0x90, 0], [0x0f, 0x82, 0x10, 0], [0x0f, 0x85],
        [0x0f, 0x86, 0x10, 0], [0x0f, 0x80, 0, 0, 0x10, 0], [0x0f, 0x81, 0x20, 0], [0x04, 0x44, 0x40], [0x04, 0x45],
        [0x04, 0, 0x36, 4], [0x04, 0x46], [0x04, 0x47, 0x54, 0x56], [0x5f, 0x72, 1], [0x04, 0xee, 1, 2], [0x04],
    ]

    private var random: Xorshift
    private var follower = CECFollower(at: CECPhysicalAddress(rawValue: 0x1000), as: CECLogicalAddress(rawValue: 4))
    /// The messages whose answers break a rule.
    package private(set) var violations: [String] = []

    package init(seed: UInt64) {
        random = Xorshift(seed: seed)
    }

    /// Plays the next messages.
    package mutating func play(_ count: Int) {
        for _ in 0..<count {
            follower.isOff = random.below(2) == 0
            if random.below(8) == 0 { follower.becomeSource() }
            take(next())
        }
    }

    private mutating func next() -> [UInt8] {
        var bytes = Self.seeds[random.below(Self.seeds.count)]
        for _ in 0..<random.below(4) {
            switch random.below(4) {
            case 0: bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
            case 1 where bytes.count > 1: bytes.removeLast()
            case 2: bytes += (0..<random.below(18)).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            default: bytes[random.below(bytes.count)] ^= 1 << UInt8(random.below(8))
            }
        }
        return bytes
    }

    private mutating func take(_ bytes: [UInt8]) {
        guard let frame = CECFrame(raw: bytes) else {
            if bytes.count <= CECFrame.longest { violations.append("\(bytes) is refused") }
            return
        }
        if frame.raw != bytes { violations.append("\(bytes) is read as \(frame.raw)") }
        if !frame.text.unicodeScalars.allSatisfy({ (0x20...0x7e).contains($0.value) }) {
            violations.append("\(bytes) is not printable")
        }
        let (answers, report) = follower.take(frame)
        // A storm of answers would fill the bus, and an answer to all wakes displays.
        let isWrong = answers.contains { answer in
            if case .activeSource? = answer.message { return follower.isOff || !answer.isBroadcast }
            return answer.destination != frame.initiator || frame.isBroadcast
        }
        if answers.count > 1 || isWrong { violations.append("\(bytes) is answered by \(answers.map(\.raw))") }
        let isForOther = !frame.isBroadcast && frame.destination != follower.address
        if isForOther, report != nil { violations.append("\(bytes) for another device is reported") }
    }
}
