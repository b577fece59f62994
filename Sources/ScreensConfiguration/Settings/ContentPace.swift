/// The time of each picture of a slide show, or of each item of a playlist, and the part of it that fades.
package struct ContentPace: Sendable, Hashable {
    /// The time from one picture to the next.
    package var interval: TimeLength
    /// The part of that time in which a picture fades into the next.
    package var fade: TimeLength

    /// The least time of a picture, in milliseconds.
    package static let shortest = 100

    static let parts = [
        ContentKey("interval", "time", "The time that each slide is shown, as in '10 s', or in seconds."),
        ContentKey("fade", "time", "The time that each slide fades into the next, as in '500 ms'."),
    ]

    /// Makes a pace: ten seconds without a fade.
    package init(
        interval: TimeLength = TimeLength(milliseconds: 10_000), fade: TimeLength = TimeLength(milliseconds: 0)
    ) {
        self.interval = interval
        self.fade = fade
    }

    /// Takes the keys from a table.
    init(_ table: SectionReader) {
        self.init()
        interval = table.length("interval", from: Self.shortest) ?? interval
        fade = table.length("fade", from: 0) ?? fade
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("interval", .text(interval.description)), ("fade", .text(fade.description))]
    }
}

extension SectionReader {
    /// Returns a length of time, which a file may have in seconds without quotes.
    ///
    /// - Parameter least: the least length, in milliseconds.
    func length(_ key: String, from least: Int) -> TimeLength? {
        value(key, takesNumbers: true) { (text) throws(ValueProblem) in try TimeLength.limited(text, from: least) }
    }
}
