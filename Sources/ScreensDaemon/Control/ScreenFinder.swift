import Screens
import ScreensJSON
import ScreensLinux
import ScreensManager
import ScreensVarlink

/// Finds the screens that calls name, and describes them.
@MainLoop
struct ScreenFinder {
    private let records: ScreenRecords
    private let reports: ScreenReports

    init(_ records: ScreenRecords, _ reports: ScreenReports) {
        self.records = records
        self.reports = reports
    }

    /// The screen in the parameter `screen`.
    func screen(_ parameters: [String: JSONValue]) throws(VarlinkError) -> Screen { try record(parameters).screen }

    /// The record of that screen, updated first: its display may have come, or been identified, since the last pass.
    func record(_ parameters: [String: JSONValue]) throws(VarlinkError) -> ScreenRecord {
        records.update()
        let (name, present) = (parameters["screen"]?.string ?? "", records.all.filter(\.isPresent))
        let found = present.filter { $0.screen.isNamed(name) }
        guard let record = found.first else {
            throw ManagerError.noSuchScreen(name, among: present.flatMap { [$0.screen.name, $0.name] })
        }
        guard found.count == 1 else { throw ManagerError.ambiguousScreen(name, found.map(\.name)) }
        return record
    }

    /// The current state of the screen, if it still exists.
    func document(of record: ScreenRecord) throws(VarlinkError) -> ScreenDocument {
        records.update()
        guard record.isPresent else { throw ManagerError.noSuchScreen(record.name) }
        return reports.document(of: record.screen)
    }

    /// A document in a reply.
    ///
    /// - Parameter isWhole: whether long texts in it stay as they are.
    static func json(_ document: some Encodable, isWhole: Bool = false) throws(VarlinkError) -> JSONValue {
        do throws(Failure) {
            let value = try JSONValue(document: document)
            return isWhole ? value : value.cuttingLongTexts
        } catch {
            throw ManagerError.of(error)
        }
    }
}
