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
        ] + ContentSetting.Placed.parts + ContentPace.parts + [PlaylistCourse.alignPart]

    init(_ placed: ContentSetting.Placed, _ show: ContentSetting.SlideShow) {
        self.placed = placed
        self.show = show
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let folder = table.value("slides", Self.path)
        let pace = ContentPace(table)
        guard let folder else { return nil }
        if pace.fade > pace.interval { table.add("is longer than the interval, \(pace.interval)", at: "fade") }
        self.init(
            placed, ContentSetting.SlideShow(folder: folder, pace, alignment: PlaylistCourse.alignment(table)))
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        let alignment = show.alignment == .start ? [] : [("align", SettingValue.text(show.alignment.rawValue))]
        return [("slides", .text(show.folder))] + show.pace.written(spelling) + alignment + placed.written(spelling)
    }

    package var background: Color { placed.background }
    package var needs: [ContentNeed] { [.pictures(show.folder)] }
    package var followsClock: Bool { show.alignment == .clock }
}

extension ContentSetting {
    package static func slides(_ placed: Placed, _ show: SlideShow) -> ContentSetting {
        ContentSetting(SlidesKind(placed, show))
    }

    /// The order and the pace of the pictures.
    package struct SlideShow: Sendable, Hashable {
        /// The folder, an absolute path.
        package var folder: String
        package var pace: ContentPace
        package var alignment: PlaylistCourse.Alignment

        /// The pictures of a folder.
        package init(folder: String, _ pace: ContentPace, alignment: PlaylistCourse.Alignment = .start) {
            self.folder = folder
            self.pace = pace
            self.alignment = alignment
        }
    }
}
