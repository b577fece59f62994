import Screens

/// The one table of screens: a record for each connector that there is, or was.
@MainLoop
final class ScreenRecords {
    /// The difference between the connectors and those that were taken before.
    struct Changes {
        /// The screens that have another display, or another connection of one.
        fileprivate(set) var came: [ScreenRecord] = []
        /// The screens that have no display any more.
        fileprivate(set) var left: [ScreenRecord] = []
    }

    private let environment: ContentEnvironment
    private let idle: IdleTimers
    private var reports = ScreenRecord.Reports()
    /// By name.
    private var records: [String: ScreenRecord] = [:]

    init(_ environment: ContentEnvironment, _ idle: IdleTimers) {
        self.environment = environment
        self.idle = idle
    }

    /// Reports changes of contents from now on.
    func begin(_ reports: ScreenRecord.Reports) {
        self.reports = reports
    }

    /// All records, in the order of their names.
    var all: [ScreenRecord] { records.values.sorted { $0.name < $1.name } }

    /// The record of a screen.
    subscript(screen: Screen) -> ScreenRecord { records[screen.qualifiedName] ?? add(screen) }

    /// The record of a qualified name.
    func named(_ name: String) -> ScreenRecord? { records[name] }

    private func add(_ screen: Screen) -> ScreenRecord {
        let record = ScreenRecord(screen, in: environment, idle) { [weak self] in self?.reports ?? .init() }
        records[record.name] = record
        return record
    }

    /// Takes the connectors as they are now.
    @discardableResult
    func take(_ connectors: [Screen]) -> Changes {
        var changes = Changes()
        let present = Dictionary(connectors.map { ($0.qualifiedName, $0) }) { first, _ in first }
        for screen in connectors where records[screen.qualifiedName] == nil { _ = add(screen) }
        for record in records.values {
            switch record.take(present[record.name]) {
            case .came: changes.came.append(record)
            case .left: changes.left.append(record)
            case nil: break
            }
        }
        return changes
    }
}
