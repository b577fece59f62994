import Screens
import ScreensLinux
import ScreensManager
import ScreensVarlink
import Testing

@testable import ProgramSamples
@testable import ScreensDoctor

/// Findings that come only from the daemon.
struct DaemonDiagnosisTests {
    private static func facts(_ change: (inout DaemonFacts) -> Void) -> MachineFacts {
        let status = StatusDocument(
            version: "1", uptimeSeconds: 1, screens: [], problems: [], brokenFiles: [], waitsForTime: false)
        var daemon = DaemonFacts(status)
        change(&daemon)
        return MachineFacts.sample(CardFacts.sample("card0", .sample())).with { $0.daemon = daemon }
    }

    @Test(
        arguments: [
            (facts { _ in }, []),
            (facts { $0.problems = ["screens.toml:1: x"] }, ["warning configurationProblems daemon"]),
            (facts { $0.waitsForTime = true }, ["warning clockNotSet daemon"]),
            (
                facts { $0.leased = [DaemonFacts.Leased(screen: "card0/DP-1", program: "'mpv' (process 1)")] },
                ["note leased card0/DP-1"]
            ),
            (
                facts {
                    $0.missing = [DaemonFacts.Missing(screen: "card0/HDMI-A-1", message: "/srv/a.png does not exist")]
                    $0.absent = [DaemonFacts.Absent(screen: "card0/HDMI-A-1", identity: "DEL U2410 1")]
                }, ["error contentNotShown card0/HDMI-A-1", "note settingsOfAbsentDisplay card0/HDMI-A-1"]
            ),
        ])
    func theDaemonsWordIsAmongTheFindings(facts: MachineFacts, findings: [String]) {
        let diagnosis = Diagnosis(facts)
        #expect(diagnosis.findings.map { "\($0.severity) \($0.code.rawValue) \($0.object)" } == findings)
        #expect(diagnosis.findings.allSatisfy { $0.remedy != nil })
        // A missing picture does not make the card unusable.
        #expect(diagnosis.status == .success)
    }

    @Test func everyNoticeOfTheInterfaceIsAFinding() throws {
        let interface = try Interface(definition: ManagerInterface.definition)
        var kinds: [String] = []
        if case .structure(let fields)? = interface.type("Notice"),
            case .enumeration(let names)? = fields.first(where: { $0.name == "kind" })?.type
        {
            kinds = names
        }
        #expect(!kinds.isEmpty)
        for name in kinds {
            let kind = try #require(StatusNotice.Kind(rawValue: name))
            let facts = Self.facts { $0.notices = [StatusNotice(kind, .warning, "card0/DP-1", "is so")] }
            #expect(Diagnosis(facts).findings.map(\.code.rawValue) == [name])
        }
    }

    /// The properties of the unit, and the finding about a daemon that does not answer.
    @Test(
        arguments: [
            ("LoadState=not-found\nActiveState=inactive", nil),
            ("", nil),
            ("LoadState=loaded\nActiveState=active\nSubState=running", nil),
            (
                "LoadState=loaded\nActiveState=failed\nSubState=failed\nExecMainCode=1\nExecMainStatus=64",
                "error serviceFailed: The service screensd has failed (exit status 64): it shows no picture."
            ),
            (
                "LoadState=loaded\nActiveState=activating\nSubState=auto-restart\nExecMainCode=2\nExecMainStatus=6",
                """
                error serviceFailed: The service screensd has ended (signal 6) and is started again in a moment: it \
                shows no picture.
                """
            ),
            (
                "LoadState=loaded\nActiveState=inactive\nSubState=dead\nExecMainCode=1\nExecMainStatus=0",
                "note serviceStopped: The service screensd is stopped: it shows no picture."
            ),
            (
                "LoadState=loaded\nActiveState=inactive\nSubState=dead\nUnitFileState=disabled",
                "note serviceStopped: The service screensd is disabled: it shows no picture."
            ),
            (
                "LoadState=loaded\nActiveState=active\nSubState=running\nUnitFileState=disabled",
                "warning serviceDisabled: The service screensd is disabled: it does not start at the next boot."
            ),
            (
                "LoadState=masked\nActiveState=inactive\nSubState=dead",
                "note serviceStopped: The service screensd is masked: it shows no picture."
            ),
        ] as [(String, String?)])
    func aServiceThatDoesNotRunIsNamed(properties: String, finding: String?) {
        let facts = MachineFacts.sample(CardFacts.sample("card0", .sample())).with {
            $0.service = ServiceState(properties: properties)
        }
        let findings = Diagnosis(facts).findings
        #expect(findings.map { "\($0.severity) \($0.code.rawValue): \($0.message)" } == [finding].compactMap(\.self))
        // If a daemon answers, its own report counts.
        let others = Diagnosis(facts.with { $0.daemon = Self.facts { _ in }.daemon }).findings
        #expect(others.allSatisfy { $0.code == .serviceDisabled })
    }

