import Glibc
import ScreensLinux

/// The state of the unit `screensd.service`, as the service manager has it.
package struct ServiceState: Sendable, Hashable {
    package enum Activity: Sendable, Hashable {
        case running
        /// It has begun to start.
        case starting
        /// It ended, and is started again in a moment.
        case restarting
        case stopped
        case failed
    }

    package let activity: Activity
    /// Whether no start is permitted.
    package let isMasked: Bool
    /// Whether it does not start at the next boot, though it is installed.
    package let isDisabled: Bool
    /// The exit status or the signal of the last run, for people: `exit status 64`; nil where it ended well, or has not run.
    package let lastEnd: String?

    package static let unit = "screensd.service"
    /// Those of installations, by packages and by hand.
    private static let unitFolders = [
        "/usr/lib/systemd/system", "/lib/systemd/system", "/usr/local/lib/systemd/system",
    ]

    /// The properties that ``init(properties:)`` reads.
    private static let properties = [
        "LoadState", "ActiveState", "SubState", "ExecMainCode", "ExecMainStatus", "UnitFileState",
    ]

    /// - Parameter text: lines such as `ActiveState=failed`.
    /// - Returns: nil where the unit is not installed, or the text is of something else.
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

    /// The state on this machine; nil where systemd does not run, or does not know the unit.
    package static func taken() -> ServiceState? {
        guard SystemFile.exists("/run/systemd/system") else { return nil }
        // A service manager that hangs is not waited for.
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
    /// Whether it listens in a moment, if nothing fails.
    package var isOnItsWay: Bool { activity == .starting || activity == .restarting || activity == .running }

    /// How the daemon is started from this state.
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
