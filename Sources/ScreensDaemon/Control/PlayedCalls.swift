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
        let since = try milliseconds(parameters, "since") ?? 0
        let until = try milliseconds(parameters, "until") ?? .max
        guard since <= until else { throw ManagerError.invalidValue("until", "is before the time of since") }
        let (newest, sums): ([PlayedDocument], [PlayedSumDocument])
        do throws(Failure) {
            (newest, sums) = try await proof.played(in: since..<until, on: screen)
        } catch {
            throw ManagerError.of(error)
        }
        return Reply(["played": try ScreenFinder.json(newest), "sums": try ScreenFinder.json(sums)])
    }

    /// The time of a parameter in milliseconds since 1970; nil without one.
    private func milliseconds(_ parameters: MethodRow.Parameters, _ name: String) throws(VarlinkError) -> Int64? {
        guard let seconds = parameters[name]?.int else { return nil }
        let (milliseconds, overflows) = seconds.multipliedReportingOverflow(by: 1000)
        guard !overflows else { throw ManagerError.invalidValue(name, "is not a time: '\(seconds)'") }
        return milliseconds
    }
}
