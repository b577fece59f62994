import Glibc
import ScreensLinux
import Testing

@testable import ScreensTool

/// Programs that get a screen.
@Suite struct LeasedProgramTests {
    @Test(
        arguments: [
            (["kmscube"], ["kmscube"]), (["app", "--drm-fd", "{fd}"], ["app", "--drm-fd", "7"]),
            (["gst", "fd={fd}", "x{fd}y{fd}"], ["gst", "fd=7", "x7y7"]),
            (["a", "{f", "fd}", ""], ["a", "{f", "fd}", ""]),
        ] as [([String], [String])])
    func theDescriptorStandsInArguments(_ arguments: [String], _ expected: [String]) {
        #expect(LeasedProgram(arguments: arguments).arguments(with: 7) == expected)
    }

    @Test func itsNameIsWithoutItsFolder() {
        #expect(LeasedProgram(arguments: ["/usr/bin/mpv", "x"]).name == "mpv")
    }

    @Test(
        arguments: [(226 << 8, true), (226 << 8 | 63, true), (226 << 8 | 128, false), (1 << 8 | 3, false)]
            as [(UInt64, Bool)])
    func cardsAreKnownByTheirNumbers(_ device: UInt64, _ isCard: Bool) {
        #expect(CardOpens.isCard(DeviceNumber(rawValue: device)) == isCard)
    }

    @Test func anyOtherFileIsOpenedByTheKernel() {
        let opens = CardOpens(of: STDIN_FILENO)
        for path in ["/etc/passwd", "/dev/null", "/no/such/file", ""] {
            #expect(
                opens.answer(to: OpenRequest(thread: getpid(), path: path, folder: AT_FDCWD)) == .letOpen, "\(path)")
        }
    }

    // MARK: Processes

    private func end(
        _ script: String, isFiltered: Bool = false, _ answer: (OpenRequest) -> OpenRequest.Answer = { _ in .letOpen }
    ) throws -> ChildProgram.End {
        try ChildProgram(["sh", "-c", script], environment: ["LEASED": "yes"], isFiltered: isFiltered).wait(answer)
    }

    @Test(
        arguments: [
            ("exit 7", .exited(7)), ("kill -9 $$", .signalled(9)), ("test $LEASED = yes", .exited(0)),
        ] as [(String, ChildProgram.End)])
    func howProgramsEnd(_ script: String, _ end: ChildProgram.End) throws {
        #expect(try self.end(script) == end)
    }

    @Test(arguments: [("/no/such/program", ENOENT), ("/etc/passwd", EACCES), ("/etc", EACCES)])
    func programsThatCannotRun(_ path: String, _ code: Int32) {
        #expect(throws: ChildProgram.StartError.notExecuted(code)) { _ = try ChildProgram([path]).wait() }
    }

    @Test func anOpenCanBeAnswered() throws {
        let secret = try #require(open("/etc/hostname", O_RDONLY) as Int32?)
        defer { close(secret) }
        func answer(_ request: OpenRequest) -> OpenRequest.Answer {
            switch request.path {
            case "/no/such/file": .give(secret)
            case "/dev/zero", "zero": .refuse(EACCES)
            default: .letOpen
            }
        }
        #expect(try end("cat /no/such/file >/dev/null", isFiltered: true, answer) == .exited(0))
        #expect(try end("cat /no/such/other 2>/dev/null", isFiltered: true, answer) == .exited(1))
        #expect(try end("head -c 1 </dev/zero 2>/dev/null", isFiltered: true, answer) != .exited(0))
        #expect(try end("cd /dev; head -c 1 zero 2>/dev/null", isFiltered: true, answer) == .exited(1))
    }

    @Test func theFileOfARequestIsFoundInTheFolderOfItsProgram() throws {
        var found: [DeviceNumber] = []
        _ = try end("cd /dev && exec cat null", isFiltered: true) { request in
            if request.path == "null", let device = request.device { found.append(device) }
            return .letOpen
        }
        #expect(found.map { [$0.major, $0.minor] } == [[1, 3]])
    }

    @Test func aFilteredProgramGainsNoRights() throws {
        #expect(try end("grep -q 'NoNewPrivs:\t1' /proc/self/status", isFiltered: true) == .exited(0))
    }
}
