import ProgramKit

extension DaemonConnection {
    /// Calls `body`, and where the daemon knows no screen of this name, asks it for the names that are near.
    func suggesting<Result>(for name: String, _ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        do throws(Failure) {
            return try body()
        } catch {
            guard error == Failure(noScreenNamed: name), let screens = try? screens(all: true) else { throw error }
            throw Failure(noScreenNamed: name, among: screens.flatMap { [$0.name, $0.qualifiedName] })
        }
    }
}
