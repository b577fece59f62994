/// The state of a content, beside that of the screen that it is for.
enum ContentState: Sendable, Hashable {
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
    var problem: ContentProblem? {
        switch self {
        case .waiting, .waitingForProgram, .shown: nil
        case .failed(let problem), .former(let problem), .fallback(let problem): problem
        }
    }
}

/// The reason why a content cannot be shown.
struct ContentProblem: Sendable, Hashable {
    /// The picture or the folder; nil where a program is missing.
    let path: String?
    /// A sentence for people about the content itself.
    let reason: String
    /// The reason why its fallback cannot be shown either.
    var fallback: String?

    /// A sentence for people.
    var message: String { fallback.map { "\(reason); fallback: \($0)" } ?? reason }
}

/// A report of a presentation about the content that it shows.
enum ContentReport: Sendable, Hashable {
    /// A program is to show the content, with a sentence for people.
    case waitingForProgram(String)
    /// The content is shown.
    case shown
    /// It cannot be shown, or not as its files are now.
    case failed(ContentProblem, keepsPicture: Bool)
}
