import Screens

/// A reader of the values of one table by their keys, which records their problems.
///
/// A requested key is known; in the end all other keys are problems, which cost only these keys. Requests spell keys
/// and words as files do.
final class SectionReader {
    let file: String
    let path: DocumentPath
    let position: SourcePosition?
    let list: ProblemList
    let spelling: Spelling
    /// The longest text, which is the longest path; names are shorter.
    private static let longestText = 4095

    private let entries: [DocumentKey: DocumentNode]
    private var known: [DocumentKey] = []
    /// The known keys that a file may contain several times.
    private var repeatable: Set<DocumentKey> = []

    init(
        _ entries: [DocumentKey: DocumentNode], file: String, path: DocumentPath, position: SourcePosition?,
        list: ProblemList, spelling: Spelling = .file
    ) {
        self.spelling = spelling
        self.entries = entries
        self.file = file
        self.path = path
        self.position = position
        self.list = list
    }

    /// The names of all present keys, in the order of the file.
    var names: [String] {
        entries.sorted { left, right in
            let places = [left, right].map { ($0.value.position?.line ?? 0, $0.value.position?.column ?? 0) }
            return places[0] == places[1] ? left.key.name < right.key.name : places[0] < places[1]
        }.map(\.key.name)
    }

    /// Whether the file has so many problems that it is not read to its end. It does not apply.
    var isGivenUp: Bool { list.isGivenUp(file) }

    func has(_ key: String) -> Bool { entry(spelling.spell(key)) != nil }

    private func entry(_ name: String) -> DocumentNode? { entries[DocumentKey(name)] }

    /// Returns the line of a present key.
    func line(of key: String) -> Int? { position(of: key)?.line }

    /// Returns the position of a present key.
    func position(of key: String) -> SourcePosition? { entry(spelling.spell(key))?.position }

    /// The number of problems so far that cost the file.
    var faultCount: Int { list.faultCount(in: file) }

    /// Records a problem of a key, or of the section itself.
    func add(
        _ message: String, at key: String? = nil, nearest: @autoclosure () -> String? = nil,
        cost: ProblemList.Cost = .file
    ) {
        // A name that the configuration does not define stays as written.
        let name = key.map { entry($0) == nil ? spelling.spell($0) : $0 }
        list.add(
            message, file: file, position: name.flatMap { entry($0)?.position } ?? position,
            path: name.map(path.key) ?? path, nearest: nearest(), cost: cost)
    }

    /// Returns the value of a key, of any type.
    func node(_ key: String) -> DocumentNode? {
        let name = DocumentKey(spelling.spell(key))
        known.append(name)
        return entries[name]
    }

    /// Returns all values by their names, in the order of the file: for tables with names that the configuration does
    /// not define.
    func takeAll() -> [(name: String, node: DocumentNode)] {
        known += entries.keys
        return names.compactMap { name in entry(name).map { (name, $0) } }
    }

    func text(_ key: String) -> String? {
        guard let node = node(key) else { return nil }
        guard case .text(let text) = node.value else {
            wrongKind(key, node, "a text in quotes")
            return nil
        }
        return isUsable(text, at: key) ? text : nil
    }

    /// Whether a text may be a value, of any type. If not, the problem is recorded.
    func isUsable(_ text: String, at key: String) -> Bool {
        if text.utf8.contains(0) {
            add("has a NUL character", at: key)
        } else if text.utf8.count > Self.longestText {
            add("is longer than \(Self.longestText) bytes", at: key)
        } else {
            return true
        }
        return false
    }

    /// Returns a value that is parsed from a text.
    ///
    /// - Parameter takesNumbers: whether a number without quotes means the same as one in quotes.
    func value<Value>(
        _ key: String, takesNumbers: Bool = false, _ make: (String) throws(ValueProblem) -> Value
    ) -> Value? {
        guard let text = takesNumbers ? numberText(key) ?? text(key) : text(key) else { return nil }
        do {
            return try make(text)
        } catch {
            add(error.message, at: key, nearest: error.nearest)
            return nil
        }
    }

