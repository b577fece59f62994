import ArgumentParser
import ProgramKit

/// `screens stats`.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats",
        abstract: "Print what the daemon has counted.",
        discussion: """
            That is for each screen that it drives the frames that were shown and missed, modesets, stalls and times, \
            and for the whole of it hotplugs, failures and how long it runs.

            --prometheus prints it, and the state of each screen, in Prometheus' text format: as for the textfile \
            collector of the node exporter, which reads files that are there as a whole (sponge, of moreutils).

            Examples:
              screens stats
              screens stats --json | jq '.screens[] | {name, presented, missed}'
              screens stats --prometheus | sponge /var/lib/prometheus/node-exporter/screens.prom

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(help: "Print metrics as Prometheus reads them.")
    var prometheus = false

    @OptionGroup var daemon: DaemonOptions

    func validate() throws {
        if json, prometheus { throw ValidationError("--json and --prometheus exclude each other") }
    }

    func run() throws {
        let connection = try daemon.connection()
        let statistics = try connection.statistics()
        if prometheus {
            let connectors = try connection.screens(all: true)
            try StandardOutput.write(PrometheusText.text(connectors: connectors, statistics: statistics))
        } else {
            try StandardOutput.write(json ? JSONLine.encode(statistics) : StatisticsTable.text(for: statistics))
        }
    }
}
