/// A content over the picture of a screen: an element of the setting `overlay`.
package struct OverlayItem: Sendable, Hashable {
    package let content: ContentSetting
    /// A word for people: the name of its content, or the content's own title.
    package let title: String
    package let area: ContentArea
    /// The opacity, 0 to 1.
    package let opacity: Double

    /// The most elements of an overlay.
    package static let most = 16

    /// The keys of an element beside the keys of its content.
    static let keys: [(key: String, varlink: String)] = [("area", "string"), ("opacity", "float")]

    init(_ content: ContentSetting, title: String? = nil, in area: ContentArea = .whole, opacity: Double = 1) {
        self.content = content
        self.title = title ?? content.title
        self.area = area
        self.opacity = opacity
    }

    /// Reads an element of a list; nil if it has problems, which are recorded.
    fileprivate init?(_ element: SectionReader.Element, in section: SectionReader) {
        var (area, opacity) = (ContentArea.whole, 1.0)
        let read = ContentSetting.element(element, in: section, as: "no program is part of an overlay") { table in
            area = table.value("area", ContentArea.init(_:)) ?? area
            opacity = table.number("opacity", in: 0...1) ?? opacity
        }
        guard let content = read?.content else { return nil }
        self.init(content, in: area, opacity: opacity)
    }

    fileprivate func written(_ spelling: Spelling) -> SettingValue {
        content.written(spelling, with: [("area", .text(area.text)), ("opacity", .number(opacity))])
    }

    /// Returns the same element with another content, such as the content that its name stands for.
    func with(_ content: ContentSetting) -> OverlayItem {
        OverlayItem(content, title: title, in: area, opacity: opacity)
    }
}

extension SettingType<[OverlayItem]> {
    /// Contents over the picture. An empty list removes the contents of an earlier section.
    static let overlay = SettingType(
        varlink: "[]Content", options: { _, _, _ in [] },
        read: { section, key in
            guard let elements = section.elements(key) else { return nil }
            guard elements.count <= OverlayItem.most else {
                section.add("may have \(OverlayItem.most) contents, not \(elements.count)", at: key)
                return nil
            }
            let items = elements.compactMap { OverlayItem($0, in: section) }
            return items.count == elements.count ? items : nil
        }, write: { items, spelling in .values(items.map { $0.written(spelling) }) })
}
