import Foundation
import Glibc
import ScreensLinux
import Testing

@testable import ScreensLending
@testable import ScreensReports

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
        arguments: [
            ("sh", nil), ("/bin/sh", nil), ("no-such-program", 127), ("", 127), ("/srv/none", 127),
            ("/etc/passwd", 126), ("/etc", 126), ("/etc/passwd/sh", 126),
        ] as [(String, Int32?)])
    func aProgramThatCannotBeExecutedIsRefusedBefore(_ name: String, _ status: Int32?) {
        let program = LeasedProgram(arguments: [name])
        guard let status else {
            #expect(throws: Never.self) { try program.check() }
            return
        }
        let failure = #expect(throws: Failure.self) { try program.check() }
        #expect(failure?.status.rawValue == status)
    }

    @Test(
        arguments: [
            (["/bin"], nil), (["/none", "/etc"], EACCES), (["/none"], ENOENT), ([], ENOENT),
        ] as [([String], Int32?)])
    func aNameIsSearchedForInFolders(_ folders: [String], _ fault: Int32?) {
        #expect(ProgramFile(fault == nil ? "sh" : "passwd").fault(in: folders) == fault)
    }

    @Test func theDescriptorStandsInTheEnvironment() {
        #expect(LeasedProgram(arguments: ["kmscube"]).environment(with: 7)["SCREENS_LEASE_FD"] == "7")
    }

    @Test(arguments: [(EBUSY, "other `screens lease`"), (ENOSYS, "Linux 5.9"), (EPERM, "profile"), (EINVAL, "profile")])
    func aMissingFilterHasARemedy(_ code: Int32, _ words: String) {
        #expect(LeasedProgram.remedy(withoutFilter: code).contains(words))
    }

    @Test(
        arguments: [(226 << 8, true), (226 << 8 | 63, true), (226 << 8 | 128, false), (1 << 8 | 3, false)]
            as [(UInt64, Bool)])
    func cardsAreKnownByTheirNumbers(_ device: UInt64, _ isCard: Bool) {
        #expect(DeviceNumber(rawValue: device).isCard == isCard)
    }

    @Test func anyOtherFileIsOpenedByTheKernel() {
        let opens = CardOpens(of: STDIN_FILENO)
        for path in ["/etc/passwd", "/dev/null", "/no/such/file", "", nil] {
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
    func theEndOfAProgramIsReported(_ script: String, _ end: ChildProgram.End) throws {
        #expect(try self.end(script) == end)
    }

    @Test(arguments: [("/no/such/program", ENOENT), ("/etc/passwd", EACCES), ("/etc", EACCES)])
    func aProgramThatCannotRunIsAnError(_ path: String, _ code: Int32) {
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

    @Test(
        arguments: [
            ("/dev/null", "root/dev/null"), ("//dev/./null", "root/dev/null"), ("/proc/self/fd/3", "fd/3"),
            ("/proc/thread-self/fd/3", "fd/3"), ("/proc/1/fd/3", "root/proc/1/fd/3"), ("/dev/fd/3", "fd/3"),
            ("//dev//fd/3", "fd/3"), ("/dev/fd", "fd"), ("/dev/stdin", "fd/0"), ("/dev/stdout", "fd/1"),
            ("/dev/stderr", "fd/2"), ("/", "root"), ("card0", "fd/5/card0"), ("", nil), (nil, nil),
        ] as [(String?, String?)])
    func aPathIsReadAsTheProgramSeesIt(_ path: String?, _ place: String?) {
        #expect(OpenRequest(thread: 7, path: path, folder: 5).place == place.map { "/proc/7/\($0)" })
    }

    /// The paths concern the program and not this process, whose descriptor 9 is another file or is closed.
    @Test(arguments: ["/proc/self/fd/9", "/proc/thread-self/fd/9", "/dev/fd/9", "/dev/stdin"])
    func aDescriptorIsReadAsTheProgramSeesIt(_ path: String) throws {
        var found: Set<[UInt64]> = []
        _ = try end("exec 9</dev/zero <&9; head -c 1 \(path)", isFiltered: true) { request in
            if request.path == path, let device = request.device { found.insert([device.major, device.minor]) }
            return .letOpen
        }
        #expect(found == [[1, 5]])
    }

    @Test(
        arguments: [
            (0, true), (O_CLOEXEC | O_RDWR, true), (O_NOFOLLOW, true), (O_CREAT | O_TRUNC, true),
            (O_CREAT | O_EXCL, false), (O_DIRECTORY, false), (0x20_0000, false),
        ] as [(Int32, Bool)])
    func someOpensAreOfNoDevice(_ flags: Int32, _ isOne: Bool) {
        let request = OpenRequest(thread: getpid(), path: "/dev/null", flags: flags)
        #expect((request.device != nil) == isOne)
        #expect(OpenRequest(thread: getpid(), path: "/dev/null", isRestricted: true).device == nil)
    }

    @Test func aLinkThatIsNotFollowedIsNotADevice() throws {
        let link = "/tmp/screens-link-\(getpid())"
        try #require(symlink("/dev/null", link) == 0)
        defer { unlink(link) }
        #expect(OpenRequest(thread: getpid(), path: link).device != nil)
        #expect(OpenRequest(thread: getpid(), path: link, flags: O_NOFOLLOW).device == nil)
    }

    /// The calls of Python and of the C library, and `openat2` by its number, which is the same on every architecture.
    @Test(
        arguments: [
            "os.open(p, os.O_WRONLY)", "l.creat(p.encode(), 0o600)", "l.open(p.encode(), 1)",
            "l.syscall(437, -100, p.encode(), how, 24)",
        ])
    func eachCallThatOpensIsAnswered(_ call: String) throws {
        let script = """
            import ctypes, os, struct
            l, p, how = ctypes.CDLL(None), '/no/such/file', struct.pack('QQQ', 1, 0, 0)
            os._exit(0 if \(call) > 2 else 1)
            """
        let null = open("/dev/null", O_WRONLY)
        defer { close(null) }
        let program = try ChildProgram(["python3", "-c", script], isFiltered: true)
        #expect(program.wait { $0.path == "/no/such/file" ? .give(null) : .letOpen } == .exited(0))
    }

    // MARK: Framebuffers

    /// Makes a request of a card on another file, and returns the errno.
    ///
    /// - Parameters:
    ///   - way: a way of the kernel tests' intruder to make it.
    ///   - card: an open file that stands for the card.
    private func request(_ request: String, _ way: String, isFiltered: Bool = true, card: Int32 = -1) throws
        -> ChildProgram.End
    {
        let tests = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().path
        let script = """
            import os, sys
            sys.path.insert(0, '\(tests)/Kernel')
            from guest.intruder import Kernel
            os._exit(Kernel(os.open('/dev/null', os.O_RDWR)).ways['\(way)'](\(request)))
            """
        return try ChildProgram(["python3", "-B", "-c", script], isFiltered: isFiltered, card: card).wait()
    }

    #if arch(x86_64)
        private static let ways = ["native", "larger", "upper", "type", "i386", "x32", "unmarked"]
    #else
        private static let ways = ["native", "larger", "upper", "type"]
    #endif

    /// The file knows neither request, and a kernel without x32 knows no such system call.
    private static let unknown: Set<ChildProgram.End> = [.exited(ENOTTY), .exited(ENOSYS)]

    @Test(arguments: ["0xC01C64AD", "0xC06864CE", "0xC01864B1"], ways)
    func framebuffersAreRefused(_ number: String, _ way: String) throws {
        let unfiltered = try request(number, way, isFiltered: false)
        // Without the interface of i386 the kernel ends the program.
        guard unfiltered != .signalled(SIGSEGV) else { return }
        #expect(Self.unknown.contains(unfiltered))
        #expect(try request(number, way) == .exited(EACCES))
    }

    @Test(arguments: ["0xC01C64AC", "0xC06864CF", "0x5401"], ways.filter { $0 != "larger" })
    func otherRequestsReachTheKernel(_ number: String, _ way: String) throws {
        #expect(try request(number, way) == request(number, way, isFiltered: false))
    }

    @Test func requestsOfOtherDevicesReachTheKernelIfItComparesTypes() throws {
        let null = open("/dev/null", O_RDWR)
        defer { close(null) }
        #expect(try request("0xC06864CE", "type", card: null) == .exited(ENOTTY))
        #expect(try request("0xC06864CE", "native", card: null) == .exited(EACCES))
    }

    @Test func aSignalReachesNoOtherProcess() throws {
        let program = try ChildProgram(["sleep", "1000"])
        let process = program.process
        process.send(SIGTERM)
        #expect(program.wait() == .signalled(SIGTERM))
        // The process was waited for, so its number is free.
        process.send(SIGTERM)
    }

    @Test(arguments: [true, false]) func aProgramGainsNoRights(_ isFiltered: Bool) throws {
        #expect(try end("grep -q 'NoNewPrivs:\t1' /proc/self/status", isFiltered: isFiltered) == .exited(0))
    }
}
