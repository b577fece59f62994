import ArgumentParser
import Glibc
import Screens
import TestSupport
import Testing

@testable import ScreensTool

struct PresentCommandTests {
    @Test(arguments: [
        [], ["A", "B"], ["A", "--size", "4x4"], ["A", "--format", "nv12"], ["A", "--size", "0x4", "--format", "nv12"],
        ["A", "--size", "99999x4", "--format", "nv12"], ["A", "--size", "4", "--format", "nv12"],
        ["A", "--size", "4x4", "--format", "yuv"], ["A", "--rate", "0"], ["A", "--rate", "fast"],
        ["A", "--rate", "1001"],
        ["A", "--matrix", "bt709"], ["A", "--range", "tv"], ["A", "--loop", "--hold"], ["A", "--fit", "tile"],
        ["A", "--mode", "large"], ["A", "--simulate", "wide"], ["A", "--snapshot", ""], ["A", "--color", "blue"],
        ["A", "--snapshot", "-", "--stats"], ["A", "--snapshot", "a.jpg"],
        ["A", "--rotate", "45"], ["A", "--frames", "3"],
    ])
    func contradictionsAreWrongUsage(arguments: [String]) {
        let error = #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(["present"] + arguments) }
        if let error { #expect(ScreensCommand.exitCode(for: error).rawValue == 64) }
    }

    @Test func everyWordIsTaken() throws {
        for format in VideoPixelFormat.allCases {
            let arguments = [
                "present", "A", "--size", "64x48", "--format", format.rawValue, "--rate", "23.976", "--matrix", "2020",
                "--range", "full", "--hold", "--rotate", "90", "--overscan", "5%", "--fit", "fill", "--mode", "720p",
            ]
            let command = try #require(try ScreensCommand.parseAsRoot(arguments) as? PresentCommand)
            #expect(command.format == format && command.matrix == .bt2020 && command.range == .full)
            #expect(command.rate == RefreshRate(numerator: 24000, denominator: 1001))
        }
    }

    // MARK: Runs of the program on a simulated screen

    private func file(_ bytes: [UInt8]) throws -> String {
        var name = Array("/tmp/screens-present-XXXXXX".utf8CString)
        let descriptor = mkstemp(&name)
        defer { close(descriptor) }
        try #require(write(descriptor, bytes, bytes.count) == bytes.count)
        return String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    private func film(_ frames: Int) -> [UInt8] {
        var bytes = Array("YUV4MPEG2 W16 H8 F100:1 Cmono XCOLORRANGE=FULL\n".utf8)
        for number in 0..<frames {
            bytes += Array("FRAME\n".utf8)
            bytes += [UInt8](repeating: UInt8(number + 1), count: 128)
        }
        return bytes
    }

    private struct Outcome: Equatable {
        let status: Int32?
        /// The colour in the middle of the picture at the end.
        var color: UInt32?
    }

    private func run(_ bytes: [UInt8], _ arguments: [String] = []) throws -> Outcome {
        let (input, picture) = (try file(bytes), try file([]))
        defer {
            unlink(input)
            unlink(picture)
        }
        let words = ["present", "Virtual-1", "--simulate", "32x16@200", "--snapshot", picture] + arguments
        let ended = try ProgramOutput(try TerminalProgram.path(), words, input: input)
        // Without a picture the file is still empty.
        let pixels = ended.status == 0 ? try PNGFile.read(picture) : nil
        return Outcome(
            status: ended.status,
            color: pixels.map { $0.pixels[$0.size.width * $0.size.height / 2 + $0.size.width / 2] })
    }

    @Test func itEndsWithTheLastFrame() throws {
        #expect(try run(film(20)) == Outcome(status: 0, color: 0x141414))
    }

    @Test func rawFramesNeedNoHeader() throws {
        let frames = [UInt8](repeating: 7, count: 96) + [UInt8](repeating: 9, count: 96)
        let arguments = ["--size", "8x4", "--format", "rgb24", "--rate", "50"]
        #expect(try run(frames, arguments) == Outcome(status: 0, color: 0x090909))
    }

    @Test func aShortLastFrameIsBadData() throws {
        #expect(try run(film(20).dropLast(1).map(\.self)).status == 65)
    }

    @Test func aWrongHeaderIsBadData() throws {
        #expect(try run(Array("YUV4MPEG2 W0 H0\n".utf8)).status == 65)
        #expect(try run([]).status == 65)
        #expect(try run(Array("YUV4MPEG2 W16 H8 F100:1\n".utf8)).status == 65)
    }

    @Test func framesThatArePlacedAndTurned() throws {
        #expect(
            try run(film(3), ["--rotate", "90", "--overscan", "5%", "--fit", "stretch"])
                == Outcome(status: 0, color: 0x030303))
    }

    /// A signal ends it, with the last frame on the screen or in the midst of a film that loops.
    @Test(arguments: ["--hold", "--loop"])
    func aSignalEndsIt(_ option: String) throws {
        let (input, picture) = (try file(film(5)), try file([]))
        defer {
            unlink(input)
            unlink(picture)
        }
        let program = try TerminalProgram.path()
        let words = "present Virtual-1 --simulate 32x16@200 --snapshot \(picture) \(option)"
        let right = option == "--hold" ? 5...5 : UInt32(1)...5
        var (status, color): (Int32?, UInt32) = (nil, 0)
        // On a machine with much work the signal may come before the program has begun, or before its last frame.
        for seconds in ["1", "10", "60"] where status != 0 || !right.contains(color & 255) {
            let ended = try ProgramOutput(
                "timeout",
                ["--preserve-status", "--signal=INT", seconds, program] + words.split(separator: " ").map(String.init),
                input: input)
            status = ended.status
            if status == 0 { color = try #require(try PNGFile.read(picture).pixels.first { $0 != 0 }) }
        }
        #expect(status == 0)
        #expect(right.contains(color & 255), "the picture has the color \(color)")
    }

    @Test func aLoopOfAPipeIsWrongUsage() throws {
        let input = try file(film(2))
        defer { unlink(input) }
        let program = try TerminalProgram.path()
        let ended = try ProgramOutput(
            "sh",
            ["-c", "cat \(input) | \(program) present Virtual-1 --simulate 32x16@200 --loop --snapshot /dev/null"])
        #expect(ended.status == 64)
    }
}
