import Testing

@testable import Screens
@testable import ScreensPictures

@Suite struct PNGDecoderTests {
    struct Sample: Sendable, CustomTestStringConvertible {
        let name: String
        let bytes: [UInt8]
        /// The pixels of three columns and two rows: ARGB8888, premultiplied.
        let pixels: [UInt32]
        var testDescription: String { name }

        init(
            _ name: String, depth: Int = 8, kind: UInt8, isInterlaced: Bool = false,
            chunks: [(name: String, body: [UInt8])] = [], _ samples: [[Int]], _ pixels: [UInt32]
        ) {
            let builder = PNGBuilder(
                width: 3, height: 2, depth: depth, kind: kind, isInterlaced: isInterlaced, chunks: chunks
            ) { samples[$1 * 3 + $0] }
            self.name = name
            bytes = builder.bytes
            self.pixels = pixels
        }
    }

    private static let rgb = [[255, 0, 0], [0, 255, 0], [0, 0, 255], [1, 2, 3], [128, 64, 32], [255, 255, 255]]
    private static let rgbPixels: [UInt32] = [
        0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF01_0203, 0xFF80_4020, 0xFFFF_FFFF,
    ]
    private static let grey = [[0], [1], [0], [1], [1], [0]]
    private static let greyPixels = grey.map { $0[0] == 1 ? 0xFFFF_FFFF : 0xFF00_0000 as UInt32 }
    private static let palette: (name: String, body: [UInt8]) = ("PLTE", [255, 0, 0, 0, 255, 0, 0, 0, 255, 1, 2, 3])
    private static let indices = [[0], [1], [2], [3], [2], [0]]

    static let samples: [Sample] = [
        Sample("colour", kind: 2, rgb, rgbPixels),
        Sample("colour, interlaced", kind: 2, isInterlaced: true, rgb, rgbPixels),
        Sample("colour of 16 bits", depth: 16, kind: 2, rgb.map { $0.map { $0 * 257 } }, rgbPixels),
        Sample("grey of 1 bit", depth: 1, kind: 0, grey, greyPixels),
        Sample("grey of 1 bit, interlaced", depth: 1, kind: 0, isInterlaced: true, grey, greyPixels),
        Sample(
            "grey of 4 bits", depth: 4, kind: 0, [[0], [15], [8], [1], [7], [0]],
            [0xFF00_0000, 0xFFFF_FFFF, 0xFF88_8888, 0xFF11_1111, 0xFF77_7777, 0xFF00_0000]),
        Sample(
            "grey of 16 bits", depth: 16, kind: 0, [[0], [0xFFFF], [0x8080], [0], [0], [0x0101]],
            [0xFF00_0000, 0xFFFF_FFFF, 0xFF80_8080, 0xFF00_0000, 0xFF00_0000, 0xFF01_0101]),
        Sample(
            "grey with alpha", kind: 4, [[255, 255], [255, 128], [100, 0], [0, 255], [200, 51], [9, 255]],
            [0xFFFF_FFFF, 0x8080_8080, 0x0000_0000, 0xFF00_0000, 0x3328_2828, 0xFF09_0909]),
        Sample(
            "colour with alpha", kind: 6, rgb.enumerated().map { $1 + [[255, 128, 0, 255, 255, 51][$0]] },
            [0xFFFF_0000, 0x8000_8000, 0x0000_0000, 0xFF01_0203, 0xFF80_4020, 0x3333_3333]),
        Sample(
            "palette of 2 bits", depth: 2, kind: 3, chunks: [palette], indices,
            [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFF01_0203, 0xFF00_00FF, 0xFFFF_0000]),
        Sample(
            "palette with transparency", kind: 3, chunks: [palette, ("tRNS", [255, 128, 0])], indices,
            [0xFFFF_0000, 0x8000_8000, 0x0000_0000, 0xFF01_0203, 0x0000_0000, 0xFFFF_0000]),
        Sample(
            "a transparent colour", kind: 2, chunks: [("tRNS", [0, 255, 0, 0, 0, 0])], rgb,
            [0] + rgbPixels.dropFirst()),
        Sample(
            "colour of 16 bits, interlaced", depth: 16, kind: 2, isInterlaced: true, rgb.map { $0.map { $0 * 257 } },
            rgbPixels),
        Sample(
            "colour of 16 bits with alpha, interlaced", depth: 16, kind: 6, isInterlaced: true,
            rgb.enumerated().map { ($1 + [[255, 128, 0, 255, 255, 51][$0]]).map { $0 * 257 } },
            [0xFFFF_0000, 0x8000_8000, 0x0000_0000, 0xFF01_0203, 0xFF80_4020, 0x3333_3333]),
        Sample("animated", kind: 2, chunks: [("acTL", [0, 0, 0, 2, 0, 0, 0, 0])], rgb, rgbPixels),
    ]

