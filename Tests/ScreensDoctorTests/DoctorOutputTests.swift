import Glibc
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensDoctor
@testable import ScreensManager
@testable import ScreensReports

/// A diagnosis as people and programs see it.
struct DoctorOutputTests {
    private static let hostile = "\u{1B}[2Jevil\u{202E}"

    private static let held = MachineFacts.sample(
        CardFacts.sample(
            "card0",
            .sample(
                edid: SampleEDID.hostile, modes: [.sample(0, 1920, 1080)], current: .sample(0, 1920, 1080)
            ).with { $0.isLinkBad = true }, .empty
        ).with {
            $0.hardware = .sample(free: false)
            $0.openers = [CardOpener(processID: 9, name: hostile + String(repeating: "x", count: 200))]
        }, .failing(13)
    ).with {
        $0.user.groups = Set(1000..<1100)
        $0.commandLine = KernelCommandLine("nomodeset")
    }

    @Test func everyLineFitsEightyColumnsAndIsHarmless() {
        let text = DoctorReport(DoctorDocument(Diagnosis(Self.held), Self.held)).text
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(text.unicodeScalars.allSatisfy { $0 == "\n" || $0.value >= 0x20 && $0 != "\u{202E}" })
        #expect(text.contains("\\u{1B}[2Jevil"))
    }

    @Test(arguments: [
        ("screensd", "The daemon screensd shows the pictures; no other program can show one now.\n"),
        ("Xorg", "No picture can be shown now: another program uses the card.\n"),
    ])
    func theVerdictKnowsTheDaemon(_ name: String, _ verdict: String) {
        let card = CardFacts.sample("card0", .sample()).with {
            $0.hardware = .sample(free: false)
            $0.master = CardMaster(processID: 77, name: name)
        }
        let facts = MachineFacts.sample(card)
        #expect(DoctorReport(DoctorDocument(Diagnosis(facts), facts)).text.hasPrefix(verdict))
    }

    @Test func theVerdictOfADaemonWhoseOtherCardIsTakenIsNotThatAllIsWell() {
        func card(_ name: String, of master: String) -> CardFacts {
            CardFacts.sample(name, .sample()).with {
                $0.hardware = .sample(free: false)
                $0.master = CardMaster(processID: 77, name: master)
            }
        }
        let facts = MachineFacts.sample(card("card0", of: "screensd"), card("card1", of: "Xorg"))
        let diagnosis = Diagnosis(facts)
        #expect(diagnosis.findings.first?.severity == .error)
        let text = DoctorReport(DoctorDocument(diagnosis, facts)).text
        #expect(text.hasPrefix("The daemon screensd runs, and the errors below keep a picture from being shown."))
    }

    @Test func theVerdictOfAUserWhoMayNotSeeTheDaemonSaysSo() {
        var facts = MachineFacts.sample(.failing(EACCES))
        #expect(DoctorReport(DoctorDocument(Diagnosis(facts), facts)).text.hasPrefix("No picture can be shown"))
        facts.hasHiddenDaemon = true
        let text = DoctorReport(DoctorDocument(Diagnosis(facts), facts)).text
        #expect(text.hasPrefix("The daemon screensd runs; this user may not see its pictures"))
        #expect(Diagnosis(facts).status == .noPermission)
    }

