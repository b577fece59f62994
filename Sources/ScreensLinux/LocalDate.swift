import Glibc

/// A moment as the clocks of this process's time zone show it.
package struct LocalDate {
    private let parts: tm

    /// The corresponding C function is `localtime_r`.
    ///
    /// - Parameter seconds: since 1970-01-01 00:00:00 UTC.
    /// - Returns: nil where the year has no number of the C library.
    package init?(seconds: Int64) {
        var time = time_t(seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return nil }
        self.parts = parts
    }

    /// The moment of the call.
    package static var now: LocalDate? { LocalDate(seconds: Int64(time(nil))) }

    /// How many seconds the clocks are ahead of UTC.
    package var offset: Int64 { Int64(parts.tm_gmtoff) }

    /// The date and time in a format of `strftime`, of at most 63 bytes.
    package func text(_ format: String) -> String {
        var parts = parts
        var text = [CChar](repeating: 0, count: 64)
        let count = strftime(&text, text.count, format, &parts)
        return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
