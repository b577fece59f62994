import CScreensTurboJPEG
import Glibc
import Testing

@testable import Screens
@testable import ScreensLinux
@testable import ScreensPictures

/// The memory that pictures take while they are read and decoded.
@Suite struct DecodingMemoryTests {
    private static let mebibyte = 1 << 20
    private static let whole = Size(width: 1024, height: 1024)
    private static let screen = PictureSpace(.fit, in: Size(width: 256, height: 256))

    // MARK: Tables

    /// The bytes of a pixel that are stored before the first one is decoded.
    private static let frames: [(name: String, bytes: Int, make: @Sendable () throws -> [UInt8])] = [
        ("plain", 0, { try JPEGBuilder(color: JPEGBuilder.fields).bytes() }),
        ("half the colour", 0, { try JPEGBuilder(subsampling: TJSAMP_420, color: JPEGBuilder.fields).bytes() }),
        ("progressive", 6, { try JPEGBuilder(isProgressive: true, color: JPEGBuilder.fields).bytes() }),
        (
            "progressive, half the colour", 3,
            { try JPEGBuilder(subsampling: TJSAMP_420, isProgressive: true, color: JPEGBuilder.fields).bytes() }
        ),
        (
            "progressive, grey", 2,
            { try JPEGBuilder(subsampling: TJSAMP_GRAY, isProgressive: true, color: JPEGBuilder.fields).bytes() }
        ),
        (
            "progressive, four colours", 8,
            { try JPEGBuilder(isProgressive: true, color: JPEGBuilder.fields, isFourColors: true).bytes() }
        ),
    ]

    @Test(arguments: frames.indices)
    func aJPEGInSeveralScansIsStoredAsAWhole(index: Int) throws {
        let (name, bytes, make) = Self.frames[index]
        let frame = JPEGSegments(try make()).frame
        #expect(frame.storedCoefficients(of: Self.whole) == bytes << 20, "\(name)")
    }

    /// TEM and RST have no length: the two bytes behind them are the next marker.
    @Test(arguments: [0x01, 0xD0, 0xD7] as [UInt8])
    func aMarkerWithoutASegmentHidesNoFrame(marker: UInt8) throws {
        var bytes = try JPEGBuilder(isProgressive: true, color: JPEGBuilder.fields).bytes()
        bytes.insert(contentsOf: [0xFF, marker], at: 2)
        #expect(JPEGSegments(bytes).frame.storedCoefficients(of: Self.whole) == 6 << 20)
    }

    /// libjpeg skips the bytes after the marker 0 up to the next marker, which is in the length of a segment.
    @Test func aJPEGWithSegmentsThatTheDecoderReadsOtherwiseIsRefused() throws {
        let file = try JPEGBuilder(isProgressive: true, color: JPEGBuilder.fields).bytes()
        let scan = try #require((2..<file.count).first { file[$0] == 0xFF && file[$0 + 1] == 0xDA })
        let real = Array(file[2..<scan])
        let fake: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 16, 0, 32, 3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
        let comment: [UInt8] = [0xFF, 0xFE, 0, UInt8(fake.count + 2)]
        let length = real.count + comment.count + 2
        let hidden = [0xFF, 0, UInt8(length >> 8), UInt8(length & 0xFF)] + real + comment
        let bytes = file[..<2] + hidden + fake + file[scan...]
        #expect(JPEGSegments(Array(bytes)).frame == JPEGFrame())
        #expect(throws: PictureError.self) { try PictureFile.decode(Array(bytes)) }
    }

    @Test func aJPEGWithoutAFrameOrWithAScanForEachColourIsStoredAsAWhole() throws {
        #expect(JPEGFrame().storedCoefficients(of: Self.whole) == 8 << 20)
        let bytes = try JPEGBuilder(color: JPEGBuilder.fields).bytes()
        let scan = try #require(bytes.indices.first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xDA })
        var single = bytes
        single[scan + 4] = 1
        #expect(JPEGSegments(single).frame.storedCoefficients(of: Self.whole) == 6 << 20)
    }

