import Screens

/// A picture file.
package struct ImageKind: WrittenKind {
    package let placed: ContentSetting.Placed
    /// An absolute path.
    package let path: String

    static let noun = "an image"
    static let parts =
        [
            ContentKey(
                "image", "file", "Show a PNG or JPEG file that screensd may read.", form: .path(isFolder: false))
        ] + ContentSetting.Placed.parts

    init(_ placed: ContentSetting.Placed, path: String) {
        self.placed = placed
        self.path = path
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        guard let path = table.value("image", Self.path) else { return nil }
        self.init(placed, path: path)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [("image", .text(path))] + placed.written(spelling)
    }

    package var background: Color { placed.background }
    package var needs: [ContentNeed] { [.picture(path)] }
}

extension ContentSetting {
    package static func image(_ placed: Placed, path: String) -> ContentSetting {
        ContentSetting(ImageKind(placed, path: path))
    }

    /// How pictures are brought to a screen.
    package struct Placed: Sendable, Hashable {
        /// The place of the picture.
        package var mode: ContentMode
        /// The colour around the picture.
        package var background: Color

        /// All of the picture, on black.
        package init(mode: ContentMode = .fit, background: Color = .black) {
            self.mode = mode
            self.background = background
        }

        /// The keys of all kinds with pictures.
        static let parts = [
            ContentKey(
                "fit", "way", "The layout of pictures on the screen: \(fits).", choices: ContentMode.words.map(\.name)),
            backgroundPart,
        ]

        /// The key of all kinds with a background.
        static let backgroundPart = ContentKey(
            "background", "#rrggbb",
            "The colour around pictures and behind words; with none, an overlay is transparent.")

        /// The words for layouts, and for two of them also the words of style sheets.
        private static let fits = SettingTable.words(
            ContentMode.allCases.map { mode in
                let other = ContentMode.words.first { $0.value == mode && $0.name != mode.name }
                return mode.name + (other.map { " (\($0.name))" } ?? "")
            })

        /// Takes the keys from a table.
        init(_ table: SectionReader) {
            mode = table.choice("fit", among: ContentMode.words) ?? .fit
            background =
                table.value("background") { (text) throws(ValueProblem) in
                    text == "none" ? .clear : try Color(written: text)
                } ?? .black
        }

        func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
            [("fit", .text(spelling.spell(mode.name))), ("background", .text(background.text))]
        }
    }
}
