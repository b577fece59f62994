import Screens

/// Contents beside each other, each in a zone of the picture.
package struct LayoutKind: ContentContainer {
    /// A content and its part of the picture.
    package struct Zone: Sendable, Hashable {
        package let content: ContentSetting
        /// A word for people: the name of its content, or the content's own title.
        package let title: String
        package let area: ContentArea
    }

    package let zones: [Zone]
    package let background: Color

    static let noun = "a layout"
    static let example = #"""
        # Contents beside each other, each in its zone: left edge, upper edge, width and height in percent.
        [[screen]]
        match = { card = "bochs-drm" }
        content = { layout = [{ slides = "/srv/slides", area = "0 0 70% 90%" }, { text = "{time:HH:mm}", area = "70% 0 30% 90%" }, { ticker = "Welcome", area = "0 90% 100% 10%" }] }


        """#
    static let parts = [ContentKey(withoutOption: "layout", "[]Content"), ContentSetting.Placed.backgroundPart]

    /// The most zones of a layout.
    private static let most = 32
    /// How deep layouts may be inside of each other.
    private static let deepest = 4

    private init(_ zones: [Zone], _ background: Color) {
        self.zones = zones
        self.background = background
    }

    init?(_ table: SectionReader, _ placed: ContentSetting.Placed) {
        guard let elements = table.elements("layout") else { return nil }
        guard 1...Self.most ~= elements.count else {
            table.add("must have 1 to \(Self.most) zones, not \(elements.count)", at: "layout")
            return nil
        }
        guard table.path.count(of: "layout") < Self.deepest else {
            table.add("is inside of \(Self.deepest) other layouts", at: "layout")
            return nil
        }
        var zones: [Zone] = []
        for element in elements {
            guard let zone = Self.zone(element, in: table) else { continue }
            if let other = zones.firstIndex(where: { $0.area.overlaps(zone.area) }) {
                table.add("overlaps zone \(other + 1)", to: element)
            }
            zones.append(zone)
        }
        guard zones.count == elements.count else { return nil }
        self.init(zones, placed.background)
    }

    private static func zone(_ element: SectionReader.Element, in table: SectionReader) -> Zone? {
        var (area, isMissing) = (ContentArea.whole, true)
        let read = ContentSetting.element(element, in: table, as: "no program is part of a layout") { zone in
            isMissing = !zone.has("area")
            area = zone.value("area", ContentArea.init(_:)) ?? area
            if !area.isRelative { zone.add("must be in percent, so that it fits any picture", at: "area") }
        }
        guard let content = read?.content else { return nil }
        if isMissing { table.add("has no area, as in { area = \"0 0 70% 100%\", … }", to: element) }
        return isMissing ? nil : Zone(content: content, title: content.title, area: area)
    }

    func written(_ spelling: Spelling) -> [(key: String, value: SettingValue)] {
        let zones = zones.map { $0.content.written(spelling, with: [("area", .text($0.area.text))]) }
        return [("layout", .values(zones)), ("background", .text(background.text))]
    }

    package var title: String { "layout" }

    var contents: [ContentSetting] { zones.map(\.content) }

    func mapping(_ change: (ContentSetting) -> ContentSetting) -> ContentSetting {
        let zones = zones.map { Zone(content: change($0.content), title: $0.title, area: $0.area) }
        return ContentSetting(LayoutKind(zones, background))
    }
}
