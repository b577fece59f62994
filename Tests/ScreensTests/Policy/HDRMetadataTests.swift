import Testing

@testable import Screens

@Suite struct HDRMetadataTests {
    @Test func theBytesAreTheKernelsStructure() throws {
        let metadata = try #require(HDRMetadata("pq:max=1000,min=0.0001,cll=1200,fall=400"))
        let words = (0..<13).map { UInt16(metadata.bytes[4 + 2 * $0]) | UInt16(metadata.bytes[5 + 2 * $0]) << 8 }
        #expect(metadata.bytes.count == 32 && metadata.bytes.prefix(4) == [0, 0, 0, 0])
        // Transfer function and descriptor; red, green, blue, white; the luminances.
        #expect(words[0] == 2)
        #expect(words[1...8] == [35400, 14600, 8500, 39850, 6550, 2300, 15635, 16450])
        #expect(words[9...] == [1000, 1, 1200, 400])
    }

    @Test(arguments: [
        "sdr", "hdr", "hlg", "pq", "pq:max=1000,min=0.0001,cll=1000,fall=400", "pq:max=65535,min=6.5535",
        "hlg:min=0.05", "pq:min=2", "sdr:cll=1",
    ])
    func textAndBytesRoundTrip(_ text: String) throws {
        let metadata = try #require(HDRMetadata(text))
        #expect(metadata.text == text)
        #expect(HDRMetadata(bytes: metadata.bytes) == metadata)
    }

    @Test(arguments: [
        "", "off", "PQ", "pq:", "pq:max", "pq:max=", "pq:max=-1", "pq:max=65536", "pq:max=1.5", "pq:min=7", "pq:min=-1",
        "pq:min=nan", "pq:min=inf", "pq:min=1e99", "pq:max=1,max=2", "pq:max=1,", "pq:peak=1", "pq:max=1=2", ":max=1",
    ])
    func malformedTextIsRefused(_ text: String) {
        #expect(HDRMetadata(text) == nil)
    }

    @Test func malformedBytesAreRefused() {
        let bytes = HDRMetadata(.pq).bytes
        for count in 0..<(HDRMetadata.byteCount - 2) { #expect(HDRMetadata(bytes: Array(bytes.prefix(count))) == nil) }
        for place in [0, 3, 4, 5] {
            var bytes = bytes
            bytes[place] = 9
            #expect(HDRMetadata(bytes: bytes) == nil)
        }
    }
}
