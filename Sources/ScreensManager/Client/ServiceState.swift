import Glibc
import ScreensLinux

/// The state of the unit `screensd.service`, as the service manager reports it.
package struct ServiceState: Sendable, Hashable {
    package enum Activity: Sendable, Hashable {
        case running
        /// The service has begun to start.
        case starting
        /// The service has ended, and starts again in a moment.
        case restarting
        case stopped
        case failed
    }

    package let activity: Activity
    /// Whether the unit is masked, so that it cannot start.
    package let isMasked: Bool
    /// Whether it is installed, but does not start at the next boot.
    package let isDisabled: Bool
    /// The exit status or the signal of the last run, for people: `exit status 64`; nil if it ended well, or has not
    /// run.
    package let lastEnd: String?

    package static let unit = "screensd.service"
    /// The folders of installed units, from packages and by hand.
    private static let unitFolders = [
        "/usr/lib/systemd/system", "/lib/systemd/system", "/usr/local/lib/systemd/system",
    ]

    /// The properties that ``init(properties:)`` reads.
    private static let properties = [
        "LoadState", "ActiveState", "SubState", "ExecMainCode", "ExecMainStatus", "UnitFileState",
    ]

    /// - Parameter text: lines of properties, such as `ActiveState=failed`.
    /// - Returns: nil if the unit is not installed, or the text is something else.
    package init?(properties text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            guard let sign = line.firstIndex(of: "=") else { continue }
            values[line[..<sign]] = line[line.index(after: sign)...]
        }
        guard let load = values["LoadState"], let active = values["ActiveState"], load != "not-found" else {
            return nil
        }
        isMasked = load == "masked"
        isDisabled = values["UnitFileState"] == "disabled"
        activity =
            switch (active, values["SubState"]) {
            case ("activating", "auto-restart"): .restarting
            case ("activating", _): .starting
            case ("active", _), ("reloading", _), ("deactivating", _): .running
            case ("failed", _): .failed
            default: .stopped
            }
        let status = values["ExecMainStatus"].flatMap { Int($0) } ?? 0
        switch values["ExecMainCode"].flatMap({ Int($0) }) {
        case CLD_EXITED? where status != 0: lastEnd = "exit status \(status)"
        case CLD_KILLED?, CLD_DUMPED?: lastEnd = "signal \(status)"
        default: lastEnd = nil
        }
    }

    /// Returns the state on this machine; nil if systemd does not run, or does not know the unit.
    package static func taken() -> ServiceState? {
        guard SystemFile.exists("/run/systemd/system") else { return nil }
        // The timeout covers a service manager that hangs.
        let command = "timeout 5 systemctl show \(unit) --property=\(properties.joined(separator: ",")) 2>/dev/null"
        guard let output = popen(command, "re") else { return nil }
        defer { pclose(output) }
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = fread(&bytes, 1, bytes.count, output)
        let state = ServiceState(properties: String(decoding: bytes.prefix(count), as: UTF8.self))
        // Debian masks the unit of a package that was removed.
        let isInstalled = unitFolders.contains { SystemFile.exists("\($0)/\(unit)") }
        return state?.isMasked == true && !isInstalled ? nil : state
    }
}

extension ServiceState {
    /// Whether it listens in a moment, unless something fails.
    package var isOnItsWay: Bool { activity == .starting || activity == .restarting || activity == .running }

    /// The way to start the daemon from this state.
    package var remedy: String {
        if isMasked { return "`systemctl unmask screensd` and `systemctl start screensd` start it" }
        if isDisabled { return "`systemctl enable --now screensd` starts it, now and at each boot" }
        return switch activity {
        case .failed, .restarting: "`journalctl -u screensd` shows why, `systemctl restart screensd` starts it again"
        case .starting, .running: "`journalctl -u screensd` shows what it does"
        case .stopped: "`systemctl start screensd` starts it"
        }
    }

    /// The state in words that follow `screensd`.
    package var words: String {
        let end = lastEnd.map { " (\($0))" } ?? ""
        if isMasked { return "is masked" }
        if isDisabled, activity == .stopped { return "is disabled" }
        return switch activity {
        case .running: "runs"
        case .starting: "is starting"
        case .restarting: "has ended\(end) and is started again in a moment"
        case .failed: "has failed\(end)"
        case .stopped: "is stopped"
        }
    }
}
