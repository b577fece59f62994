/// A kind of content that is made of contents.
protocol ContentContainer {
    var contents: [ContentSetting] { get }

    /// Returns the same with other contents.
    func mapping(_ change: (ContentSetting) -> ContentSetting) -> ContentSetting
}
