import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensLinux
@testable import ScreensManager

struct ExitStatusTests {
    @Test(
        arguments: [
            (ScreenError.Code.noSuchScreen, 66), (.ambiguousScreen, 64), (.invalidArgument, 64), (.noCard, 69),
            (.cardLost, 69), (.modeRefused, 69), (.busy, 75), (.permissionDenied, 77), (.system, 71),
            (ScreenError.Code(rawValue: "of a later version"), 71),
        ] as [(ScreenError.Code, Int32)])
    func everyKindOfErrorHasItsStatus(code: ScreenError.Code, status: Int32) {
        #expect(ExitStatus(code).rawValue == status)
    }

    @Test func aFailureNamesTheOperationTheObjectTheReasonAndTheRemedy() {
        let error = ScreenError(
            .permissionDenied, operation: "open", object: "/dev/dri/card0", errno: 13, remedy: "join the group video")
        let failure = Failure(error)
        #expect(failure.status == .noPermission)
        #expect(failure.message == "cannot open /dev/dri/card0: Permission denied; join the group video")
    }
}