    /// Returns the value of one of several words.
    func choice<Value>(_ key: String, among choices: [(name: String, value: Value)]) -> Value? {
        value(key) { (text) throws(ValueProblem) -> Value in
            if let choice = choices.first(where: { self.spelling.spell($0.name) == text }) { return choice.value }
            throw ValueProblem(not: text, oneOf: choices.map { self.spelling.spell($0.name) })
        }
    }

    /// Returns the digits of a number; nil for a value of another type.
    private func numberText(_ key: String) -> String? {
        switch node(key)?.value {
        case .integer(let number)?: String(number)
        case .number(let number)?: TOMLText.number(number)
        default: nil
        }
    }

    func flag(_ key: String) -> Bool? {
        guard let node = node(key) else { return nil }
        guard case .flag(let flag) = node.value else {
            wrongKind(key, node, "true or false, without quotes")
            return nil
        }
        return flag
    }

    /// - Parameter symbol: the symbol of the unit, which may follow a number in quotes, such as `6500K`.
    func integer(_ key: String, in limits: ClosedRange<Int>, unit: String = "", symbol: String? = nil) -> Int? {
        guard let node = node(key) else { return nil }
        switch node.value {
        case .integer(let number): return limited(number, String(number), key, in: limits, unit)
        case .text(let text):
            guard let symbol, let number = Int(text, withUnit: symbol) else { fallthrough }
            return limited(number, text, key, in: limits, unit)
        default:
            wrongKind(key, node, "a whole number without quotes")
            return nil
        }
    }

    /// - Parameter symbol: the symbol of the unit, which may follow a number in quotes, such as `2.5%`.
    func number(_ key: String, in limits: ClosedRange<Double>, unit: String = "", symbol: String? = nil) -> Double? {
        guard let node = node(key) else { return nil }
        let number: Double
        switch node.value {
        case .integer(let integer): number = Double(integer)
        case .number(let double): number = double
        case .text(let text):
            guard let symbol, let double = Double(text, withUnit: symbol) else { fallthrough }
            number = double
        default:
            wrongKind(key, node, "a number without quotes")
            return nil
        }
        return limited(number, TOMLText.number(number), key, in: limits, unit)
    }

    /// - Parameter text: the number as messages show it.
    private func limited<Number>(
        _ number: Number, _ text: String, _ key: String, in limits: ClosedRange<Number>, _ unit: String
    ) -> Number? {
        // NaN is in no range.
        guard limits.contains(number) else {
            let problem = ValueProblem("must be \(limits.text)\(unit)", not: text)
            add(problem.message, at: key)
            return nil
        }
        return number
    }

    func texts(_ key: String) -> [String]? {
        guard let node = node(key) else { return nil }
        guard case .array(let elements) = node.value else {
            wrongKind(key, node, "a list of texts in quotes")
            return nil
        }
        return elements.enumerated().compactMap { index, element in
            if case .text(let text) = element.value { return isUsable(text, at: key) ? text : nil }
            list.add(
                "must be a text in quotes, not \(element.kind)", file: file, position: element.position,
                path: path.key(key).element(index))
            return nil
        }
    }

    func section(_ key: String) -> SectionReader? {
        guard let node = node(key) else { return nil }
        guard case .table(let entries) = node.value else {
            wrongKind(key, node, "a table, as in \(key) = { … } or [\(path.key(key))]")
            return nil
        }
        return SectionReader(
            entries, file: file, path: path.key(spelling.spell(key)), position: node.position, list: list,
            spelling: spelling)
    }

    func sections(_ key: String) -> [SectionReader] {
        repeatable.insert(DocumentKey(spelling.spell(key)))
        guard let node = node(key) else { return [] }
        guard case .array(let elements) = node.value else {
            wrongKind(key, node, "a list of tables, each begun with [[\(key)]]")
            return []
        }
        return elements.enumerated().compactMap { index, element in
            let path = path.key(key).element(index)
            guard case .table(let entries) = element.value else {
                list.add(
                    "must be a table, not \(element.kind)", file: file, position: element.position, path: path)
                return nil
            }
            return SectionReader(
                entries, file: file, path: path, position: element.position, list: list, spelling: spelling)
        }
    }