    @Test(arguments: samples)
    func everyKindComesOutAlike(sample: Sample) throws {
        let picture = try PictureFile.decode(sample.bytes, name: "it") { Issue.record("warned: \($0)") }
        #expect(picture.size == Size(width: 3, height: 2))
        #expect(picture.pixels.map { String($0, radix: 16) } == sample.pixels.map { String($0, radix: 16) })
        #expect(picture.isOpaque == sample.pixels.allSatisfy { $0 >> 24 == 255 })
    }

    /// Reading row by row gives the same as a later reduction.
    @Test(arguments: samples)
    func everyKindIsReducedAlike(sample: Sample) throws {
        let full = try PNGDecoder.decode(sample.bytes, name: "it", limits: PictureLimits())
        for (width, height) in [(1, 1), (2, 1), (2, 2), (3, 1), (1, 2)] {
            let space = PictureSpace(.stretch, in: Size(width: width, height: height))
            let small = try PictureFile.decode(sample.bytes, name: "it", for: space) { Issue.record("warned: \($0)") }
            #expect(small == full.reduced(for: space), "\(width)x\(height)")
        }
    }

    @Test(arguments: [nil, 45_455, 100_000, 55_555] as [Int?], [8, 16])
    func aPictureWithAGammaIsReducedAlike(gamma: Int?, depth: Int) throws {
        let scale = depth == 16 ? 257 : 1
        let chunks = gamma.map { [(name: "gAMA", body: PNGBuilder.big($0))] } ?? []
        let file = PNGBuilder(width: 37, height: 23, depth: depth, kind: 6, chunks: chunks) { x, y in
            [x * 6 * scale, y * 11 * scale, (x + y) * 4 * scale, (255 - x * y % 200) * scale]
        }
        let full = try PNGDecoder.decode(file.bytes, name: "it", limits: PictureLimits())
        for mode in [ContentMode.fit, .fill, .stretch] {
            let space = PictureSpace(mode, in: Size(width: 17, height: 9))
            #expect(try PictureFile.decode(file.bytes, name: "it", for: space) == full.reduced(for: space), "\(mode)")
        }
    }