    @Test func theVerdictComesFirstAndTheFindingsBeforeTheFacts() {
        let writeback = ConnectorFacts.sample(
            "Writeback-1", connector: 43, status: .unknown, kind: .writeback, edid: [], modes: [])
        let facts = MachineFacts.sample(.sample("card0", .sample(edid: []), .empty, writeback))
        #expect(
            DoctorReport(DoctorDocument(Diagnosis(facts), facts)).text == """
                A picture can be shown on card0/HDMI-A-1.

                WARNING card0/HDMI-A-1: edidMissing
                  The display has sent no EDID: the kernel guesses its modes, and the display
                  may show none of them.
                  -> Plug the display in again, without adapters, switches or long cables. The
                     kernel's command line can state a mode (video=HDMI-A-1:1920x1080@60) or an
                     EDID (drm.edid_firmware=HDMI-A-1:edid/FILE, a file in /lib/firmware/edid);
                     until a reboot, `screens force card0/HDMI-A-1 on --edid FILE` does it as
                     root.

                MACHINE
                Kernel      6.1.0
                udev        runs
                User        kim, groups 44, 1000

                CARD card0
                Driver      i915
                Node        root:video crw-rw----
                Master      none
                Drives      2 displays at once
                Can         atomic, universal planes, dumb buffers, monotonic timestamps, CRTC
                            in events, vblank
                HDMI-A-1    connected, 1 mode, no EDID
                HDMI-A-1    disconnected
                Writeback-1 unknown, writeback

                """)
    }

    @Test func theDocumentHasAllItsKeys() throws {
        let facts = MachineFacts.sample(.sample("card0", .sample(edid: [])))
        #expect(
            try JSONLine.encode(DoctorDocument(Diagnosis(facts), facts)) == """
                {"cards":[{"capabilities":{"atomic":true,"crtcInEvents":true,"dumbBuffers":true,\
                "monotonicTimestamps":true,"pacing":"vblank","prefersShadow":false,"universalPlanes":true},\
                "connectors":[{"connector":42,"dark":null,"display":null,"edidLength":0,"kind":"display",\
                "linkBad":false,"modes":1,\
                "name":"HDMI-A-1","shows":null,"status":"connected","unknown":[]}],"crtcs":2,"device":null,\
                "driver":"i915",\
                "free":true,"master":null,"node":{"group":"video","mode":"660","owner":"root","uaccess":false},\
                "onSeat":true,"openBy":[],"path":"/dev/dri/card0","problem":null,"unknown":[]}],\
                "exitCode":0,"findings":[{"code":"edidMissing",\
                "message":"The display has sent no EDID: the kernel guesses its \
                modes, and the display may show none of them.","object":"card0/HDMI-A-1",\
                "remedy":"Plug the display in again, \
                without adapters, switches or long cables. The kernel's command line can state a mode \
                (video=HDMI-A-1:1920x1080@60) or an EDID (drm.edid_firmware=HDMI-A-1:edid/FILE,\
                 a file in /lib/firmware/edid); \
                until a reboot, `screens force card0/HDMI-A-1 on --edid FILE` does it as root.","severity":"warning"}],\
                "machine":{"activeTerminal":null,"container":false,"displayDevices":[],"kernel":"6.1.0",\
                "nomodeset":false,"ownTerminal":null,"udev":true,"unknown":[],"virtualMachine":false},\
                "showable":["card0/HDMI-A-1"],\
                "user":{"groups":[44,1000],"groupsInDatabase":[44,1000],"id":1000,"name":"kim"},\
                "verdict":"A picture can be shown on card0/HDMI-A-1."}

                """)
    }

    @Test func unknownValuesAreNullAndNotLeftOut() throws {
        let facts = MachineFacts.sample(.failing(13, node: nil))
        let text = try JSONLine.encode(DoctorDocument(Diagnosis(facts), facts))
        for key in ["capabilities", "crtcs", "driver", "free", "master", "node"] {
            #expect(text.contains("\"\(key)\":null"), "\(key)")
        }
    }

    @Test func codesAreWordsInCamelCase() {
        for code in Diagnosis.Code.allCases {
            #expect(code.rawValue.first?.isLowercase == true && code.rawValue.allSatisfy(\.isLetter), "\(code)")
        }
    }

    private static func indented(_ lines: String..., by indent: Int) -> String {
        lines.map { String(repeating: " ", count: indent) + $0 + "\n" }.joined()
    }

    @Test(arguments: [
        ("label", 8, "short", "label   short\n"),
        ("", 0, "", "\n"),
        ("a longer label", 4, "text", "a longer label\n    text\n"),
        ("", 2, String(repeating: "x", count: 80), indented(String(repeating: "x", count: 78), "xx", by: 2)),
        ("", 76, "one two three seven", indented("one", "two", "thre", "e", "seve", "n", by: 76)),
        (
            "", 60, "it is `screens set 'one two'`, or `a` and `b`",
            indented("it is `screens set", "'one two'`, or `a`", "and `b`", by: 60)
        ),
        ("", 54, "it is `screens set 'one two'`", indented("it is", "`screens set 'one two'`", by: 54)),
    ])
    func proseIsBrokenAtSpacesAndOnlyThenWithinWords(label: String, indent: Int, text: String, expected: String) {
        #expect(Paragraph.text(label, indent: indent, text) == expected)
    }
}
