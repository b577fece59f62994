import Glibc
import ScreensLinux
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensTool

@Suite struct VideoReaderTests {
    /// A file, or the reading end of a pipe, with some bytes.
    private final class Input {
        let descriptor: Int32

        init(_ bytes: [UInt8], isFile: Bool = true, before: [UInt8] = []) throws {
            if isFile {
                var name = Array("/tmp/screens-frames-XXXXXX".utf8CString)
                descriptor = mkstemp(&name)
                unlink(name)
                let all = before + bytes
                try #require(Glibc.write(descriptor, all, all.count) == all.count)
                lseek(descriptor, off_t(before.count), SEEK_SET)
            } else {
                var ends: [Int32] = [-1, -1]
                try #require(pipe(&ends) == 0)
                try #require(Glibc.write(ends[1], bytes, bytes.count) == bytes.count)
                close(ends[1])
                descriptor = ends[0]
            }
        }

        deinit { close(descriptor) }
    }

    /// Returns frames of 4 by 2 pixels in 4:2:0, which have 12 bytes each.
    private func film(_ frames: Int, line: String = "FRAME", header: String = "W4 H2 F30:1 C420") -> [UInt8] {
        var bytes = Array("YUV4MPEG2 \(header)\n".utf8)
        for number in 0..<frames {
            bytes += Array("\(line)\n".utf8)
            bytes += [UInt8](repeating: UInt8(number + 1), count: 12)
        }
        return bytes
    }

    @Test(
        arguments: [("C420jpeg", .center), ("C420mpeg2", .left), ("C420paldv", .topLeft), ("C420p10", .left)]
            as [(String, ChromaSiting)])
    func theHeaderStatesThePositionOfChroma(_ words: String, _ siting: ChromaSiting) throws {
        let input = try Input(film(0, header: "W4 H2 F30:1 \(words)"))
        #expect(try VideoReader(input.descriptor, VideoReader.Request(), loops: false).format.siting == siting)
    }

    private let raw = VideoReader.Request(size: Size(width: 2, height: 2), pixels: .gray8)

    /// The first byte of each frame, and the exit status of the failure at the end.
    private struct Outcome: Equatable {
        let frames: [UInt8]
        let status: Int32?

        init(_ frames: [UInt8], _ status: Int32? = nil) {
            self.frames = frames
            self.status = status
        }
    }

    private func read(
        _ bytes: [UInt8], _ request: VideoReader.Request = VideoReader.Request(), isFile: Bool = true,
        loops: Bool = false,
        before: [UInt8] = [], most: Int = 100
    ) throws -> Outcome {
        let input = try Input(bytes, isFile: isFile, before: before)
        var frames: [UInt8] = []
        do throws(Failure) {
            var reader = try VideoReader(input.descriptor, request, loops: loops)
            var frame = [UInt8](repeating: 0, count: reader.format.byteCount)
            while frames.count < most {
                let result = frame.withUnsafeMutableBytes { bytes in
                    Result { () throws(Failure) in try reader.read(into: bytes) }
                }
                guard try result.get() else { return Outcome(frames) }
                frames.append(frame[0])
            }
            return Outcome(frames)
        } catch {
            return Outcome(frames, error.status.rawValue)
        }
    }

    @Test(arguments: [true, false])
    func framesComeInOrder(isFile: Bool) throws {
        #expect(try read(film(3), isFile: isFile) == Outcome([1, 2, 3]))
        #expect(try read(film(3, line: "FRAME Ip XANY"), isFile: isFile) == Outcome([1, 2, 3]))
        #expect(try read([1, 1, 1, 1, 2, 2, 2, 2], raw, isFile: isFile) == Outcome([1, 2]))
    }

    @Test(arguments: [true, false])
    func aPartOfAFrameIsBadData(isFile: Bool) throws {
        #expect(try read(film(3).dropLast(1).map(\.self), isFile: isFile) == Outcome([1, 2], 65))
        #expect(try read(film(3).dropLast(12).map(\.self), isFile: isFile) == Outcome([1, 2], 65))
        #expect(try read(film(3).dropLast(15).map(\.self), isFile: isFile) == Outcome([1, 2], 65))
        #expect(try read([1, 1, 1, 1, 2], raw, isFile: isFile) == Outcome([1], 65))
    }

