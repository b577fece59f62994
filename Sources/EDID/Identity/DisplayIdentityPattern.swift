/// A pattern that matches identities field by field: `DEL:*:*:*` is every display of one maker.
///
/// The form is that of ``DisplayIdentity``: four fields between colons, percent-escaped. In each, `*` stands for any text, also
/// for a missing one, `?` for one character, and a lone `-` for a missing field. A maker's letters and the product's digits
/// match in either case.
public struct DisplayIdentityPattern: Sendable, Hashable {
    private let fields: [Glob]

    /// The pattern as it was written.
    public let description: String

    /// Reads a pattern; nil where there are not four fields, or an escape is broken.
    public init?(_ description: String) {
        let parts = description.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        var globs: [Glob] = []
        for (position, part) in parts.enumerated() {
            guard let glob = Glob(part, ignoresCase: position < 2) else { return nil }
            globs.append(glob)
        }
        fields = globs
        self.description = description
    }

    /// The pattern that one identity matches, and its equals.
    public init(_ identity: DisplayIdentity) {
        description = identity.description
        fields =
            description.split(separator: ":", omittingEmptySubsequences: false)
            .enumerated()
            .compactMap { Glob($1, ignoresCase: $0 < 2) }
    }

    /// Whether all four fields of the identity match.
    public func matches(_ identity: DisplayIdentity) -> Bool {
        let texts = [identity.make, identity.productDigits, identity.model, identity.serial]
        return zip(fields, texts).allSatisfy { $0.matches($1) }
    }
}

extension DisplayIdentityPattern: LosslessStringConvertible {}