    @Test func textsAreLeftOutAndAllElseStays() throws {
        func bytes(_ chunks: [(name: String, body: [UInt8])]) -> [UInt8] {
            PNGBuilder(width: 3, height: 2, chunks: chunks) { x, y in [x * 80, y * 200, 7] }.bytes
        }
        let gamma = (name: "gAMA", body: PNGBuilder.big(100_000))
        let text = (name: "zTXt", body: [UInt8](repeating: 0x61, count: 40))
        let plain = bytes([gamma])
        #expect(PNGChunks.bytes(plain, without: PNGChunks.texts) == plain)
        #expect(
            PNGChunks.bytes(
                bytes([text, gamma, text, (name: "iTXt", body: []), text]), without: PNGChunks.texts) == plain)
        #expect(PNGChunks.bytes(Array(plain.prefix(40)), without: PNGChunks.texts) == Array(plain.prefix(40)))
        #expect(try PictureFile.decode(bytes([text, gamma])) == PictureFile.decode(plain))
    }

    /// Nothing has granted more memory than that.
    @Test func aFileWithoutSomeChunksTakesNoMoreThanTheFile() {
        var file = PictureProgress.pngSignature
        file += PNGBuilder.chunk("IDAT", [UInt8](repeating: 0, count: 60_000))
        file += PNGBuilder.chunk("tEXt", [0x61])
        file += PNGBuilder.chunk("IDAT", [UInt8](repeating: 0, count: 10_000))
        let copy = PNGChunks.bytes(file, without: PNGChunks.texts)
        #expect(copy.count == file.count - 13)
        #expect(copy.capacity < file.count + 4096)
    }

    @Test func aPictureThatIsCutOffIsDamagedReducedToo() {
        let file = PNGBuilder(width: 37, height: 23) { x, y in [x, y, 0] }.bytes
        let space = PictureSpace(.fit, in: Size(width: 4, height: 4))
        for count in [9, 30, 33, 60, file.count / 2, file.count - 40] {
            let failure = #expect(throws: PictureError.self, "\(count)") {
                try PictureFile.decode(Array(file.prefix(count)), name: "it", for: space)
            }
            #expect(failure?.code == .damaged, "\(count)")
        }
    }

    /// The picture has enough rows for each of the seven smaller pictures of interlacing to have pixels.
    @Test(arguments: [8, 16], [false, true])
    func everyLineOfAPictureIsInItsPlace(depth: Int, isInterlaced: Bool) throws {
        let scale = depth == 16 ? 257 : 1
        let file = PNGBuilder(width: 19, height: 17, depth: depth, kind: 2, isInterlaced: isInterlaced) {
            [$0 * 13 * scale, $1 * 15 * scale, 99 * scale]
        }
        let picture = try PictureFile.decode(file.bytes, name: "it") { _ in }
        for (index, pixel) in picture.pixels.enumerated() {
            let (red, green) = (UInt32(index % 19 * 13), UInt32(index / 19 * 15))
            #expect(pixel == 0xFF00_0063 | red << 16 | green << 8, "\(index % 19), \(index / 19)")
        }
    }

    /// libpng converts some pictures to the gamma of displays, and we convert the others.
    @Test(arguments: [45_455, 100_000, 55_555])
    func linearPicturesLookAlikeInterlacedOrNot(gamma: Int) throws {
        var file = PNGBuilder(width: 16, height: 16, depth: 16, chunks: [("gAMA", PNGBuilder.big(gamma))]) { x, y in
            [(y * 16 + x) * 257, x * 4369, y * 4369]
        }
        let plain = try PictureFile.decode(file.bytes, name: "it") { _ in }
        file.isInterlaced = true
        let interlaced = try PictureFile.decode(file.bytes, name: "it") { _ in }
        for (one, other) in zip(plain.pixels, interlaced.pixels) {
            for shift in [0, 8, 16, 24] as [UInt32] {
                #expect(abs(Int(one >> shift & 0xFF) - Int(other >> shift & 0xFF)) <= 1)
            }
        }
        #expect((plain.pixels[128] >> 16 & 0xFF == 128) == (gamma == 45_455))
    }

    @Test func aPictureOfManyPixelsIsRefusedBeforeTheyAreRead() {
        let header = PNGBuilder.big(1 << 14) + PNGBuilder.big(1 << 14) + [8, 6, 0, 0, 0]
        let bytes =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + PNGBuilder.chunk("IHDR", header)
            + PNGBuilder.chunk("IDAT", [0x78, 0x01])
        let failure = #expect(throws: PictureError.self) { try PictureFile.decode(bytes, name: "it") { _ in } }
        #expect(failure?.code == .tooLarge)
        #expect(failure?.problem == "it has 16384x16384 pixels: the limit is 67 megapixels")
    }
}
