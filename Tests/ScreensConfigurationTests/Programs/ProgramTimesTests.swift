import Testing

@testable import ScreensConfiguration

/// The times of one program that the processes around it keep to, each by itself.
struct ProgramTimesTests {
    @Test func theClientEndsAProgramBeforeTheDaemonRevokesItsLease() {
        // The program itself, and then the processes that it leaves behind.
        #expect(ProgramTimes.end * 2 < ProgramTimes.grace)
    }

    @Test func aRestartIsNotAFailure() {
        // After short pauses.
        #expect(ProgramTimes.pause.shortest * 4 < ProgramTimes.missing)
    }

    @Test func theDaemonLooksBeforeAPictureIsMissed() {
        #expect(ProgramTimes.look.longest * 2 < ProgramTimes.blank)
    }
}
