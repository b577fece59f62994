import ScreensContents

/// The names of the last pictures that a screen was given.
struct RecentPictureNames: Sendable {
    private static let most = 64

    private var last: [NamedPicture] = []

    /// Adds pictures that are not known.
    ///
    /// - Returns: whether there was one.
    mutating func add(_ pictures: [NamedPicture]) -> Bool {
        let new = pictures.filter { self[$0.picture] == nil }
        last = (last + new).suffix(Self.most)
        return !new.isEmpty
    }

    subscript(picture: PictureNumber) -> NamedPicture? { last.last { $0.picture == picture } }
}
