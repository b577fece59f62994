import Screens

/// The entries of a playlist file (`.m3u`, `.m3u8`), one after the other.
package struct PlaylistFileKind: WrittenKind {
    package let placed: ContentSetting.Placed
    /// An absolute path.
    package let path: String
    package let course: PlaylistCourse
    /// The paths of the playlist files that it is inside of.
    private let outer: [String]

    static let noun = "a playlist file"
    static let example = #"""
        # The entries of a playlist file, which is read again when it changes. #EXTINF says how long an entry is shown.
        [[screen]]
        match = { card = "gud" }
        content = { playlist-file = "/srv/lobby.m3u", interval = "10 s", fade = "500 ms", align = "clock" }


        """#
    static let parts =
        [
            ContentKey(
                "playlist-file", "file", "Show the entries of a playlist (.m3u, .m3u8), one after the other.",
                form: .path(isFolder: false))
        ] + ContentSetting.Placed.parts + PlaylistCourse.parts

    /// How deep playlist files may be inside of each other.
    private static let deepest = 8

    package init(_ placed: ContentSetting.Placed, path: String, _ course: PlaylistCourse) {
        self.init(placed, path: path, course, inside: [])
    }

    private init(_ placed: ContentSetting.Placed, path: String, _ course: PlaylistCourse, inside outer: [String]) {
        self.placed = placed
        self.path = path
        self.course = course
        self.outer = outer
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        let path = table.value("playlist-file", Self.path)
        let course = PlaylistCourse(table)
        guard let path else { return nil }
        self.init(placed, path: path, course)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        [(spelling.spell("playlist-file"), .text(path))] + placed.written(spelling) + course.written(spelling)
    }

    package var background: Color { placed.background }
    package var needs: [ContentNeed] { [.playlist(path)] }
    package var title: String { path }
    package var followsClock: Bool { course.alignment == .clock }

    /// Returns the content of an entry: a picture, or the playlist of another file.
    ///
    /// - Parameter path: an absolute path.
    /// - Throws: ``ValueProblem`` if the entry cannot be shown.
    package func content(of path: String) throws(ValueProblem) -> ContentSetting {
        guard Self.isPlaylist(path) else { return .image(placed, path: path) }
        guard !outer.contains(path) else { throw ValueProblem("is \(path), which this playlist file is a part of") }
        guard outer.count + 1 < Self.deepest else {
            throw ValueProblem("is inside of \(Self.deepest) other playlist files")
        }
        return ContentSetting(PlaylistFileKind(placed, path: path, course, inside: outer + [self.path]))
    }

    private static func isPlaylist(_ path: String) -> Bool {
        let path = path.lowercased()
        return path.hasSuffix(".m3u") || path.hasSuffix(".m3u8")
    }
}

extension ContentSetting {
    package static func playlistFile(
        _ placed: Placed, path: String, _ course: PlaylistCourse = PlaylistCourse()
    ) -> ContentSetting {
        ContentSetting(PlaylistFileKind(placed, path: path, course))
    }
}
