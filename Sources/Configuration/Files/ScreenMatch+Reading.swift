import Screens

extension ScreenMatch {
    /// What the section's key `match` says, or nil where it says nothing that can be used, which is noted.
    init?(_ section: SectionReader) {
        self.init()
        guard section.has("match") else {
            _ = section.node("match")
            section.add("has no match; that of every screen is [default]")
            return nil
        }
        guard let table = section.section("match") else { return nil }
        identity = table.value("identity", TextPattern.checked)
        connector = table.value("connector", TextPattern.checked)
        card = table.value("card", TextPattern.checked)
        let roles = [ScreenRole.internal, .external]
        role = table.choice("role", among: roles.map { ($0.rawValue, $0) })
        table.finish()
        guard !isEmpty else {
            if table.names.isEmpty { table.add("is empty; what every screen is to have is said in [default]") }
            return nil
        }
    }
}

extension TextPattern {
    static func checked(_ text: String) throws(ValueProblem) -> TextPattern {
        guard !text.isEmpty else { throw ValueProblem("is empty; any text is '*'") }
        guard text.unicodeScalars.count <= longest else { throw ValueProblem("is longer than \(longest) characters") }
        guard !text.utf8.contains(0) else { throw ValueProblem("has a NUL character") }
        return TextPattern(text)
    }
}
