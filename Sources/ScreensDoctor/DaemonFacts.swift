import ScreensLinux
import ScreensManager
import ScreensReports

/// The daemon's own word about the pictures of this machine.
struct DaemonFacts: Sendable, Hashable {
    /// A display that is not connected and has saved settings, and the screen where it hung.
    struct Absent: Sendable, Hashable {
        let screen: String
        let identity: String
    }

    /// A content that is not shown.
    struct Missing: Sendable, Hashable {
        let screen: String
        let message: String
        /// The picture or the folder; nil where it is neither.
        var path: String?
        /// Whether nothing has that path.
        var isGone = false
        /// Whether that is a folder.
        var isFolder = false
        /// Whether its former picture is shown.
        var showsFormer = false
        /// The unit of systemd that runs its program; nil for any other content.
        var unit: String?
    }

    /// A screen that another program drives by a lease.
    struct Leased: Sendable, Hashable {
        let screen: String
        /// Its name and its process.
        let program: String
        /// The unit of systemd that runs it as the content of the screen; nil for any other program.
        var unit: String?
    }

    /// A screen that shows a picture of the daemon.
    struct Lit: Sendable, Hashable {
        let screen: String
        /// The path of its card, and the name of the card's driver.
        let card: String
        let driver: String
    }

    /// The problems of the configuration's files.
    var problems: [String]
    /// The files whose own text does not count.
    var brokenFiles: [StatusDocument.BrokenFile]
    var waitsForTime: Bool
    var lit: [Lit] = []
    var missing: [Missing] = []
    var absent: [Absent] = []
    /// Faults that are not problems of files.
    var notices: [StatusNotice]
    var leased: [Leased] = []
    /// Why screens of the cards that the daemon holds are dark, by qualified name.
    var dark: [String: String] = [:]

    /// - Parameters:
    ///   - lacks: whether nothing has a path.
    ///   - isFolder: whether a folder has it.
    init(
        _ status: StatusDocument, lacks: (String) -> Bool = FolderListing.lacks,
        isFolder: (String) -> Bool = FolderListing.isFolder
    ) {
        problems = status.problems
        brokenFiles = status.brokenFiles
        waitsForTime = status.waitsForTime
        notices = status.notices
        for screen in status.screens {
            let name = screen.screen.qualifiedName
            if let content = screen.screen.content, let message = content.message {
                missing.append(
                    Missing(
                        screen: name, message: message, path: content.path, isGone: content.path.map(lacks) ?? false,
                        isFolder: content.path.map(isFolder) ?? false, showsFormer: content.showsFormer == true,
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

    /// The daemon of this machine; nil where none answers.
    static func taken() -> DaemonFacts? {
        let location = DaemonLocation(option: nil, environment: DaemonLocation.environment)
        guard let daemon = try? DaemonConnection.open(location, isStarting: false, timeouts: .ofCommand),
            let status = try? daemon.status(of: nil)
        else {
            return nil
        }
        return DaemonFacts(status)
    }
}

extension DaemonFacts {
    /// The findings about contents and settings, which the cards know nothing of.
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
                    // A problem of saved settings has its remedies itself.
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
                .note, .leased, leased.screen, "\(leased.program) has it by a lease, and decides what it shows.",
                remedy: leased.unit.map { "It is the content of that screen: systemctl stop \($0) ends it." }
                    ?? "Take it back: screens lease \(leased.screen) --revoke")
        }
        return found + notices.compactMap(\.finding)
            + absent.map { absent in
                Diagnosis.Finding(
                    .note, .settingsOfAbsentDisplay, absent.screen,
                    "A display that hung here has saved settings: \(absent.identity).",
                    remedy: "Carry them over: screens set \(absent.screen) --adopt '\(absent.identity)'")
            }
    }
}

extension StatusNotice {
    /// Nil where a daemon of a later version reports a kind that is not known here.
    fileprivate var finding: Diagnosis.Finding? {
        guard let kind = Kind(rawValue: kind) else { return nil }
        let code: Diagnosis.Code =
            switch kind {
            case .unmatchedSection: .unmatchedSection
            case .metricsNotWritten: .metricsNotWritten
            case .stateNotWritten: .stateNotWritten
            case .terminalNotShown: .terminalNotShown
            case .brightnessNotSet: .brightnessNotSet
            case .picturesSkipped: .picturesSkipped
            case .mirrorNotMet: .mirrorNotMet
            case .settingNotMet: .settingNotMet
            }
        return Diagnosis.Finding(
            kind == .terminalNotShown ? .error : isWarning ? .warning : .note, code, "daemon", "\(place): \(message).",
            remedy: remedy
                ?? (isWarning ? "Correct it, or remove it." : "Nothing is wrong where the display is absent."))
    }
}

extension DaemonFacts {
    /// A sentence without its end.
    private func remedy(for content: Missing) -> String {
        if let unit = content.unit {
            return
                "systemctl status \(unit) says why, and systemctl enable --now \(unit) starts it where it does not run"
        }
        guard let path = content.path else { return "Correct the content" }
        if UnreadableReason.isHidden(path) {
            return "Move it to a folder that the service can see, such as /srv"
        }
        if content.isGone { return "Put it there" }
        return content.isFolder
            ? "Correct the pictures in \(path) or their permissions, which screens config check names"
            : "Correct \(path) or its permissions"
    }
}

extension StatusDocument.BrokenFile {
    /// The text that counts in the place of its own.
    fileprivate var sentence: String {
        guard substitute == "lastGood" else { return "\(name) does not count." }
        return "Of \(name), the last text without problems counts."
    }
}

extension MachineFacts {
    /// The screens of the daemon that are on no card of this machine: it simulates them.
    var simulatedByDaemon: [String] {
        (daemon?.lit ?? []).filter { lit in
            !cards.contains { $0.path == lit.card && ($0.driver == nil || $0.driver == lit.driver) }
        }.map(\.screen)
    }

    /// The finding about a daemon that is installed and does not run.
    var serviceFindings: [Diagnosis.Finding] {
        guard let service else { return [] }
        let isRunning = daemon != nil || hasHiddenDaemon || service.activity == .running && !service.isMasked
        guard !isRunning else {
            // A daemon that was started by hand is not the unit's.
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

    /// The finding about them.
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
