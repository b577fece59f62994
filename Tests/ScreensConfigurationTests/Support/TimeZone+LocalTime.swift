import Foundation
import ScreensConfiguration

extension LocalTime {
    /// Clocks that show UTC.
    static let utc = LocalTime { _ in 0 }

    /// The clocks of a place, from Foundation.
    init(_ zone: TimeZone) {
        self.init { Int64(zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double($0)))) }
    }
}

/// Returns the number of a day, counted from the first of January 1970.
func dayNumber(_ year: Int, _ month: Int, _ day: Int) -> Int64 {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let date = calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
    return Int64(date.timeIntervalSince1970) / 86_400
}
