import ProgramKit
import Screens
import Testing

@testable import ScreensTool

/// Findings that only the daemon knows of.
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
        // A picture that is missing does not make the card unusable.
        #expect(diagnosis.status == .success)
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
