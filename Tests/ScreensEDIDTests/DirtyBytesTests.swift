import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("Dirty bytes")
struct DirtyBytesTests {
    private func codes(_ bytes: [UInt8]) throws -> [Finding.Code] {
        try DisplayDescription(decoding: bytes).findings.map(\.code)
    }

    private var plain: DescriptionBuilder {
        var builder = DescriptionBuilder()
        builder.setDescriptor(0, DescriptionBuilder.fullHD)
        return builder
    }

    @Test func areNotAFindingIfTheyAreClean() throws {
        #expect(try codes(plain.bytes).isEmpty)
    }

    @Test(arguments: [
        (value: UInt8(0), count: 0, error: DisplayDescription.DecodingError.empty),
        (value: 0, count: 127, error: .tooShort),
        (value: 0, count: 128, error: .noHeader), (value: 0xFF, count: 256, error: .noHeader),
    ])
    func areRefusedIfTheyAreNotADescription(value: UInt8, count: Int, error: DisplayDescription.DecodingError) {
        let bytes = [UInt8](repeating: value, count: count)
        #expect(throws: error) { _ = try DisplayDescription(decoding: bytes).identity }
    }

    @Test func mayHaveAWrongChecksum() throws {
        var bytes = plain.bytes
        let right = bytes[127]
        bytes[127] &+= 1
        let display = try DisplayDescription(decoding: bytes)
        #expect(display.findings == [Finding(code: .wrongChecksum, block: 0, detail: Int(right))])
        #expect(display.identity == (try DisplayDescription(decoding: plain.bytes)).identity)
    }

    @Test func mayHaveADamagedHeader() throws {
        var bytes = plain.bytes
        bytes[1] = 0x7F
        #expect(try codes(bytes) == [.damagedHeader, .wrongChecksum])
    }

    @Test func mayLackExtensions() throws {
        var builder = plain
        builder.addCTA()
        let bytes = builder.bytes
        #expect(try codes(Array(bytes.prefix(128))) == [.missingExtensions])
        let cut = try DisplayDescription(decoding: Array(bytes.prefix(200)))
        #expect(cut.findings.map(\.code) == [.missingExtensions, .truncatedBlock])
        #expect(cut.extensions.isEmpty)
    }

    @Test func mayBePaddedWithZeros() throws {
        var builder = plain
        builder.addCTA()
        let padded = builder.bytes + [UInt8](repeating: 0, count: 256)
        let display = try DisplayDescription(decoding: padded)
        #expect(display.findings.map(\.code) == [.undeclaredBlocks])
        #expect(display.ctaExtensions.count == 1)
        var announced = plain
        announced.extensions = [[]]
        #expect(try codes(announced.bytes) == [.emptyExtension])
    }

    @Test func mayHoldTheDescriptionTwice() throws {
        var builder = plain
        builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 2, [0x10])])
        let display = try DisplayDescription(decoding: builder.bytes + builder.bytes)
        #expect(display.videoFormats.count == 1)
        #expect(display.findings.map(\.code) == [.undeclaredBlocks])
    }

    @Test func mayHoldAnExtensionThatIsNotAnnounced() throws {
        var builder = plain
        builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 2, [0x10])])
        var bytes = builder.bytes
        bytes[126] = 0
        bytes[127] &+= 1
        let display = try DisplayDescription(decoding: bytes)
        #expect(display.videoFormats.map(\.vic) == [16])
        #expect(display.findings.map(\.code) == [.undeclaredBlocks])
    }

    @Test func mayOverrideTheCountOfExtensions() throws {
        var builder = plain
        builder.addCTA(dataBlocks: [DescriptionBuilder.extendedBlock(tag: 0x78, [2])])
        builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 2, [0x10])])
        builder.base[126] = 1
        var bytes = builder.bytes
        bytes[126] = 1
        bytes[127] &+= 1
        let display = try DisplayDescription(decoding: bytes)
        #expect(display.ctaExtensions.count == 2)
        #expect(display.findings == [Finding(code: .extensionCountOverride, block: 0, detail: 2)])
    }

    @Test func mayHaveAWrongMapOfTheirBlocks() throws {
        var builder = plain
        builder.extensions = [[0xF0, 0x02, 0x70]]
        builder.addCTA()
        builder.addCTA()
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.findings == [Finding(code: .blockMapMismatch, block: 1, detail: 3)])
        #expect(display.ctaExtensions.count == 2)
    }

    @Test func mayHave256Blocks() throws {
        var builder = plain
        for _ in 0..<255 {
            builder.addCTA(dataBlocks: [DescriptionBuilder.dataBlock(tag: 2, [0x10])])
        }
        let display = try DisplayDescription(decoding: builder.bytes)
        #expect(display.extensions.count == 255)
        #expect(display.videoFormats.count == 255)
        #expect(display.findings.isEmpty)
        let tooLong = try DisplayDescription(decoding: builder.bytes + [UInt8](repeating: 7, count: 5000))
        #expect(tooLong.extensions.count == 255)
    }

    private static let seeds = BuiltSeeds.small + BuiltSeeds.longest.map { Array($0.prefix(1024)) }

    @Test(arguments: seeds.indices)
    func mayEndAnywhere(_ index: Int) {
        let bytes = Self.seeds[index]
        for length in 0...bytes.count {
            _ = try? DisplayDescription(decoding: Array(bytes.prefix(length)))
        }
    }

    @Test(arguments: BuiltSeeds.small.indices)
    func mayHaveAnyByteChanged(_ index: Int) {
        let bytes = BuiltSeeds.small[index]
        var changed = bytes
        for index in bytes.indices {
            for value: UInt8 in [0x00, 0x01, 0x1F, 0x7F, 0x80, 0xFE, 0xFF] {
                changed[index] = value
                _ = try? DisplayDescription(decoding: changed)
            }
            changed[index] = bytes[index]
        }
    }

    @Test func neverTrapTheDecoder() throws {
        let seeds = BuiltSeeds.small + Corpus.allCases.flatMap { Corpora.displays($0).map(\.bytes) }
        var mutator = Mutator(seeds: seeds, seed: 20_26)
        var input: [UInt8] = []
        var (decoded, lost) = (0, 0)
        // `EDIDFuzz`, which is built with optimisation, goes on where this ends.
        for _ in 0..<4000 {
            mutator.next(into: &input)
            guard let display = try? DisplayDescription(decoding: input) else { continue }
            decoded += 1
            // No property of the result may trap either.
            _ = display.preferredTiming?.timing.refreshMillihertz
            _ = display.imageSize
            let identity = display.identity
            lost += DisplayIdentity(identity.description) == identity ? 0 : 1
        }
        #expect(lost == 0)
        #expect(decoded > 500)
    }
}