    /// The bytes of a pixel of a file with 1024x1024 pixels, without the tables of the decoder.
    @Test func eachWayOfDecodingTakesItsMemory() {
        let size = Self.whole
        func whole(_ isDeep: Bool, _ orientation: PictureOrientation, _ space: PictureSpace?) -> Int {
            (DecodingMemory.whole(size, isDeep: isDeep, orientation, for: space) >> 16) - 16
        }
        // In sixteenths of a MiB: a picture has 64, and a screen has 4.
        #expect(whole(false, .up, Self.screen) == 64 + 4)
        #expect(whole(false, .up, nil) == 2 * 64)
        #expect(whole(false, .rotated90, Self.screen) == 2 * 64)
        #expect(whole(true, .up, Self.screen) == 3 * 64)
        #expect(whole(true, .rotated90, nil) == 3 * 64)
        #expect(DecodingMemory.rows(of: size, Size(width: 256, height: 256)) >> 16 == 2 * 4 + 17)
        func jpeg(_ coefficients: Int, _ scaled: Size, _ space: PictureSpace?) -> Int {
            (DecodingMemory.jpeg(size, scaled: scaled, coefficients: coefficients << 20, .up, for: space) >> 16) - 17
        }
        #expect(jpeg(0, Size(width: 256, height: 256), Self.screen) == 2 * 4)
        #expect(jpeg(8, size, Self.screen) == 128 + 64)
        #expect(jpeg(8, Size(width: 256, height: 256), Self.screen) == 128 + 4)
    }

    // MARK: The budget

    private func limits(_ mebibytes: Int) -> PictureLimits {
        var limits = PictureLimits()
        limits.budget = MemoryBudget { mebibytes * Self.mebibyte }
        return limits
    }

    private func decode(_ bytes: [UInt8], _ space: PictureSpace?, _ limits: PictureLimits) -> PictureError? {
        do throws(PictureError) {
            _ = try PictureFile.granted(bytes, name: "it", for: space, limits: limits) { _ in }
            return nil
        } catch {
            return error
        }
    }

    /// The header of a file with many pixels, and no pixel.
    private func header(_ width: Int, _ height: Int, depth: Int, isInterlaced: Bool) -> [UInt8] {
        var bytes = PNGBuilder(width: 1, height: 1, depth: depth, isInterlaced: isInterlaced) { _, _ in [0, 0, 0] }
            .bytes
        let header = PNGBuilder.big(width) + PNGBuilder.big(height) + bytes[24..<29]
        bytes.replaceSubrange(8..<33, with: PNGBuilder.chunk("IHDR", Array(header)))
        return bytes
    }

    @Test func aDeepInterlacedPNGIsRefusedBeforeItsMemoryIsTaken() {
        let bytes = header(8192, 8192, depth: 16, isInterlaced: true)
        let error = decode(bytes, Self.screen, limits(512))
        #expect(error?.code == .tooLarge)
        #expect(error?.problem == "it needs 770 MiB of memory, and the memory budget is 512 MiB")
        // It needs less with 8 bits, and the file has no pixels.
        #expect(decode(header(8192, 8192, depth: 8, isInterlaced: true), Self.screen, limits(512))?.code == .damaged)
    }

    @Test func aPictureThatFitsReturnsAGrantForIt() throws {
        let limits = limits(16)
        let bytes = PNGBuilder(width: 40, height: 30) { _, _ in [1, 2, 3] }.bytes
        var (picture, grant) = try PictureFile.granted(bytes, name: "it", for: nil, limits: limits) { _ in }
        #expect(picture.size == Size(width: 40, height: 30))
        #expect(limits.budget?.usage.bytes == [.decoding: grant?.bytes ?? 0])
        grant = nil
        #expect(limits.budget?.usage.sum == 0)
    }

    /// A file with the chunks of these names.
    private func interlaced(_ depth: Int, _ names: [String]) -> [UInt8] {
        let chunks = names.map { name in
            (name: name, body: name == "gAMA" ? PNGBuilder.big(100_000) : [UInt8](repeating: 0x61, count: 1000))
        }
        return PNGBuilder(width: 5, height: 4, depth: depth, isInterlaced: true, chunks: chunks) { _, _ in [1, 2, 3] }
            .bytes
    }

    /// Texts are left out of each file, and chunks about colours of deep and interlaced ones.
    @Test(
        arguments: [
            (8, [], []), (8, ["gAMA"], []), (8, ["tEXt", "gAMA", "tEXt"], [["tEXt", "gAMA", "tEXt"]]),
            (16, [], []), (16, ["gAMA"], [["gAMA"]]), (16, ["tEXt"], [["tEXt"]]),
            (16, ["tEXt", "gAMA"], [["tEXt", "gAMA"], ["gAMA"]]),
        ] as [(Int, [String], [[String]])])
    func eachCopyOfAFileIsGranted(depth: Int, names: [String], copied: [[String]]) throws {
        let file = interlaced(depth, names)
        let (_, grant) = try PictureFile.granted(file, name: "it", for: nil, limits: limits(16)) { _ in }
        let copies = copied.reduce(0) { $0 + interlaced(depth, $1).count }
        let decoder = DecodingMemory.whole(Size(width: 5, height: 4), isDeep: depth == 16, .up, for: nil)
        #expect(grant?.bytes == file.count + copies + decoder)
    }

