import EDIDMutations
import Testing

@testable import ScreensEDID

@Suite("The removal of serials")
struct SerialRemovalTests {
    private static func block(_ bytes: [UInt8]) -> [UInt8] {
        var block = bytes + [UInt8](repeating: 0, count: 127 - bytes.count)
        block.append(0 &- block.reduce(0, &+))
        return block
    }

    private static func base(_ extensions: [UInt8] = []) -> [UInt8] {
        var builder = DescriptionBuilder(make: "DEL", product: 0xA0B1, serial: 0x1234_5678)
        builder.setText(1, tag: 0xFC, "U2410")
        builder.setText(2, tag: 0xFF, "F525M0A1234L")
        return builder.bytes + extensions
    }

    private static func sumsAreRight(_ edid: [UInt8]) -> [Bool] {
        stride(from: 0, to: edid.count - 127, by: 128).map { edid[$0..<$0 + 128].reduce(0, &+) == 0 }
    }

    /// Returns a section with blocks of a tag and a payload.
    private static func section(version: UInt8, _ blocks: [(UInt8, [UInt8])]) -> [UInt8] {
        var body: [UInt8] = []
        for (tag, payload) in blocks { body += [tag, 0, UInt8(payload.count)] + payload }
        var section: [UInt8] = [version, UInt8(body.count), 0, 0] + body
        section.append(0 &- section.reduce(0, &+))
        return block([0x70] + section)
    }

    @Test func leavesTheProductAndTakesTheSerial() throws {
        let edid = Self.base()
        let removed = SerialRemoval.removing(from: edid)
        #expect(try DisplayDescription(decoding: edid).identity.serial == "F525M0A1234L")
        let description = try DisplayDescription(decoding: removed)
        #expect(description.identity.description == "DEL:a0b1:U2410:-")
        #expect(description.base.serialString == nil && Self.sumsAreRight(removed) == [true])
        #expect(removed.count == edid.count && SerialRemoval.removing(from: removed) == removed)
    }

    @Test func aWrongChecksumStaysWrong() {
        var edid = Self.base()
        edid[127] &+= 1
        #expect(SerialRemoval.removing(from: edid)[0..<128].reduce(0, &+) == 1)
    }

    private static let versions: [(UInt8, [UInt8])] = [(0x10, [0x00, 0x0A, 0x12]), (0x20, [0x20, 0x28, 0x29])]

    @Test(arguments: versions)
    func takesTheSerialsOfDisplayID(_ version: UInt8, _ tags: [UInt8]) throws {
        let secret: [UInt8] = [0xDE, 0xAD, 0xBE, 0xEF]
        let product: [UInt8] = [0x10, 0xAC, 0x02, 0x34, 0x12]
        let payloads: [UInt8: [UInt8]] = [
            0x00: product + secret + [1, 30, 2, 0x41, 0x42], 0x20: product + secret + [1, 30, 2, 0x41, 0x42],
            0x0A: Array("SECRET1".utf8), 0x12: [UInt8](repeating: 7, count: 13) + product + secret,
            0x28: [UInt8](repeating: 7, count: 13) + product + secret, 0x29: [UInt8](repeating: 0xDE, count: 16),
        ]
        let edid = Self.base(Self.section(version: version, tags.map { ($0, payloads[$0] ?? []) }))
        #expect(try DisplayDescription(decoding: edid).findings.filter { $0.code == .wrongChecksum }.isEmpty)
        let removed = SerialRemoval.removing(from: edid)
        let tail = removed[128...]
        #expect(!tail.contains(0xDE) && !tail.contains(0xAD) && !tail.contains(UInt8(ascii: "S")))
        #expect(tail.contains(0xAC), "the product is still there")
        #expect(try DisplayDescription(decoding: removed).findings.filter { $0.code == .wrongChecksum }.isEmpty)
        #expect(try DisplayDescription(decoding: removed).displayIDSections.first?.serialString == nil)
    }

    @Test func takesTheSerialAndTheContainerOfACTAExtension() throws {
        let container = [UInt8](repeating: 0xDE, count: 16)
        let vendor: [UInt8] = [3 << 5 | 21, 0x5C, 0x12, 0xCA, 2, 0x81] + container
        let descriptor: [UInt8] = [0, 0, 0, 0xFF, 0] + Array("SECRET1\n     ".utf8)
        let edid = Self.base(Self.block([2, 3, UInt8(4 + vendor.count), 0] + vendor + descriptor))
        #expect(try DisplayDescription(decoding: edid).ctaExtensions.first?.serialString == "SECRET1")
        let removed = SerialRemoval.removing(from: edid)
        #expect(try DisplayDescription(decoding: removed).ctaExtensions.first?.serialString == nil)
        #expect(!removed[128...].contains(0xDE) && Self.sumsAreRight(removed) == [true, true])
        #expect(removed[128 + 9] == 0x81, "the flags are still there")
    }

    @Test func anyBytesAreSafe() {
        var mutator = Mutator(seeds: [Self.base(Self.section(version: 0x20, [(0x20, [1, 2, 3])])), []], seed: 5)
        var input: [UInt8] = []
        for _ in 0..<2000 {
            mutator.next(into: &input)
            #expect(SerialRemoval.removing(from: input).count == input.count)
        }
        for count in 0..<200 { _ = SerialRemoval.removing(from: [UInt8](repeating: 0xFF, count: count)) }
    }

    @Test(.enabled(if: Corpora.isPresent, "\(Corpora.absence)"), arguments: Corpus.allCases)
    func leavesEverythingElseOfRealDisplays(_ corpus: Corpus) throws {
        for display in Corpora.displays(corpus).prefix(2000) {
            guard let before = try? DisplayDescription(decoding: display.bytes) else { continue }
            let after = try DisplayDescription(decoding: SerialRemoval.removing(from: display.bytes))
            #expect(after.identity.serial == nil, "\(display.name)")
            #expect(after.identity.model == before.identity.model, "\(display.name)")
            #expect(after.detailedTimings == before.detailedTimings, "\(display.name)")
            #expect(after.extensions == before.extensions, "\(display.name)")
        }
    }
}