    /// The path of the content, the kind of file there, and the beginning of the remedy.
    @Test(
        arguments: [
            ("/srv/a.png", .missing, "Put it there"), ("/srv/a.png", .other, "Correct /srv/a.png or its permissions"),
            ("/srv/slides", .folder, "Correct the pictures in /srv/slides"),
            ("/srv/a.png", .silent, "Mount its file system again, since /srv/a.png does not answer"),
            ("/home/me/a.png", .missing, "Move it to a folder"), (nil, .other, "Correct the content"),
        ] as [(String?, PathKind, String)])
    func theRemedyFollowsFromTheCause(path: String?, kind: PathKind, remedy: String) {
        let missing = DaemonFacts.Missing(screen: "card0/HDMI-A-1", message: "no", path: path, kind: kind)
        let findings = Diagnosis(Self.facts { $0.missing = [missing] }).findings
        #expect(findings.first?.remedy?.hasPrefix(remedy) == true, "\(findings)")
    }

    @Test func theRemedyForAProgramIsItsUnit() {
        let unit = "screens-content@HDMI-A-1.service"
        let missing = DaemonFacts.Missing(screen: "card0/HDMI-A-1", message: "no program shows it", unit: unit)
        let findings = Diagnosis(Self.facts { $0.missing = [missing] }).findings
        let remedy = "systemctl status \(unit) says why, and systemctl enable --now \(unit) starts it"
        #expect(findings.first?.remedy?.hasPrefix(remedy) == true, "\(findings)")
    }

    @Test(arguments: [
        (nil, "Take it back: screens lease card0/DP-1 --revoke"),
        ("UNIT", "It is the content of that screen: systemctl stop UNIT ends it."),
    ])
    func theRemedyForALeaseEndsItsProgram(unit: String?, remedy: String) {
        let facts = Self.facts {
            $0.leased = [DaemonFacts.Leased(screen: "card0/DP-1", program: "'mpv' (process 1)", unit: unit)]
        }
        #expect(Diagnosis(facts).findings.contains { $0.code == .leased && $0.remedy == remedy })
    }

    @Test(
        arguments: [
            ([], "The configuration has a problem: a:1: x."),
            (
                [("a", "lastGood")],
                "The configuration has a problem: a:1: x. The last text of a without problems counts."
            ),
            (
                [("b", "none")],
                "The configuration has a problem: a:1: x. b does not count."
            ),
        ] as [([(String, String)], String)])
    func theTextThatCountsIsNamedForEachFile(files: [(String, String)], message: String) {
        let facts = Self.facts {
            $0.problems = ["a:1: x"]
            $0.brokenFiles = files.map { StatusDocument.BrokenFile(name: $0, substitute: $1) }
        }
        #expect(Diagnosis(facts).findings.map(\.message) == [message])
    }

    /// The card and the driver of the daemon's screen, and whether this machine lacks such a card.
    @Test(arguments: [
        ("simulated", "simulated", true), ("/dev/dri/card0", "vc4", true), ("/dev/dri/card0", "i915", false),
    ])
    func picturesOnSimulatedScreensCount(card: String, driver: String, isSimulated: Bool) {
        var facts = Self.facts { $0.lit = [DaemonFacts.Lit(screen: "x/Virtual-1", card: card, driver: driver)] }
        #expect(facts.simulatedByDaemon == (isSimulated ? ["x/Virtual-1"] : []))
        facts.cards = []
        let diagnosis = Diagnosis(facts)
        #expect(diagnosis.status == .success && diagnosis.isDaemonAtWork)
        #expect(diagnosis.findings.map(\.severity).allSatisfy { $0 == .note })
        #expect(diagnosis.findings.contains { $0.code == .daemonSimulates })
    }

    @Test func aContentThatTheDaemonCannotShowIsAFailure() {
        var facts = Self.facts { $0.missing = [DaemonFacts.Missing(screen: "card0/HDMI-A-1", message: "no file")] }
        facts.cards = facts.cards.map { card in
            card.with {
                $0.hardware = .sample(free: false)
                $0.isDaemons = true
            }
        }
        let diagnosis = Diagnosis(facts)
        #expect(diagnosis.isDaemonAtWork && diagnosis.status == .unavailable)
    }
}
