/// An oddity of the bytes of a display: something that a standard forbids, or that could not be read.
///
/// Most displays in the field break a standard somewhere, so nothing of this stops the decoder. A finding stands beside the
/// result and names the oddity and its block.
public struct Finding: Sendable, Hashable {
    /// The kind of oddity.
    public let code: Code

    /// The index of the block of 128 bytes it was found in; the base block is 0.
    public let block: Int

    /// A number that belongs to the finding, such as a tag, a count or an offset; nil where there is none. The message names it.
    public let detail: Int?

    /// One sentence for people, in English.
    public var message: String {
        switch (code.detail, detail) {
        case (.decimal(let name), let number?): "\(code.summary) (\(name): \(number))"
        case (.hexadecimal(let name), let number?): "\(code.summary) (\(name): 0x\(String(number, radix: 16)))"
        default: code.summary
        }
    }
}

extension Finding: CustomStringConvertible {
    /// The message, with the number of the block in front.
    public var description: String {
        "block \(block): \(message)"
    }
}

/// Collects findings while one description is decoded, and bounds what crafted bytes can make the decoder do.
///
/// Every byte of 32 KiB can be an oddity, and every bit can name a timing. No display has a hundredth of either.
struct FindingLog {
    private(set) var findings: [Finding] = []

    /// The block that is being read.
    var block = 0

    private static let findingLimit = 512
    private var remainingTimings = 1024

    mutating func note(_ code: Finding.Code, _ detail: Int? = nil) {
        guard findings.count < Self.findingLimit else { return }
        if findings.count == Self.findingLimit - 1 {
            findings.append(Finding(code: .tooMuch, block: block, detail: nil))
        } else {
            findings.append(Finding(code: code, block: block, detail: detail))
        }
    }

    /// Whether there is room for one more timing that takes next to no bytes.
    mutating func takeRoomForTiming() -> Bool {
        guard remainingTimings > 0 else {
            note(.tooMuch)
            return false
        }
        remainingTimings -= 1
        return true
    }
}
