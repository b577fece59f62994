import Screens

extension ScreenWishes {
    /// What a section says, without the mistakes in it, which are noted.
    init(_ section: SectionReader) {
        mode = section.value("mode") { (text) throws(ValueProblem) -> ModePolicy in
            if let policy = ModePolicy(text) { return policy }
            let names = ["preferred", "largest", "smallest", "current"]
            throw ValueProblem(
                "is \(names.joined(separator: ", ")), or WIDTHxHEIGHT[i][@HZ]",
                nearest: NearestName.of(text, among: names))
        }
        readLayout(section)
        power = section.value("power") { (text) throws(ValueProblem) in try PowerPlan(text) }
        idle = section.value("idle") { (text) throws(ValueProblem) -> Choice<TimeLength> in
            try text == "never" ? .none : .some(.limited(text, from: 1000))
        }
        let intervals = VideoKit.Settings.frameIntervals
        frameInterval = section.integer("frame-interval", in: intervals, unit: " refreshes")
        format = section.choice("format", among: PixelFormat.allCases.map { ($0.name, $0) })
        readColors(section)
        readProperties(section)
        content = ShownContent(section)
    }

    private mutating func readLayout(_ section: SectionReader) {
        if let degrees = section.integer("rotate", in: -.max ... .max) {
            if [0, 90, 180, 270].contains(degrees) {
                quarterTurns = degrees / 90
            } else {
                section.add("is 0, 90, 180 or 270", at: "rotate")
            }
        }
        reflects = section.flag("reflect")
        overscan = section.value("overscan") { (text) throws(ValueProblem) -> Overscan in
            if let overscan = Overscan(text) { return overscan }
            throw ValueProblem(
                "is as in '5%', '40' (pixels), or four of them for top, right, bottom and left with commas")
        }
        let ways = OverscanCompensation.all
        compensation = section.choice("compensation", among: ways.map { ($0.rawValue, $0) })
        mirror = section.value("mirror") { (text) throws(ValueProblem) -> Choice<String> in
            guard !text.isEmpty else { throw ValueProblem("is the name of a connector, or none") }
            return text == "none" ? .none : .some(text)
        }
    }

    private mutating func readColors(_ section: SectionReader) {
        gamma = section.number("gamma", in: 0.1...10)
        colorTemperature = section.integer("color-temperature", in: 1000...10_000, unit: " Kelvin")
        dim = section.number("dim", in: 0...100, unit: " percent")
        brightness = section.number("brightness", in: 0...100, unit: " percent")
    }

    private mutating func readProperties(_ section: SectionReader) {
        guard let properties = section.section("properties") else { return }
        for name in properties.names {
            guard let node = properties.node(name), !section.list.isFull else { continue }
            let text: String
            switch node.value {
            case .text(let value) where value.utf8.contains(0):
                properties.add("has a NUL character", at: name)
                continue
            case .text(let value): text = value
            case .integer(let number): text = String(number)
            default:
                properties.wrongKind(name, node, "a text in quotes or a whole number")
                continue
            }
            var settings = VideoKit.Settings()
            settings.properties = [name: text]
            do {
                try settings.check()
                self.properties[name] = text
            } catch {
                let names = ConnectorProperty.settableNames
                guard names.contains(name) else {
                    properties.add(
                        "is no property that can be set; those are \(names.joined(separator: ", "))", at: name,
                        nearest: NearestName.of(name, among: names))
                    continue
                }
                properties.add(error.remedy ?? "is refused", at: name)
            }
        }
    }
}

extension TimeLength {
    /// A length within limits that make sense for screens: some milliseconds to 30 days.
    static func limited(_ text: String, from least: Int) throws(ValueProblem) -> TimeLength {
        let length = try TimeLength(text)
        let limits = TimeLength(milliseconds: least)...TimeLength(milliseconds: 30 * 86_400_000)
        guard limits.contains(length) else {
            throw ValueProblem("is \(limits.lowerBound) to \(limits.upperBound)")
        }
        return length
    }
}
