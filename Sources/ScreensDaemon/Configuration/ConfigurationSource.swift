import Configuration
import ProgramKit

/// The configuration in use, as its files were read last.
@MainLoop
final class ConfigurationSource {
    private let files: ConfigurationFiles
    private let log: EventLog
    private(set) var configuration = MachineConfiguration()

    init(_ files: ConfigurationFiles, _ log: EventLog) {
        self.files = files
        self.log = log
    }

    /// Reads the configuration at the start, when there is no former one to go on with.
    ///
    /// - Throws: ``Failure`` with ``ExitStatus/badConfiguration``.
    func readFirst() throws(Failure) {
        let reading = files.read()
        guard !reading.isMissing else {
            return log.warning("\(files.path) does not exist: no screen is used until it does")
        }
        let problems = take(reading)
        guard problems.isEmpty else {
            let count = problems.count
            throw Failure(
                .badConfiguration, "the configuration has \(count) problem\(count == 1 ? "" : "s"): see above")
        }
    }

    /// Reads the files, and takes nothing yet.
    func read() -> ConfigurationFiles.Reading { files.read() }

    /// Whether files that were read again have the same settings as before, as after saving.
    func isSame(_ reading: ConfigurationFiles.Reading) -> Bool {
        reading.problems.isEmpty && reading.configuration == configuration
    }

    /// Uses what was read from now on, unless it has problems, which are logged. A missing file is a problem, too.
    ///
    /// - Returns: the problems.
    func take(_ reading: ConfigurationFiles.Reading) -> [ConfigurationProblem] {
        for problem in reading.problems { log.error(problem.description) }
        guard reading.problems.isEmpty else { return reading.problems }
        configuration = reading.configuration
        log.setLevel(configuration.daemon.logLevel ?? .info)
        return []
    }
}
