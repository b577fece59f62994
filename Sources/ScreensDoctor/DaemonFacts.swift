import ScreensLinux
import ScreensManager
import ScreensReports

/// The facts that the daemon reports about the pictures of this machine.
struct DaemonFacts: Sendable, Equatable {
    /// A display that is not connected and has saved settings, and the screen to which it was connected.
    struct Absent: Sendable, Hashable {
        let screen: String
        let identity: String
    }

    /// A content that is not shown.
    struct Missing: Sendable, Hashable {
        let screen: String
        let message: String
        /// The path of the picture or the folder; nil if the content is neither.
        var path: String?
        /// The kind of file at the path.
        var kind = PathKind.other
        /// Whether the former picture of the content is shown.
        var showsFormer = false
        /// The systemd unit that runs the program of the content; nil for any other content.
        var unit: String?
    }

    /// A screen that another program drives by a lease.
    struct Leased: Sendable, Hashable {
        let screen: String
        /// The name and the process of the program.
        let program: String
        /// The systemd unit that runs it as the content of the screen; nil for any other program.
        var unit: String?
    }

    /// A screen that shows a picture of the daemon.
    struct Lit: Sendable, Hashable {
        let screen: String
        /// The path of its card, and the name of the card's driver.
        let card: String
        let driver: String
    }

    /// The problems of the configuration files.
    var problems: [String]
    /// The configuration files whose current text is not in use.
    var brokenFiles: [StatusDocument.BrokenFile]
    var waitsForTime: Bool
    var lit: [Lit] = []
    var missing: [Missing] = []
    var absent: [Absent] = []
    /// The daemon's notices, which are not about problems of files.
    var notices: [StatusNotice]
    var leased: [Leased] = []
    /// Why screens of the cards that the daemon holds are dark, by qualified name.
    var dark: [String: String] = [:]

    /// - Parameter kinds: returns the kinds of files at the paths of contents that are not shown.
    init(_ status: StatusDocument, kinds: (Set<String>) -> [String: PathKind] = { PathKind.kinds(of: $0) }) {
        problems = status.problems
        brokenFiles = status.brokenFiles
        waitsForTime = status.waitsForTime
        notices = status.notices
        let missingContents = status.screens.compactMap(\.screen.content).filter { $0.message != nil }
        let kinds = kinds(Set(missingContents.compactMap(\.path)))
        for screen in status.screens {
            let name = screen.screen.qualifiedName
            if let content = screen.screen.content, let message = content.message {
                missing.append(
                    Missing(
                        screen: name, message: message, path: content.path,
                        kind: content.path.flatMap { kinds[$0] } ?? .other, showsFormer: content.showsFormer == true,
                        unit: content.unit))
            }
            if screen.screen.dark == nil, let content = screen.screen.content, content.state != .notOurs {
                lit.append(Lit(screen: name, card: screen.screen.card, driver: screen.screen.driver))
            }
            if !screen.screen.stale { dark[name] = screen.screen.dark?.message }
            if let lessee = screen.screen.lessee {
                leased.append(
                    Leased(
                        screen: name, program: lessee.description,
                        unit: screen.screen.content.flatMap { $0.program?.name == lessee.name ? $0.unit : nil }))
            }
            absent += screen.absent.map { Absent(screen: name, identity: $0) }
        }
    }

    /// Returns the facts of the daemon of this machine; nil if no daemon answers.
    static func taken() -> DaemonFacts? {
        let location = DaemonLocation(option: nil)
        guard
            let daemon = try? CommandClient.open(
                location, for: .reading, isStarting: false, timeouts: .ofCommand),
            let status = try? daemon.status(of: nil)
        else {
            return nil
        }
        return DaemonFacts(status)
    }
}

