import Glibc
import ScreensConfiguration
import ScreensLinux

/// The items of a list whose files cannot be opened, which are found before their turns on a thread of the paths.
@MainLoop
final class ItemFiles {
    private struct Item: Sendable {
        /// Its number, from 1 in the order of the list.
        let number: Int
        let paths: [String]
    }

    /// The most items that are checked: each takes some microseconds, or milliseconds on a share.
    private static let most = 1000
    /// The least time from one check of a list to the next.
    private static let interval = Duration.seconds(600)

    private let threads: PathThreads
    private let onChange: @MainLoop () -> Void
    private let owner = PathOwner()
    /// The number of the last check. The outcome of a former one does not count.
    private var check = 0
    private var time: MonotonicTime?
    /// The list of the last check: the numbers of problems are of its items.
    private var list: PlaylistKind?
    /// Why items cannot be opened, by their numbers.
    private var problems: [Int: String] = [:]

    /// - Parameter onChange: called when ``omission`` may be another one.
    init(_ threads: PathThreads, onChange: @escaping @MainLoop () -> Void) {
        self.threads = threads
        self.onChange = onChange
    }

    /// The items as an omitted part of the list; nil if there are none.
    var omission: ContentOmission? {
        guard let (number, problem) = problems.min(by: { $0.key < $1.key }) else { return nil }
        return ContentOmission(
            place: "playlist",
            count: problems.count == 1 ? "an item cannot be opened" : "\(problems.count) items cannot be opened",
            first: "item \(number): \(problem)")
    }

    /// Checks the files of a list, if the last check is old.
    func update(_ list: PlaylistKind, at now: MonotonicTime) {
        if let time, time.advanced(by: Self.interval) > now { return }
        begin(list, at: now)
    }

    /// Checks the files of a list.
    func begin(_ list: PlaylistKind, at now: MonotonicTime) {
        if list != self.list { take([:]) }
        self.list = list
        time = now
        check += 1
        let number = check
        let items = list.items.enumerated().prefix(Self.most).compactMap { index, item in
            let paths = item.refusal == nil ? item.content.needs.compactMap(\.path) : []
            return paths.isEmpty ? nil : Item(number: index + 1, paths: paths)
        }
        guard !items.isEmpty else { return take([:]) }
        // Without a thread it is tried again at the next update.
        let hasStarted = threads.run(for: owner) { visit throws(PathHang) -> [Int: String] in
            var problems: [Int: String] = [:]
            for item in items {
                for path in item.paths where problems[item.number] == nil {
                    problems[item.number] = Self.problem(with: path, at: try visit.open(path))
                }
            }
            return problems
        } then: { [weak self] outcome in
            guard let self, number == check else { return }
            switch outcome {
            case .done(let problems): take(problems)
            case .hangs: break
            }
        }
        if !hasStarted { time = nil }
    }

    /// Notes that an item is shown.
    ///
    /// - Parameter index: its place in the list.
    func note(shown index: Int) {
        if problems[index + 1] != nil { take(problems.filter { $0.key != index + 1 }) }
    }

    private func take(_ problems: [Int: String]) {
        guard problems != self.problems else { return }
        self.problems = problems
        onChange()
    }

    private nonisolated static func problem(with path: String, at place: String) -> String? {
        guard PathCall.recorded({ access(place, R_OK) }) != 0 else { return nil }
        return "\(path): \(SystemError.text(of: errno))"
    }
}

extension ContentNeed {
    /// The path of a file or a folder; nil for a need of another kind.
    fileprivate var path: String? {
        switch self {
        case .picture(let path), .playlist(let path), .pictures(let path), .film(let path), .textFile(let path): path
        case .program, .words, .code: nil
        }
    }
}
