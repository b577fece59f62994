import Screens

/// The picture files of a folder, one after the other.
package struct SlidesKind: WrittenKind {
    package let placed: ContentSetting.Placed
    package let show: ContentSetting.SlideShow

    static let noun = "slides"
    static let example = #"""
        # The fit of a picture is fit, fill, stretch, center, top-left, top-right, bottom-left or bottom-right.
        [[screen]]
        match = { card = "udl" }
        content = { slides = "/srv/slides", interval = "10 s", fade = "1 s", fit = "fit", background = "#000000" }


        """#
    static let parts =
        [
            ContentKey(
                "slides", "folder", "Show the pictures of a folder, one after the other.", form: .path(isFolder: true))
        ] + ContentSetting.Placed.parts + [
            ContentKey("interval", "time", "The time that each slide is shown, as in '10 s', or in seconds."),
            ContentKey("fade", "time", "The time that each slide fades into the next, as in '500 ms'."),
        ]

    init(_ placed: ContentSetting.Placed, _ show: ContentSetting.SlideShow) {
        self.placed = placed
        self.show = show
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let folder = table.value("slides", Self.path)
        let interval = table.value("interval", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: 100)
        }
        let fade = table.value("fade", takesNumbers: true) { (text) throws(ValueProblem) in
            try TimeLength.limited(text, from: 0)
        }
        guard let folder else { return nil }
        let show = ContentSetting.SlideShow(
            folder: folder, interval: interval ?? TimeLength(milliseconds: 10_000),
            fade: fade ?? TimeLength(milliseconds: 0))
        if show.fade > show.interval { table.add("is longer than the interval, \(show.interval)", at: "fade") }
        self.init(placed, show)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [
            ("slides", .text(show.folder)), ("interval", .text(show.interval.description)),
            ("fade", .text(show.fade.description)),
        ] + placed.written(spelling)
    }

    package var background: Color { placed.background }
    package var needs: [ContentNeed] { [.pictures(show.folder)] }
}

extension ContentSetting {
    package static func slides(_ placed: Placed, _ show: SlideShow) -> ContentSetting {
        ContentSetting(SlidesKind(placed, show))
    }

    /// The order and the pace of the pictures.
    package struct SlideShow: Sendable, Hashable {
        /// The folder, an absolute path.
        package var folder: String
        /// The time from one picture to the next.
        package var interval: TimeLength
        /// The part of that time in which a picture fades into the next.
        package var fade: TimeLength

        /// The pictures of a folder.
        package init(folder: String, interval: TimeLength, fade: TimeLength) {
            self.folder = folder
            self.interval = interval
            self.fade = fade
        }
    }
}
