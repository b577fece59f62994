import Screens

/// A film, which a program of its own decodes.
package struct VideoKind: WrittenKind {
    package let placed: ContentSetting.Placed
    /// An absolute path.
    package let path: String
    /// Whether it begins again after its end. If not, its last picture stays.
    package let loops: Bool

    static let noun = "a film"
    static let example = #"""
        # A film, which the package screens-player decodes. It is repeated without a gap.
        [[screen]]
        match = { card = "evdi" }
        content = { video = "/srv/film.mp4", fit = "fit" }
        fallback = { image = "/srv/sign.png" }


        """#
    static let parts =
        [
            ContentKey(
                "video", "file", "Show a film that screensd may read; screens-player decodes it.",
                form: .path(isFolder: false)),
            ContentKey(withoutOption: "loop", "bool"),
        ] + ContentSetting.Placed.parts

    package init(_ placed: ContentSetting.Placed = ContentSetting.Placed(), path: String, loops: Bool = true) {
        self.placed = placed
        self.path = path
        self.loops = loops
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let loops = table.flag("loop") ?? true
        guard let path = table.value("video", Self.path) else { return nil }
        self.init(placed, path: path, loops: loops)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("video", .text(path)), ("loop", .flag(loops))] + placed.written(spelling)
    }

    package var background: Color { placed.background }
    package var needs: [ContentNeed] { [.film(path)] }
}

extension ContentSetting {
    package static func video(_ placed: Placed = Placed(), path: String, loops: Bool = true) -> ContentSetting {
        ContentSetting(VideoKind(placed, path: path, loops: loops))
    }
}
