import Screens

/// The contents that the files define by names.
package struct NamedContents: Sendable, Hashable {
    /// A content with its place.
    private struct Entry: Hashable {
        let content: ContentSetting
        let file: String
        let position: SourcePosition?
    }

    private var entries: [String: Entry] = [:]
    /// The names whose contents have problems of their own.
    private var unreadable: Set<String> = []

    private static let most = 1000
    /// The most names that stand for each other, or for contents in each other.
    private static let deepest = 16

    init() {}

    /// Reads the section `[contents]`; its problems are recorded.
    init(_ section: SectionReader) {
        let names = section.takeAll().map(\.name)
        guard names.count <= Self.most else {
            section.add("has more than \(Self.most) contents")
            return
        }
        for name in names where !section.isGivenUp {
            do throws(ValueProblem) {
                _ = try NamedKind.checked(name)
            } catch {
                section.add("is not a name: it \(error.message)", at: name)
                continue
            }
            guard let content = ContentSetting(section, name) else {
                unreadable.insert(name)
                continue
            }
            guard content != .none else {
                unreadable.insert(name)
                section.add("must not be none", at: name)
                continue
            }
            entries[name] = Entry(content: content, file: section.file, position: section.position(of: name))
        }
    }

    /// The names, sorted.
    package var names: [String] { entries.keys.sorted() }

    package var isEmpty: Bool { entries.isEmpty }

    /// All contents with their names, files and places (`FILE:LINE`), in the order of their names.
    package var all: [(name: String, content: ContentSetting, file: String, place: String?)] {
        entries.sorted { $0.key < $1.key }.map { name, entry in
            (name, entry.content, entry.file, entry.position.map { "\(entry.file):\($0.line)" })
        }
    }

    /// Adds the contents of another file, which replace contents of the same names.
    mutating func append(_ later: NamedContents) {
        entries.merge(later.entries) { $1 }
        unreadable.formUnion(later.unreadable)
    }

    /// Returns a content with the contents that its names stand for, in playlists and layouts too. A name that stands
    /// for none remains, with the reason.
    package func resolved(_ content: ContentSetting) -> ContentSetting {
        // Lists of names of lists could have more items than any memory.
        var left = PlaylistKind.mostItems
        return resolved(content, within: [], &left)
    }

    private func resolved(_ content: ContentSetting, within names: [String], _ left: inout Int) -> ContentSetting {
        if let name = content.name {
            guard left > 0 else { return ContentSetting(NamedKind(name, .tooLarge)) }
            guard names.count < Self.deepest else { return ContentSetting(NamedKind(name, .tooDeep)) }
            guard !names.contains(name) else { return ContentSetting(NamedKind(name, .containsItself)) }
            guard let found = entries[name]?.content else { return ContentSetting(NamedKind(name, .missing)) }
            return resolved(found, within: names + [name], &left)
        }
        guard let container = content.kind as? any ContentContainer else { return content }
        return container.mapping { part in
            left -= 1
            return withoutProgram(resolved(part, within: names, &left), of: part)
        }
    }

    /// Returns the same as ``resolved(_:)`` for a content that no program can be.
    package func resolvedWithoutPrograms(_ content: ContentSetting) -> ContentSetting {
        withoutProgram(resolved(content), of: content)
    }

    /// Returns the contents of an overlay with the contents that their names stand for.
    func resolved(_ overlay: [OverlayItem]) -> [OverlayItem] {
        overlay.map { $0.with(resolvedWithoutPrograms($0.content)) }
    }

    private func withoutProgram(_ resolved: ContentSetting, of content: ContentSetting) -> ContentSetting {
        guard resolved.program != nil, let name = content.name else { return resolved }
        return ContentSetting(NamedKind(name, .isCommand))
    }

    /// Returns why a content cannot be shown because of the names in it, for people; nil if it can be.
    package func problem(with content: ContentSetting) -> String? { Self.fault(in: resolved(content))?.problem }

    /// Returns why a content cannot be a fallback because of the names in it, for people; nil if it can be.
    package func problem(withFallback content: ContentSetting) -> String? {
        Self.fault(in: resolvedWithoutPrograms(content))?.problem
    }

    /// Returns why a content over a picture cannot be shown because of the names in it, for people; nil if all can be.
    package func problem(with overlay: [OverlayItem]) -> String? {
        resolved(overlay).lazy.compactMap { Self.fault(in: $0.content)?.problem }.first
    }

    /// The first fault of a name in a content whose names were resolved; nil if there is none.
    private static func fault(in content: ContentSetting) -> NamedKind? {
        if let named = content.kind as? NamedKind { return named }
        guard let container = content.kind as? any ContentContainer else { return nil }
        for part in container.contents {
            if let fault = fault(in: part) { return fault }
        }
        return nil
    }

    /// Records names that stand for no content.
    func check(_ list: ProblemList) {
        let names = names + ["none"]
        for reference in list.references
        where entries[reference.name] == nil && !unreadable.contains(reference.name) {
            list.add(
                "is not the name of a content in the section [contents]", file: reference.file,
                position: reference.position, path: reference.path,
                nearest: NearestName.of(reference.name, among: names), cost: .key)
        }
        // A missing content is a problem of the place that names it.
        for (name, entry) in entries.sorted(by: { $0.key < $1.key }) {
            guard let fault = Self.fault(in: resolved(.named(name))), fault.fault != .missing else { continue }
            list.add(
                "cannot be shown: \(fault.problem)", file: entry.file, position: entry.position,
                path: .root.key("contents").key(name), cost: .key)
        }
    }
}