    /// An element of a list, with its place.
    struct Element {
        let node: DocumentNode
        let path: DocumentPath
    }

    /// Returns the elements of a list, of any types.
    func elements(_ key: String) -> [Element]? {
        guard let node = node(key) else { return nil }
        guard case .array(let elements) = node.value else {
            wrongKind(key, node, "a list")
            return nil
        }
        let path = path.key(spelling.spell(key))
        return elements.enumerated().map { Element(node: $1, path: path.element($0)) }
    }

    /// Returns a reader of an element that is a table; nil for another element.
    func section(_ element: Element) -> SectionReader? {
        guard case .table(let entries) = element.node.value else { return nil }
        return SectionReader(
            entries, file: file, path: element.path, position: element.node.position, list: list, spelling: spelling)
    }

    /// Records a problem of an element.
    func add(_ message: String, to element: Element) {
        list.add(message, file: file, position: element.node.position, path: element.path)
    }

    /// Records that a key uses the name of a content.
    func refer(to name: String, at key: String) {
        list.add(
            ProblemList.Reference(
                name: name, file: file, position: entry(spelling.spell(key))?.position ?? position,
                path: path.key(spelling.spell(key))))
    }

    /// Records that an element is the name of a content.
    func refer(to name: String, at element: Element) {
        list.add(
            ProblemList.Reference(name: name, file: file, position: element.node.position, path: element.path))
    }

    /// Returns a day, which a file may have without quotes.
    func date(_ key: String) -> CalendarDay? {
        let text: String?
        if case .time(let time)? = node(key)?.value, time.kind == .localDate {
            text = time.text
        } else {
            text = self.text(key)
        }
        guard let text else { return nil }
        do throws(ValueProblem) {
            return try CalendarDay(text)
        } catch {
            add(error.message, at: key)
            return nil
        }
    }

    func wrongKind(_ key: String, _ node: DocumentNode, _ expected: String) {
        add("must be \(expected), not \(node.kind)", at: key)
    }

    /// Whether all keys so far were requested.
    var isKnown: Bool { entries.keys.allSatisfy(known.contains) }

    /// The first key of the file that was not requested so far, with its place (`FILE:LINE`); nil if all were.
    var firstUnknown: (name: String, place: String)? {
        let name = names.first { !known.contains(DocumentKey($0)) }
        return name.map { ($0, entry($0)?.position.map { "\(file):\($0.line)" } ?? file) }
    }

    /// Records the keys that were not requested. They do not apply.
    ///
    /// - Parameter consequence: what follows from such a key, for people; nil if nothing else does.
    func finish(withUnknownKey consequence: String? = nil) {
        let requested = Set(known)
        for name in names where !requested.contains(DocumentKey(name)) {
            list.add(
                "is not a key of \(path == .root ? "the file" : "this section")"
                    + (consequence.map { ", so \($0)" } ?? ""), file: file,
                position: entry(name)?.position, path: path.key(name),
                nearest: NearestName.of(
                    name, among: known.filter { entries[$0] == nil || repeatable.contains($0) }.map(\.name)),
                cost: .key)
        }
    }
}

extension ClosedRange {
    /// The range as a text, such as `0.1 to 10.0`.
    var text: String { "\(lowerBound) to \(upperBound)" }
}

/// The spelling of keys and words of several parts.
package enum Spelling: Sendable, Hashable {
    /// The spelling of files and command lines: `frame-interval`.
    case file
    /// The spelling of calls: `frameInterval`.
    case call

    /// Spells a key or a word of the table, which has the spelling of files.
    package func spell(_ word: String) -> String {
        guard self == .call else { return word }
        let parts = word.split(separator: "-")
        return parts.dropFirst().reduce(String(parts.first ?? "")) { $0 + $1.prefix(1).uppercased() + $1.dropFirst() }
    }
}
