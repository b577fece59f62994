/// The refreshes at which the frames of a source are due, as even as whole refreshes allow.
///
/// Frame n is due n × (screen's rate ÷ source's rate) refreshes after the first, rounded down. The fraction is exact
/// and its remainder is carried from frame to frame, so nothing drifts, however long the film is.
struct PullDown: Sendable, Hashable {
    /// The number of refreshes per frame, as a fraction in lowest terms.
    private let numerator: UInt64
    private let denominator: UInt64
    /// The refresh at which the next frame is due.
    private(set) var due: Int64 = 0
    /// The part of a refresh by which the next frame is due later.
    private var rest: UInt64 = 0

    /// - Parameter source: the rate of the source; nil for one frame at each refresh.
    init(source: RefreshRate?, screen: RefreshRate) {
        guard let source else {
            (numerator, denominator) = (1, 1)
            return
        }
        let (rate, refreshRate) = (source.nominal, screen.nominal)
        var refreshes = UInt128(refreshRate.numerator) * UInt128(rate.denominator)
        var frames = UInt128(refreshRate.denominator) * UInt128(rate.numerator)
        let divisor = RefreshRate.greatestDivisor(refreshes, frames)
        (refreshes, frames) = (refreshes / divisor, frames / divisor)
        // This affects only rates that no hardware has.
        while max(refreshes, frames) >> 62 != 0 { (refreshes, frames) = (refreshes >> 1, frames >> 1) }
        (numerator, denominator) = (max(UInt64(refreshes), 1), max(UInt64(frames), 1))
    }

    /// Makes the next frame due at a refresh. The frames after it follow from there.
    mutating func begin(at refresh: Int64) {
        due = refresh
        rest = 0
    }

    /// Makes the next frame due at another refresh, with the same fraction of a refresh.
    mutating func move(to refresh: Int64) {
        due = refresh
    }

    /// Records that the due frame was taken. The frame after it is the next.
    mutating func frameTaken() {
        let sum = rest + numerator
        due += Int64(sum / denominator)
        rest = sum % denominator
    }
}

extension RefreshRate {
    /// The rate that is meant: n or n × 1000 ÷ 1001 Hz if it is within 50 millionths of the rate.
    ///
    /// The clocks of modes are whole kilohertz, so 59.94 Hz is some millionths off 60000 ÷ 1001: a film of 29.97 Hz
    /// would have a frame of three refreshes every few hours. The clock of a card is off its own rate by as much.
    var nominal: RefreshRate { whole(of: 1, divisor: 1) ?? whole(of: 1000, divisor: 1001) ?? self }

    /// The nearest whole number of Hz times `factor` ÷ `divisor`, if it is near enough.
    private func whole(of factor: UInt128, divisor: UInt128) -> RefreshRate? {
        let (numerator, denominator) = (UInt128(numerator), UInt128(denominator))
        let whole = (2 * numerator * divisor + denominator * factor) / (2 * denominator * factor)
        let (found, meant) = (numerator * divisor, whole * denominator * factor)
        let distance = found > meant ? found - meant : meant - found
        guard whole > 0, whole <= 1000, distance * 20_000 <= meant else { return nil }
        return RefreshRate(numerator: UInt64(whole * factor), denominator: UInt64(divisor))
    }
}
