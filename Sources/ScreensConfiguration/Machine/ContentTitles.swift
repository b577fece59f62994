/// The titles of a content and of its fallback, for people. A content that a file gives a name has that name.
package struct ContentTitles: Sendable, Hashable {
    package let content: String
    package let fallback: String

    package init(of content: ContentSetting, or fallback: ContentSetting) {
        self.content = content.title
        self.fallback = fallback.title
    }
}
