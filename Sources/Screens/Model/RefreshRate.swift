/// The refresh rate of a mode, as the exact fraction that its timings give.
///
/// If 60000/1001 Hz were paced as 59.940 Hz, it would be wrong by a frame after half an hour. A rate is only rounded
/// for printing.
public struct RefreshRate: Sendable, Hashable {
    /// The numerator of the fraction, in Hz.
    public let numerator: UInt64
    /// The denominator of the fraction.
    public let denominator: UInt64

    /// Makes a rate of `numerator` ÷ `denominator` Hz; both are at least 1.
    public init(numerator: UInt64, denominator: UInt64) {
        self.numerator = max(numerator, 1)
        self.denominator = max(denominator, 1)
    }

    /// The rate in thousandths of a Hz, rounded once from the fraction.
    public var millihertz: Int {
        Int(clamping: (UInt128(numerator) * 1000 + UInt128(denominator) / 2) / UInt128(denominator))
    }

    /// The rate in Hz, for printing.
    public var hertz: Double { Double(numerator) / Double(denominator) }

    /// The same rate in lowest terms.
    public var reduced: RefreshRate {
        let divisor = UInt64(Self.greatestDivisor(UInt128(numerator), UInt128(denominator)))
        return RefreshRate(numerator: numerator / divisor, denominator: denominator / divisor)
    }

    /// The greatest common divisor of two numbers; 1 if both are 0.
    static func greatestDivisor(_ one: UInt128, _ other: UInt128) -> UInt128 {
        var (one, other) = (one, other)
        while other != 0 { (one, other) = (other, one % other) }
        return max(one, 1)
    }

    /// The exact rate of frames whose times differ by about `period`: one frame for each refresh, or for every second
    /// one, and so on.
    package func rate(ofFramesEvery period: Duration) -> RefreshRate {
        let refreshes = max(refreshes(nearest: period.wholeNanoseconds), 1)
        let (product, overflows) = denominator.multipliedReportingOverflow(by: UInt64(refreshes))
        return overflows ? self : RefreshRate(numerator: numerator, denominator: product)
    }

    /// The duration of one refresh, rounded to nanoseconds.
    public var period: Duration { duration(ofRefreshes: 1) }

    /// The duration of `count` refreshes, rounded once to nanoseconds.
    public func duration(ofRefreshes count: Int64) -> Duration { .nanoseconds(nanoseconds(ofRefreshes: count)) }

    /// The length of `count` refreshes, rounded once.
    func nanoseconds(ofRefreshes count: Int64) -> Nanoseconds {
        if let time = Self.divide(count, times: 1_000_000_000, denominator, by: numerator) { return time }
        let product = Int128(count) * 1_000_000_000 * Int128(denominator)
        let half = Int128(numerator) / 2
        return Int64(clamping: (product >= 0 ? product + half : product - half) / Int128(numerator))
    }

    /// The number of refreshes whose length is the nearest to `nanoseconds`.
    func refreshes(nearest nanoseconds: Nanoseconds) -> Int64 {
        if let count = Self.divide(nanoseconds, times: 1, numerator, by: denominator, 1_000_000_000) { return count }
        let product = Int128(nanoseconds) * Int128(numerator)
        let unit = 1_000_000_000 * Int128(denominator)
        return Int64(clamping: (product >= 0 ? product + unit / 2 : product - unit / 2) / unit)
    }

    /// The quotient in 64 bits, or nil on overflow. Each frame needs it several times, usually for a few refreshes, and
    /// a division of 128 bits takes thirty times as long.
    @inline(__always)
    private static func divide(
        _ value: Int64, times factor: Int64, _ multiplier: UInt64, by divisor: UInt64, _ unit: Int64 = 1
    ) -> Int64? {
        guard let multiplier = Int64(exactly: multiplier), let divisor = Int64(exactly: divisor) else { return nil }
        let (scale, scaleOverflows) = multiplier.multipliedReportingOverflow(by: factor)
        let (whole, wholeOverflows) = divisor.multipliedReportingOverflow(by: unit)
        let (product, productOverflows) = value.multipliedReportingOverflow(by: scale)
        let half = whole / 2
        let (sum, sumOverflows) = product.addingReportingOverflow(product >= 0 ? half : -half)
        return scaleOverflows || wholeOverflows || productOverflows || sumOverflows ? nil : sum / whole
    }
}

extension RefreshRate: Comparable {
    /// Compares the exact fractions.
    public static func < (left: RefreshRate, right: RefreshRate) -> Bool {
        UInt128(left.numerator) * UInt128(right.denominator) < UInt128(right.numerator) * UInt128(left.denominator)
    }

    /// Compares the exact fractions: 60/1 and 120/2 are the same rate.
    public static func == (left: RefreshRate, right: RefreshRate) -> Bool {
        UInt128(left.numerator) * UInt128(right.denominator) == UInt128(right.numerator) * UInt128(left.denominator)
    }

    /// Hashes the rounded rate, so that equal rates have equal hashes.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(millihertz)
    }
}
