import Screens

/// A condition that a machine must meet for an installation, such as `external>=2` or `atomic`.
package enum Requirement: Sendable, Hashable {
    /// A number of connected screens of one role, or of any role if that is nil.
    case count(ScreenRole?, Int)
    /// A mode that is at least as large in both directions.
    case size(Size)
    /// A mode of at least this rate, in thousandths of a hertz.
    case refresh(Int)
    /// Atomic commits.
    case atomic
    /// Compensation of overscan by the hardware.
    case overscan

    /// The requirements in the order in which they are printed, each with an example.
    private static let examples = [
        (name: "screens", example: "screens>=1"), (name: "external", example: "external>=2"),
        (name: "internal", example: "internal>=1"), (name: "size", example: "size>=1920x1080"),
        (name: "refresh", example: "refresh>=60"), (name: "atomic", example: "atomic"),
        (name: "overscan", example: "overscan"),
    ]

    /// The names of the requirements.
    package static let names = examples.map(\.name)

    /// - Throws: ``RequirementProblem`` with the cause, and the expected form.
    init(_ text: some StringProtocol) throws(RequirementProblem) {
        let parts = text.split(separator: ">=", maxSplits: 1, omittingEmptySubsequences: false).map { part in
            String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
        guard let name = parts.first, !name.isEmpty else {
            throw RequirementProblem(description: "a requirement is empty")
        }
        guard let example = Self.examples.first(where: { $0.name == name })?.example else {
            throw Self.unknown(name)
        }
        guard example.contains(">=") else {
            guard parts.count == 1 else { throw RequirementProblem(description: "\(name) takes no value") }
            self = name == "atomic" ? .atomic : .overscan
            return
        }
        let value = parts.count == 2 ? parts[1] : ""
        switch name {
        case "size":
            // Sizes have the names that modes have: 1080p and 4k.
            guard let mode = ModeRequest(value), mode.millihertz == nil, !mode.isInterlaced else {
                throw RequirementProblem(description: "size needs a width and a height, as in \(example)")
            }
            self = .size(Size(width: mode.width, height: mode.height))
        case "refresh":
            guard let hertz = Double(value), (1...1000).contains(hertz) else {
                throw RequirementProblem(description: "refresh needs a rate in Hz, as in \(example)")
            }
            self = .refresh(Int((hertz * 1000).rounded()))
        default:
            guard let count = Int(value), (1...1000).contains(count) else {
                throw RequirementProblem(description: "\(name) needs a number, as in \(example)")
            }
            self = .count(name == "screens" ? nil : ScreenRole(rawValue: name), count)
        }
    }

    private static func unknown(_ name: String) -> RequirementProblem {
        if name.contains(where: { "<>=".contains($0) }) {
            return RequirementProblem(
                description: "'\(name)' is not a requirement: requirements are written as in refresh>=60")
        }
        let list = names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
        return RequirementProblem(
            description: "unknown requirement '\(name)'"
                + (NearestName.of(name, among: names).map { "; did you mean '\($0)'?" }
                    ?? "; the requirements are \(list)"))
    }

    /// The name without the value.
    var name: String {
        switch self {
        case .count(let role, _): role?.rawValue ?? "screens"
        case .size: "size"
        case .refresh: "refresh"
        case .atomic: "atomic"
        case .overscan: "overscan"
        }
    }
}

extension Requirement: CustomStringConvertible {
    /// The requirement as it is written.
    package var description: String {
        switch self {
        case .count(_, let count): "\(name)>=\(count)"
        case .size(let size): "size>=\(size.width)x\(size.height)"
        case .refresh(let millihertz): "refresh>=\(Self.hertz(millihertz))"
        case .atomic, .overscan: name
        }
    }

    /// Returns hertz without decimals that are zero.
    private static func hertz(_ millihertz: Int) -> String {
        let hertz = Double(millihertz) / 1000
        return hertz == hertz.rounded() ? String(millihertz / 1000) : "\(hertz)"
    }
}

/// Why a text is not a requirement. ArgumentParser prints it after the name of the option.
package struct RequirementProblem: Error, Hashable, CustomStringConvertible {
    package let description: String
}

/// Several requirements that hold together: a screen counts if it meets all conditions that concern screens.
package struct Requirements: Sendable, Hashable, CustomStringConvertible {
    /// The required numbers of screens; never empty.
    let counts: [Requirement]
    /// The conditions that each screen must meet.
    let conditions: [Requirement]

    /// - Parameter text: requirements with commas between them.
    /// - Throws: ``RequirementProblem`` of the first requirement that is wrong.
    package init(_ text: String) throws(RequirementProblem) {
        var read: [Requirement] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            let requirement = try Requirement(part)
            guard !read.contains(where: { $0.name == requirement.name }) else {
                throw RequirementProblem(description: "\(requirement.name) is required twice")
            }
            read.append(requirement)
        }
        let sorted = Requirement.names.compactMap { name in read.first { $0.name == name } }
        let counts = sorted.filter(\.isCount)
        self.counts = counts.isEmpty ? [.count(nil, 1)] : counts
        conditions = sorted.filter { !$0.isCount }
    }

    package var description: String { (counts + conditions).map(\.description).joined(separator: ", ") }
}

extension Requirement {
    fileprivate var isCount: Bool {
        if case .count = self { true } else { false }
    }
}
