import ArgumentParser
import Glibc
import ScreensConfiguration
import ScreensManager
import ScreensReports

/// `screens stats`.
struct StatsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "stats", _superCommandName: "screens",
        abstract: "Print the counters of the daemon.",
        discussion: """
            For each screen that the daemon drives: frames shown and missed, modesets, stalls and times. For the \
            daemon itself: hotplugs, failures and uptime.

            --prometheus prints these, and the state of each screen, in the text format of Prometheus, for example for \
            the textfile collector of the node exporter: replace its file as a whole (sponge, of moreutils).

            Examples:
              screens stats
              screens stats --json | jq '.screens[] | {card, name, presented, missed}'
              screens stats --prometheus |
                sponge /var/lib/prometheus/node-exporter/screens.prom

            Exit codes: 69 no daemon, 77 no permission.
            """)

    @Flag(help: "Print a JSON object.")
    var json = false

    @Flag(help: "Print metrics in the text format of Prometheus.")
    var prometheus = false

    @OptionGroup var daemon: DaemonArguments

    func validate() throws {
        if json, prometheus { throw ValidationError("--json and --prometheus exclude each other") }
    }

    func run() throws {
        let connection = try daemon.connection(for: .reading, isStarting: false)
        let statistics = try connection.statistics()
        if prometheus {
            let connectors = try connection.screens(all: true)
            let status = try connection.status(of: nil)
            try StandardOutput.write(
                PrometheusText.text(connectors: connectors, statistics, .init(status), at: Int64(time(nil))))
        } else {
            try StandardOutput.write(json ? JSONLine.encode(statistics) : StatisticsTable.text(for: statistics))
        }
    }
}

/// The counters of the daemon as `screens stats` prints them for people.
enum StatisticsTable {
    static func text(for statistics: DaemonStatisticsDocument) -> String {
        var daemon = ReportSection("DAEMON")
        daemon.add("Uptime", duration(statistics.uptimeSeconds))
        daemon.add("Hotplugs", String(statistics.hotplugs))
        daemon.add("Failures", String(statistics.failures))
        daemon.add("Memory", statistics.memory.map { "\($0.used >> 20) of \($0.limit >> 20) MiB granted" })
        return ReportSection.joined([
            daemon.text, statistics.screens.isEmpty ? "No screen is driven.\n" : screens(statistics.screens),
        ])
    }

    private static func screens(_ entries: [StatisticsDocument.Entry]) -> String {
        var table = TextTable([
            ("SCREEN", .left), ("MODE", .left), ("PRESENTED", .right), ("MISSED", .right), ("MODESETS", .right),
            ("STALLS", .right), ("LATE", .right), ("RENDER", .right),
        ])
        for entry in entries {
            table.add([
                entry.qualifiedName, entry.mode.description, String(entry.presented), String(entry.missed),
                String(entry.modesets), String(entry.stalls), milliseconds(entry.latenessNanoseconds.p99),
                milliseconds(entry.renderNanoseconds.p99),
            ])
        }
        return table.text + "\nLATE and RENDER are 99th percentiles.\n"
    }

    private static func milliseconds(_ nanoseconds: Int64) -> String {
        "\((Double(nanoseconds) / 1e6).text(places: 3)) ms"
    }

    /// Returns a duration such as `3 d 4 h 5 min 6 s`, from the largest unit that is not zero.
    private static func duration(_ seconds: Int) -> String {
        let parts = [
            (seconds / 86400, "d"), (seconds / 3600 % 24, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s"),
        ]
        let shown = parts.drop { $0.0 == 0 }
        return shown.isEmpty ? "0 s" : shown.map { "\($0.0) \($0.1)" }.joined(separator: " ")
    }
}