    @Test func memoryThatOthersHaveIsNotAFaultOfThePicture() throws {
        let limits = limits(16)
        let budget = try #require(limits.budget)
        let other = try budget.grant(16 * Self.mebibyte, for: .snapshots)
        let bytes = PNGBuilder(width: 4, height: 3) { _, _ in [1, 2, 3] }.bytes
        let error = decode(bytes, nil, limits)
        #expect(error?.code == .noMemory)
        #expect(error?.problem.contains("of which 0 MiB are left") == true)
        other.shrink(to: 0)
        #expect(decode(bytes, nil, limits) == nil)
    }

    // MARK: Files

    /// A file with some bytes and a hole after them.
    private func sparse(_ bytes: [UInt8], _ size: Int) throws -> String {
        let path = "/tmp/screens-\(getpid())-\(UInt64.random(in: 0 ... .max))"
        try WholeFile.write(bytes, to: path)
        try #require(truncate(path, size) == 0)
        return path
    }

    @Test(arguments: [24, 33, 100] as [Int], ["PNG", "JPEG", "text"])
    func aFileWithAHoleDoesNotCostItsSize(count: Int, kind: String) throws {
        let begin =
            switch kind {
            case "PNG": header(64, 64, depth: 8, isInterlaced: false)
            case "JPEG": try JPEGBuilder(color: JPEGBuilder.fields).bytes()
            default: Array(repeating: 0x41 as UInt8, count: 100)
            }
        let path = try sparse(Array(begin.prefix(count)), 100 * Self.mebibyte)
        defer { unlink(path) }
        let file = try PictureBytes(of: path, limits(16))
        #expect(file.bytes.count <= 1 << 16)
        var damaged: PictureError?
        do { _ = try PictureFile.read(path, limits: limits(16)) } catch { damaged = error }
        #expect(damaged?.code == (kind == "text" ? .notPicture : .damaged))
    }

    /// The hole is the body of one chunk.
    @Test func moreDataThanAPictureNeedsIsNotRead() throws {
        var bytes = Array(header(64, 64, depth: 8, isInterlaced: false).prefix(33))
        bytes += PNGBuilder.big(90 * Self.mebibyte) + Array("IDAT".utf8)
        let path = try sparse(bytes, 100 * Self.mebibyte)
        defer { unlink(path) }
        #expect(try PictureBytes(of: path, limits(16)).bytes.count <= 1 << 16)
    }

    @Test func aFileIsReadOnlyIfTheBudgetHasRoomForIt() throws {
        var bytes = Array(header(8192, 8192, depth: 8, isInterlaced: false).prefix(33))
        bytes += PNGBuilder.big(90 * Self.mebibyte) + Array("IDAT".utf8)
        let path = try sparse(bytes, 100 * Self.mebibyte)
        defer { unlink(path) }
        var refused: PictureError?
        do { _ = try PictureFile.read(path, limits: limits(16)) } catch { refused = error }
        #expect(refused?.problem == "\(path) needs 100 MiB of memory, and the memory budget is 16 MiB")
    }
}

@Suite struct DecodingTurnTests {
    @Test(.timeLimit(.minutes(1))) func aPictureThatTakesLongPassesTheTurnOn() {
        let turn = DecodingTurn(longest: .milliseconds(10))
        let (begun, end, done) = (Completion(), Completion(), Completion())
        let hasStarted = DetachedThread.start {
            turn.take {
                begun.signal()
                _ = end.wait(until: .now.advanced(by: .seconds(50)))
            }
            done.signal()
        }
        #expect(hasStarted && begun.wait(until: .now.advanced(by: .seconds(30))))
        #expect(turn.take { 1 } == 1)
        #expect(turn.take { 2 } == 2)
        #expect(!done.isDone)
        end.signal()
        #expect(done.wait(until: .now.advanced(by: .seconds(30))))
        #expect(turn.take { 3 } == 3)
    }

    @Test(.timeLimit(.minutes(1))) func picturesAreDecodedOneAfterTheOther() throws {
        let turn = DecodingTurn(longest: .seconds(3600))
        let count = FutexWord()
        let done = (0..<8).map { _ in Completion() }
        for completion in done {
            let hasStarted = DetachedThread.start {
                turn.take {
                    #expect(count.pointer.pointee.wrappingAdd(1, ordering: .relaxed).oldValue == 0)
                    sched_yield()
                    #expect(count.pointer.pointee.wrappingSubtract(1, ordering: .relaxed).newValue == 0)
                }
                completion.signal()
            }
            #expect(hasStarted)
        }
        for completion in done { #expect(completion.wait(until: .now.advanced(by: .seconds(50)))) }
    }
}
