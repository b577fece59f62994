import ScreensConfiguration
import ScreensLinux

/// A content that cannot be shown because of the files of the configuration, such as a name that they do not have.
@MainLoop
final class MissingContent: Content {
    private let problem: String
    private let output: ContentOutput
    private var hasBegun = false

    init(_ problem: String, on output: ContentOutput) {
        self.problem = problem
        self.output = output
    }

    func update(_ circumstances: Circumstances) {
        guard !hasBegun else { return }
        hasBegun = true
        output.say(.error("\(output.screen): \(problem)"))
        output.report(.failed(ContentProblem(path: nil, reason: problem)))
    }
}

extension NamedKind: ShownKind {
    @MainLoop
    func makeContent(on output: ContentOutput, _ sources: ContentSources) -> any Content {
        MissingContent(problem, on: output)
    }

    func drawing(keepsPicture: Bool, warn: (String) -> Void) throws(Failure) -> any Content {
        throw Failure(.usage, problem)
    }
}
