import Testing

@testable import ScreensDoctor
@testable import ScreensLinux

/// Facts, and the findings that follow from them.
struct DiagnosisStory: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let facts: MachineFacts
    /// The expected findings in order, as `severity code object`.
    var findings: [String]
    var status = ScreensLinux.ExitStatus.unavailable
    /// A part of the first finding's remedy.
    var remedy = ""

    func check() {
        let diagnosis = Diagnosis(facts)
        #expect(diagnosis.findings.map { "\($0.severity.rawValue) \($0.code.rawValue) \($0.object)" } == findings)
        #expect(diagnosis.status == status)
        #expect((diagnosis.showable.isEmpty && !diagnosis.isDaemonAtWork) == (status != .success))
        if !remedy.isEmpty {
            #expect(diagnosis.findings.first?.remedy?.contains(remedy) == true, "\(diagnosis.findings)")
        }
    }
}
