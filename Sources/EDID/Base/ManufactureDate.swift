/// When a display was made, or the year of its model (E-EDID A.2 section 3.4.4).
public struct ManufactureDate: Sendable, Hashable {
    /// The week of manufacture, 1 to 54, where it is given.
    public let week: Int?

    /// The year of manufacture or of the model, 1990 to 2245.
    public let year: Int

    /// Whether the year is that of the model; such a date has no week.
    public let isModelYear: Bool

    init(block: Span<UInt8>, findings: inout FindingLog) {
        let weekByte = block.byte(0x10)
        year = 1990 + block.byte(0x11)
        isModelYear = weekByte == 0xFF
        week = (1...54).contains(weekByte) ? weekByte : nil
        if weekByte > 54, weekByte != 0xFF {
            findings.note(.invalidWeek, weekByte)
        }
        if block.byte(0x11) == 0 {
            findings.note(.invalidYear)
        }
    }
}
