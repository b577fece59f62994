/// A kind of content that is made of contents.
protocol ContentContainer: WrittenKind {
    var contents: [ContentSetting] { get }

    /// Returns the same with other contents.
    func mapping(_ change: (ContentSetting) -> ContentSetting) -> ContentSetting
}

extension ContentContainer {
    package var needs: [ContentNeed] { contents.flatMap { $0.needs } }
    package var followsClock: Bool { containsClock }
    package var isTransparent: Bool { !background.isOpaque || contents.contains { $0.isTransparent } }

    /// Whether the clock of the machine decides on the picture of one of the contents.
    var containsClock: Bool { contents.contains { $0.kind?.followsClock ?? false } }
}
