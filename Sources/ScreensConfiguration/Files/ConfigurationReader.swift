import Screens

extension MachineConfiguration {
    /// Reads the settings of a file without its problems, which are recorded.
    ///
    /// - Parameter names: the names of the arrangements in other files, each with its file.
    init(file: String, bytes: [UInt8], list: ProblemList, names: inout [String: String]) {
        self.init()
        defer { list.finishFile() }
        let document: DocumentNode
        do {
            document = try DocumentParser.parse(bytes)
        } catch {
            list.add(error.message, file: file, position: error.position, path: error.path)
            return
        }
        guard case .table(let entries) = document.value else { return }
        let root = SectionReader(entries, file: file, path: .root, position: nil, list: list)
        if let section = root.section("default") {
            let overrides = ScreenOverrides(section)
            if let during = section.during {
                timedDefaults = [
                    TimedDefaults(during: during, overrides: overrides, places: section.settingPlaces(during: [during]))
                ]
            } else {
                (defaults, defaultPlaces) = (overrides, section.settingPlaces(during: []))
            }
            section.finish()
        }
        sections = root.sections("screen").compactMap { ScreenSection($0, arrangement: nil, during: []) }
        for section in root.sections("arrangement") where !section.isGivenUp {
            sections += Self.screens(ofArrangement: section, names: &names)
        }
        if let section = root.section("contents") { contents = NamedContents(section) }
        if let section = root.section("daemon") {
            daemon = DaemonOptions(section)
            section.finish()
        }
        root.finish()
    }

    /// Returns the screens of an arrangement; its problems are recorded.
    private static func screens(
        ofArrangement section: SectionReader, names: inout [String: String]
    ) -> [ScreenSection] {
        let name = section.value("name") { (text) throws(ValueProblem) -> String in
            guard !text.isEmpty else { throw ValueProblem("is empty") }
            return text
        }
        if let name {
            if let file = names[name] {
                section.add(
                    "is the name of another arrangement\(file == section.file ? "" : " in \(file)")", at: "name")
            }
            names[name] = section.file
        } else if !section.has("name") {
            section.add("has no name")
        }
        var displays: [TextPattern] = []
        for text in section.texts("displays") ?? [] {
            do {
                displays.append(try TextPattern.checked(text))
            } catch {
                section.add(error.message, at: "displays")
            }
        }
        if displays.isEmpty, !section.has("displays") || section.texts("displays")?.isEmpty ?? false {
            section.add("has no displays, such as displays = [\"DEL DELL U2410 *\", \"HDMI-A-2\"]")
        }
        if displays.count > mostDisplays {
            section.add("has more than \(mostDisplays) displays", at: "displays")
            displays = []
        }
        let during = [section.during].compactMap(\.self)
        let arrangement = Arrangement(
            name: name ?? "", displays: displays, isExact: section.flag("exactly") ?? false,
            place: section.line(of: "displays").map { "\(section.file):\($0)" })
        let screens = section.sections("screen")
        if !section.has("screen") { section.add("has no [[arrangement.screen]] section, so it changes nothing") }
        let sections = screens.compactMap { ScreenSection($0, arrangement: arrangement, during: during) }
        section.finish()
        return sections
    }

    private static let mostDisplays = 64
}

extension ScreenSection {
    /// Reads a section, or nil if it matches no screen, which is recorded.
    ///
    /// - Parameter during: the times of the enclosing section.
    init?(_ section: SectionReader, arrangement: Arrangement?, during: [PowerSchedule]) {
        guard !section.isGivenUp else { return nil }
        let match = ScreenMatch(section)
        let overrides = ScreenOverrides(section)
        let during = during + [section.during].compactMap(\.self)
        section.finish()
        guard let match else { return nil }
        if let source = overrides.mirror?.value, match.connector?.text == source {
            section.add("is the screen itself", at: "mirror")
        }
        self.init(
            arrangement: arrangement, during: during, match: match, overrides: overrides,
            places: section.settingPlaces(during: during))
    }
}

extension SectionReader {
    /// The times at which the section applies; nil if it always applies.
    fileprivate var during: PowerSchedule? {
        value("during") { (text) throws(ValueProblem) in try PowerSchedule(text) }
    }

    /// Returns the places of the settings in the section.
    ///
    /// - Parameter during: the times at which the section applies.
    fileprivate func settingPlaces(during: [PowerSchedule]) -> SettingPlaces {
        let places = SettingTable.settings.compactMap { setting in
            line(of: setting.key).map { (setting.key, SettingOrigin.file("\(file):\($0)")) }
        }
        return SettingPlaces(
            Dictionary(places) { $1 }, during: during, match: line(of: "match").map { "\(file):\($0)" })
    }
}

extension DaemonOptions {
    /// Reads the settings of the section without its problems, which are recorded.
    init(_ section: SectionReader) {
        metrics = section.value("metrics", ValueProblem.checkPath)
        played = section.value("played", ValueProblem.checkPath)
        playedDays = section.integer("played-days", in: 1...3650, unit: " days")
        textFolders = section.texts("text-folders")
        for folder in textFolders ?? [] where !folder.hasPrefix("/") {
            section.add("must have absolute paths, beginning with /, not '\(folder.printable)'", at: "text-folders")
        }
        largestPicture = section.integer("largest-picture", in: 1...1024, unit: " megapixels")
        memory = section.integer("memory", in: 16...1 << 20, unit: " MiB")
        showsProblems = section.flag("show-problems")
        logLevel = section.choice("log-level", among: LogLevel.allCases.map { ($0.rawValue, $0) })
    }
}

extension ScreenMatch {
    /// Reads the section's key `match`, or nil if nothing in it is usable, which is recorded.
    fileprivate init?(_ section: SectionReader) {
        self.init()
        guard section.has("match") else {
            _ = section.node("match")
            section.add("has no match; settings of every screen belong in [default]")
            return nil
        }
        guard let table = section.section("match") else { return nil }
        identity = table.value("identity", TextPattern.checked)
        connector = table.value("connector", TextPattern.checked)
        card = table.value("card", TextPattern.checked)
        let roles = [ScreenRole.internal, .external]
        role = table.choice("role", among: roles.map { ($0.rawValue, $0) })
        table.finish()
        // Without a condition that only a later version knows, the section would apply to more screens.
        guard table.isKnown else { return nil }
        guard !isEmpty else {
            if table.names.isEmpty { table.add("is empty; settings of every screen belong in [default]") }
            return nil
        }
    }
}