extension DaemonFacts {
    /// The findings about contents and settings, which the cards do not know.
    var findings: [Diagnosis.Finding] {
        var found = missing.map { content in
            Diagnosis.Finding(
                content.showsFormer ? .warning : .error, .contentNotShown, content.screen,
                "Its \(content.showsFormer ? "former picture is shown" : "content is not shown"): \(content.message).",
                remedy: "\(remedy(for: content)), or set another content: screens set \(content.screen) --image FILE")
        }
        if !problems.isEmpty {
            let isOne = problems.count == 1
            let first = isOne ? "The configuration has a problem: \(problems[0])." : "The configuration has problems."
            found.append(
                Diagnosis.Finding(
                    .warning, .configurationProblems, "daemon",
                    ([first] + brokenFiles.map(\.sentence)).joined(separator: " "),
                    // The text of a problem of saved settings includes its remedies.
                    remedy: !isOne || brokenFiles.contains { $0.name.hasSuffix("/saved.json") }
                        ? "List them: screens status" : "Correct it; the daemon notices that by itself."))
        }
        if waitsForTime {
            found.append(
                Diagnosis.Finding(
                    .warning, .clockNotSet, "daemon", "The clock of this machine is not set: schedules wait for it.",
                    remedy: "Let the machine reach a time server: timedatectl"))
        }
        found += leased.map { leased in
            Diagnosis.Finding(
                .note, .leased, leased.screen, "\(leased.program) has leased it, and draws the picture.",
                remedy: leased.unit.map { "It is the content of that screen: systemctl stop \($0) ends it." }
                    ?? "Take it back: screens lease \(leased.screen) --revoke")
        }
        return found + notices.compactMap(\.finding)
            + absent.map { absent in
                Diagnosis.Finding(
                    .note, .settingsOfAbsentDisplay, absent.screen,
                    "A display that was connected here has saved settings: \(absent.identity).",
                    remedy: "Carry them over: screens set \(absent.screen) --adopt '\(absent.identity)'")
            }
    }
}

extension StatusNotice {
    /// The finding for a notice; nil if the daemon is newer and reports a kind that is not known here.
    fileprivate var finding: Diagnosis.Finding? {
        // A kind and its finding have the same name.
        guard let kind = Kind(rawValue: kind), let code = Diagnosis.Code(rawValue: kind.rawValue) else { return nil }
        return Diagnosis.Finding(
            kind == .terminalNotShown ? .error : isWarning ? .warning : .note, code, "daemon", "\(place): \(message).",
            remedy: remedy
                ?? (isWarning ? "Correct it, or remove it." : "Nothing is wrong if the display is absent."))
    }
}

extension DaemonFacts {
    /// Returns the remedy as a sentence without a full stop.
    private func remedy(for content: Missing) -> String {
        if let unit = content.unit {
            return
                "systemctl status \(unit) says why, and systemctl enable --now \(unit) starts it if it does not run"
        }
        guard let path = content.path else { return "Correct the content" }
        if UnreadableReason.isHidden(path) {
            return "Move it to a folder that the service can see, such as /srv"
        }
        return switch content.kind {
        case .missing: "Put it there"
        case .folder: "Correct the pictures in \(path) or their permissions, which screens config check names"
        case .other: "Correct \(path) or its permissions"
        case .silent: "Mount its file system again, since \(path) does not answer"
        }
    }
}

extension StatusDocument.BrokenFile {
    /// A sentence about the text that is used in place of the file's own.
    fileprivate var sentence: String {
        guard substitute == "lastGood" else { return "\(name) does not count." }
        return "The last text of \(name) without problems counts."
    }
}

extension MachineFacts {
    /// The screens of the daemon that are on no card of this machine: the daemon simulates them.
    var simulatedByDaemon: [String] {
        (daemon?.lit ?? []).filter { lit in
            !cards.contains { $0.path == lit.card && ($0.driver == nil || $0.driver == lit.driver) }
        }.map(\.screen)
    }

    /// The findings about the unit of the daemon.
    var serviceFindings: [Diagnosis.Finding] {
        guard let service else { return [] }
        let isRunning = daemon != nil || hasHiddenDaemon || service.activity == .running && !service.isMasked
        guard !isRunning else {
            // A daemon that was started by hand does not belong to the unit.
            guard service.isDisabled, service.activity == .running else { return [] }
            return [
                Diagnosis.Finding(
                    .warning, .serviceDisabled, "daemon",
                    "The service screensd is disabled: it does not start at the next boot.",
                    remedy: "systemctl enable screensd")
            ]
        }
        let hasFailed = !service.isMasked && (service.activity == .failed || service.activity == .restarting)
        return [
            Diagnosis.Finding(
                hasFailed ? .error : .note, hasFailed ? .serviceFailed : .serviceStopped, "daemon",
                "The service screensd \(service.words): it shows no picture.",
                remedy: service.remedy.replacing("`", with: ""))
        ]
    }

    /// The finding about simulated screens of the daemon.
    var simulationFindings: [Diagnosis.Finding] {
        guard !simulatedByDaemon.isEmpty else { return [] }
        return [
            Diagnosis.Finding(
                .note, .daemonSimulates, "daemon",
                "screensd shows its pictures on simulated screens, and none on a display: "
                    + "\(simulatedByDaemon.joined(separator: ", ")).",
                remedy: "For displays of this machine, start it without --simulate.")
        ]
    }
}
