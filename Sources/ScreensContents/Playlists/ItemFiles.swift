import Glibc
import ScreensConfiguration
import ScreensLinux

/// The files of a list's items that cannot be opened, which are found before their turns on a thread of the paths.
@MainLoop
final class ItemFiles {
    private struct Item: Sendable {
        /// Its number, from 1 in the order of the list.
        let number: Int
        let paths: [String]
    }

    /// A file that cannot be opened.
    private struct Missing: Sendable, Hashable {
        /// The number of the first item that has it.
        let item: Int
        let path: String
        let reason: String
    }

    /// The most items that are checked: each takes some microseconds, or milliseconds on a share.
    private static let most = 1000
    /// The least time from one check of a list to the next.
    private static let interval = Duration.seconds(600)
    /// The most omitted parts: a disk may be missing with all of its files.
    private static let mostOmissions = 16

    private let threads: PathThreads
    private let onChange: @MainLoop () -> Void
    private let owner = PathOwner()
    /// The number of the last check. The outcome of a former one does not count.
    private var check = 0
    private var time: MonotonicTime?
    /// The list of the last check, which the numbers are of.
    private var list: PlaylistKind?
    /// The files that cannot be opened, in the order of the list, each once.
    private var missing: [Missing] = []

    /// - Parameter onChange: called when ``omissions`` may be others.
    init(_ threads: PathThreads, onChange: @escaping @MainLoop () -> Void) {
        self.threads = threads
        self.onChange = onChange
    }

    /// The files as omitted parts of the list: each of the first ones, and the rest as one part.
    var omissions: [ContentOmission] {
        let named = missing.count > Self.mostOmissions ? Self.mostOmissions - 1 : missing.count
        let rest = missing.count - named
        return missing.prefix(named + min(rest, 1)).enumerated().map { index, file in
            ContentOmission(
                place: file.path,
                count: index < named ? "a file of an item cannot be opened" : "\(rest) files of items cannot be opened",
                first: "item \(file.item): \(file.path): \(file.reason)")
        }
    }

    /// Checks the files of a list, if the last check is old.
    func update(_ list: PlaylistKind, at now: MonotonicTime) {
        if let time, time.advanced(by: Self.interval) > now { return }
        begin(list, at: now)
    }

    /// Checks the files of a list.
    func begin(_ list: PlaylistKind, at now: MonotonicTime) {
        if list != self.list { take([]) }
        self.list = list
        time = now
        check += 1
        let number = check
        let items = list.items.enumerated().prefix(Self.most).compactMap { index, item in
            let paths = item.refusal == nil ? item.content.needs.compactMap(\.path) : []
            return paths.isEmpty ? nil : Item(number: index + 1, paths: paths)
        }
        guard !items.isEmpty else { return take([]) }
        // Without a thread it is tried again at the next update.
        let hasStarted = threads.run(for: owner) { visit throws(PathHang) -> [Missing] in
            var missing: [Missing] = []
            var checked: Set<String> = []
            for item in items {
                for path in item.paths where checked.insert(path).inserted {
                    guard let reason = Self.problem(at: try visit.open(path)) else { continue }
                    missing.append(Missing(item: item.number, path: path, reason: reason))
                }
            }
            return missing
        } then: { [weak self] outcome in
            guard let self, number == check else { return }
            switch outcome {
            case .done(let missing): take(missing)
            case .hangs: break
            }
        }
        if !hasStarted { time = nil }
    }

    /// Notes that an item of the list is shown, so that its picture or film is there. If it needs several files,
    /// another one may be missing all the same, and words are shown without the text of a file.
    func note(shown item: PlaylistItem) {
        let needs = item.content.needs
        guard needs.count == 1, let path = needs.first?.path else { return }
        take(missing.filter { $0.path != path })
    }

    private func take(_ missing: [Missing]) {
        guard missing != self.missing else { return }
        self.missing = missing
        onChange()
    }

    private nonisolated static func problem(at place: String) -> String? {
        guard PathCall.recorded({ access(place, R_OK) }) != 0 else { return nil }
        return SystemError.text(of: errno)
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
