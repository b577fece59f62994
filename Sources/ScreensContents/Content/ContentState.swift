/// The state of a content, beside the state of its screen. A content reports it to its owner.
package enum ContentState: Sendable, Hashable {
    /// The content's pictures are being read. The content before stays.
    case waiting
    /// A program has not yet taken the screen or shown a picture there. The substitute is shown if there is one. The
    /// value is a sentence for people.
    case waitingForProgram(String)
    /// The content is shown.
    case shown
    /// The content cannot be shown. Words are shown instead.
    case failed(ContentProblem)
    /// The content cannot be shown from its files as they are now. Its former picture is shown.
    case former(ContentProblem)
    /// The content cannot be shown. Its fallback is shown.
    case fallback(ContentProblem)

    /// The problem, if there is one.
    package var problem: ContentProblem? {
        switch self {
        case .waiting, .waitingForProgram, .shown: nil
        case .failed(let problem), .former(let problem), .fallback(let problem): problem
        }
    }
}

/// The reason why a content cannot be shown.
package struct ContentProblem: Sendable, Hashable {
    /// The picture or the folder; nil if a program is missing.
    package let path: String?
    /// A sentence for people about the content itself.
    package let reason: String
    /// The reason why its fallback cannot be shown either.
    package let fallback: String?

    package init(path: String?, reason: String, fallback: String? = nil) {
        self.path = path
        self.reason = reason
        self.fallback = fallback
    }

    /// A copy with the reason why the fallback cannot be shown either.
    func withFallback(_ reason: String?) -> ContentProblem {
        ContentProblem(path: path, reason: self.reason, fallback: reason)
    }

    /// A sentence for people.
    package var message: String { fallback.map { "\(reason); fallback: \($0)" } ?? reason }
}

/// The omitted parts of a content, while the rest is shown.
package struct ContentOmission: Sendable, Hashable {
    /// The folder.
    package let place: String
    /// The number of omitted parts, in words.
    package let count: String
    /// The reason for the first omission.
    package let first: String
    /// The remedy if the part is the font of words; nil for pictures.
    package let fontRemedy: String?

    init(place: String, count: String, first: String, fontRemedy: String? = nil) {
        self.place = place
        self.count = count
        self.first = first
        self.fontRemedy = fontRemedy
    }
}
