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
