import Glibc

/// A moment on the clocks of this process's time zone.
package struct LocalDate {
    private let parts: tm

    /// The corresponding C function is `localtime_r`.
    ///
    /// - Parameter seconds: the seconds since 1970-01-01 00:00:00 UTC.
    /// - Returns: nil if the C library cannot represent the year.
    package init?(seconds: Int64) {
        var time = time_t(seconds)
        var parts = tm()
        guard localtime_r(&time, &parts) != nil else { return nil }
        self.parts = parts
    }

    /// The corresponding C function is `gmtime_r`.
    ///
    /// - Parameter seconds: the seconds since 1970-01-01 00:00:00 in local time.
    /// - Returns: nil if the C library cannot represent the year.
    package init?(local seconds: Int64) {
        var time = time_t(seconds)
        var parts = tm()
        guard gmtime_r(&time, &parts) != nil else { return nil }
        self.parts = parts
    }

    /// The present moment.
    package static var now: LocalDate? { LocalDate(seconds: Int64(time(nil))) }

    /// The seconds by which the clocks are ahead of UTC.
    package var offset: Int64 { Int64(parts.tm_gmtoff) }

    /// The language of the machine, by the variables `LC_ALL`, `LC_TIME` and `LANG`; nil if it is not installed.
    // Unsafe only for the compiler: the object is made once, never changes, and is never freed.
    private nonisolated(unsafe) static let language = newlocale(1 << LC_TIME, "", nil)

    /// Returns the date and time in a format of `strftime`, in the language of the machine.
    package func words(_ format: String) -> String { text(format, in: Self.language) }

    /// Returns the date and time in a format of `strftime`.
    package func text(_ format: String) -> String { text(format, in: nil) }

    /// The corresponding C functions are `strftime_l` and, without a language, `strftime`.
    private func text(_ format: String, in language: locale_t?) -> String {
        var parts = parts
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 1024) { text in
            guard let start = text.baseAddress else { return "" }
            let count =
                if let language {
                    strftime_l(start, text.count, format, &parts, language)
                } else {
                    strftime(start, text.count, format, &parts)
                }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