    @Test(
        arguments: [
            "", "\n", "YUV4MPEG2", "YUV4MPEG2 W0 H5 F25:1\n", "YUV4MPEG2 W16385 H1 F25:1\n",
            "YUV4MPEG2 W16384 H16384 F25:1\n", "YUV4MPEG2 W999999999 H999999999 F25:1\n",
            "YUV4MPEG2 W4 H4 F999999999:1\n",
            "YUV4MPEG2 W4 H4 F1:999999999\n", "YUV4MPEG2 W4 H4 A70000:1\n", "RIFF1234AVI LIST\n",
            "YUV4MPEG2 " + String(repeating: "X", count: 5000), String(repeating: "a", count: 100_000),
            "YUV4MPEG2 W4 H2 X" + String(repeating: "A", count: 5000) + "\n",
        ])
    func aWrongHeaderIsBadData(_ text: String) throws {
        #expect(try read(Array(text.utf8)) == Outcome([], 65))
    }

    @Test(arguments: ["FRAMES", "FRAM", "frame", "", "FRAME" + String(repeating: "x", count: 5000)])
    func aWrongFrameLineIsBadData(_ line: String) throws {
        #expect(try read(film(2, line: line)) == Outcome([], 65))
        #expect(try read(film(1) + Array("\(line)\n".utf8) + [UInt8](repeating: 0, count: 12)) == Outcome([1], 65))
    }

    @Test func aLongFrameLineHasAnEnd() throws {
        #expect(try read(film(2, line: "FRAME X" + String(repeating: "x", count: 1000))) == Outcome([1, 2]))
        #expect(try read(film(2, line: "FRAME X" + String(repeating: "x", count: 2000))) == Outcome([], 65))
    }

    @Test func rawFramesThatAreAFilmAreBadData() throws {
        var request = raw
        request.size = Size(width: 8, height: 2)
        #expect(try read(film(5), request) == Outcome([], 65))
    }

    @Test func aFileLoopsFromItsFirstFrame() throws {
        #expect(try read(film(2), loops: true, most: 5) == Outcome([1, 2, 1, 2, 1]))
        #expect(try read(film(2), loops: true, before: [9, 9, 9], most: 5) == Outcome([1, 2, 1, 2, 1]))
        #expect(
            try read([1, 1, 1, 1, 2, 2, 2, 2], raw, loops: true, before: [9], most: 5) == Outcome([1, 2, 1, 2, 1]))
    }

    @Test func aLoopNeedsAFileAndAFrame() throws {
        #expect(try read(film(2), isFile: false, loops: true) == Outcome([], 64))
        #expect(try read([], raw, loops: true) == Outcome([]))
        #expect(try read([1, 1, 1, 1, 2], raw, loops: true) == Outcome([1], 65))
    }

    @Test func theCommandLineComesBeforeTheHeader() throws {
        let input = try Input(film(1, header: "W4 H2 F0:0 C420 XCOLORRANGE=LIMITED"))
        let request = VideoReader.Request(
            rate: RefreshRate(numerator: 24, denominator: 1), matrix: .bt2020, range: .full)
        let format = try VideoReader(input.descriptor, request, loops: false).format
        #expect(format.rate == RefreshRate(numerator: 24, denominator: 1))
        #expect(format.matrix == .bt2020 && format.range == .full)
    }

    @Test func lateFramesAreReportedSeldom() {
        func counts(_ shown: UInt64, late: UInt64) -> Presenter.Counts {
            Presenter.Counts(shown: shown, late: late, skipped: 0)
        }
        func time(_ seconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: seconds * 1_000_000_000) }
        var lateness = Lateness()
        #expect(lateness.notice(counts(5, late: 0), at: time(1)) == nil)
        #expect(lateness.notice(counts(6, late: 1), at: time(2)) == "a frame came late: frame 6")
        #expect(lateness.notice(counts(9, late: 3), at: time(3)) == nil)
        #expect(lateness.notice(counts(99, late: 8), at: time(12)) == "8 frames came late so far, of 99")
        #expect(lateness.notice(counts(100, late: 8), at: time(30)) == nil)
        #expect(lateness.summary(counts(200, late: 8)) == nil)
        #expect(lateness.summary(counts(200, late: 9)) == "9 of 200 frames came late")
    }
}
