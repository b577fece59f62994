import Glibc
import ScreensKMS
import Testing

@testable import Screens

@Suite struct JointCommitTests {
    private func error(_ errno: Int32) -> ScreenError {
        ScreenError(KMSError(call: "drmModeAtomicCommit", object: "it", errno: errno), operation: "set", object: "it")
    }

    private struct Course: Equatable {
        var calls: [[Int]] = []
        var errors: [Int32?] = []
    }

    /// Returns the calls that are made for some screens, and their errors.
    private func perform(
        _ screens: [Int] = [1, 2, 3], mayBeJoint: Bool = true, joint: Int32 = 0, single: [Int: Int32] = [:]
    ) -> Course {
        var calls: [[Int]] = []
        let errors = JointCommit.perform(screens, mayBeJoint: mayBeJoint) { screens throws(ScreenError) in
            calls.append(screens)
            if joint != 0 { throw error(joint) }
        } single: { screen in
            calls.append([screen])
            return single[screen].map(error)
        }
        return Course(calls: calls, errors: errors.map { $0?.errno })
    }

    @Test func severalAreSetInOneCommit() {
        #expect(perform() == Course(calls: [[1, 2, 3]], errors: [nil, nil, nil]))
        #expect(perform([1]) == Course(calls: [[1]], errors: [nil]))
        #expect(perform([]) == Course(calls: [], errors: []))
    }

    @Test func cardsAreCommittedOneByOneIfAJointCommitIsImpossibleOrRefused() {
        #expect(perform(mayBeJoint: false) == Course(calls: [[1], [2], [3]], errors: [nil, nil, nil]))
        for code in [EINVAL, ENOSPC, ENOMEM, EIO, EBUSY] {
            let course = perform(joint: code, single: [2: ERANGE])
            #expect(course == Course(calls: [[1, 2, 3], [1], [2], [3]], errors: [nil, ERANGE, nil]))
        }
    }

    @Test(arguments: [EACCES, ENODEV]) func anErrorOfTheCardEndsIt(_ code: Int32) {
        #expect(perform(joint: code) == Course(calls: [[1, 2, 3]], errors: [code, code, code]))
    }
}
