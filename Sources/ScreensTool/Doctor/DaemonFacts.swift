import ProgramKit

/// The daemon's own word about the pictures of this machine.
struct DaemonFacts: Sendable, Hashable {
    /// A display whose saved settings no present one has, and the screen where it hung.
    struct Absent: Sendable, Hashable {
        let screen: String
        let identity: String
    }

    /// A content that is not shown.
    struct Missing: Sendable, Hashable {
        let screen: String
        let message: String
    }

    /// The problems of the configuration's files.
    var problems: [String]
    var waitsForTime: Bool
    var missing: [Missing] = []
    var absent: [Absent] = []

    init(_ status: StatusDocument) {
        problems = status.problems
        waitsForTime = status.waitsForTime
        for screen in status.screens {
            let name = screen.screen.qualifiedName
            if let content = screen.screen.content, let message = content.message {
                missing.append(Missing(screen: name, message: message))
            }
            absent += screen.absent.map { Absent(screen: name, identity: $0) }
        }
    }

    /// The daemon of this machine; nil where none answers.
    static func taken() -> DaemonFacts? {
        let location = DaemonLocation(option: nil, environment: DaemonLocation.environment)
        guard let daemon = try? DaemonConnection.open(location, isStarting: false),
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
                .error, .contentNotShown, content.screen, "Its content is not shown: \(content.message).",
                remedy: "Put the file there, or set another content: screens set \(content.screen) --image FILE")
        }
        if !problems.isEmpty {
            found.append(
                Diagnosis.Finding(
                    .warning, .configurationProblems, "daemon",
                    "The configuration has problems, and the last texts of its files without problems count.",
                    remedy: "List them: screens config check"))
        }
        if waitsForTime {
            found.append(
                Diagnosis.Finding(
                    .warning, .clockNotSet, "daemon", "The clock of this machine is not set: schedules wait for it.",
                    remedy: "Let the machine reach a time server: timedatectl"))
        }
        return found
            + absent.map { absent in
                Diagnosis.Finding(
                    .note, .settingsOfAbsentDisplay, absent.screen,
                    "A display that hung here has saved settings: \(absent.identity).",
                    remedy: "Carry them over: screens set \(absent.screen) --adopt '\(absent.identity)'")
            }
    }
}
