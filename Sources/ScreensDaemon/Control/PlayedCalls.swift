import ScreensLinux
import ScreensManager
import ScreensVarlink

/// The method `Played`.
@MainLoop
final class PlayedCalls {
    private let finder: ScreenFinder
    private let proof: ProofOfPlay

    init(_ finder: ScreenFinder, _ proof: ProofOfPlay) {
        self.finder = finder
        self.proof = proof
    }

    func played(_ parameters: MethodRow.Parameters) async throws(VarlinkError) -> Reply {
        let screen = parameters["screen"]?.string == nil ? nil : try finder.record(parameters).name
        let seconds = parameters["since"]?.int ?? 0
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { throw ManagerError.invalidValue("since", "is not a time: '\(seconds)'") }
        let (newest, sums): ([PlayedDocument], [PlayedSumDocument])
        do throws(Failure) {
            (newest, sums) = try await proof.played(since: milliseconds, on: screen)
        } catch {
            throw ManagerError.of(error)
        }
        return Reply(["played": try ScreenFinder.json(newest), "sums": try ScreenFinder.json(sums)])
    }
}
