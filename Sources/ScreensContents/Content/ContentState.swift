/// The state of a content, beside that of the screen that it is for. A content reports it to its owner.
package enum ContentState: Sendable, Hashable {
    /// Its pictures are being read; the content before stays.
    case waiting
    /// A program is to show it, and has not taken the screen or shown a picture there: the substitute is shown, where there is one.
    /// With a sentence for people.
    case waitingForProgram(String)
    /// It is shown.
    case shown
    /// It cannot be shown, and words are shown instead.
    case failed(ContentProblem)
    /// It cannot be shown as its files are now, and its former picture is shown.
    case former(ContentProblem)
    /// It cannot be shown, and another one is shown.
    case fallback(ContentProblem)

    /// The problem, where there is one.
    package var problem: ContentProblem? {
        switch self {
        case .waiting, .waitingForProgram, .shown: nil
        case .failed(let problem), .former(let problem), .fallback(let problem): problem
        }
    }
}

/// The reason why a content cannot be shown.
package struct ContentProblem: Sendable, Hashable {
    /// The picture or the folder; nil where a program is missing.
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

    /// The same with the reason why its fallback cannot be shown either.
    func withFallback(_ reason: String?) -> ContentProblem {
        ContentProblem(path: path, reason: self.reason, fallback: reason)
    }

    /// A sentence for people.
    package var message: String { fallback.map { "\(reason); fallback: \($0)" } ?? reason }
}

/// The parts of a content that are passed over, while the rest is shown.
package struct ContentOmission: Sendable, Hashable {
    /// The folder.
    package let place: String
    /// How much, in words.
    package let count: String
    /// The reason of the first one.
    package let first: String
}
