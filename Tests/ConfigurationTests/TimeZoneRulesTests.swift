import Testing

@testable import Configuration

struct TimeZoneRulesTests {
    @Test(
        arguments: [
            ("CET-1CEST,M3.5.0,M10.5.0/3", 1_782_864_000, 7200), ("CET-1CEST,M3.5.0,M10.5.0/3", 1_767_225_600, 3600),
            ("IST-5:30", 0, 19_800), ("<+1030>-10:30<+11>-11,M10.1.0,M4.1.0", 1_767_225_600, 39_600),
            ("EST5EDT,M3.2.0,M11.1.0", 1_767_225_600, -18_000), ("AAA+3BBB,J60/2,J300/2", 1_782_864_000, -7200),
            ("AAA3BBB,0/0,J365/25", 1_782_864_000, -7200), ("UTC0", 5, 0),
            // The 29th of February, which is not counted: the 60th day is the next one.
            ("AAA+3BBB,J60/2,J300/2", 1_835_438_400, -10_800),
            ("<-02>2<-01>,M3.5.0/-1,M10.5.0/0", 1_782_864_000, -3600),
        ] as [(String, Int64, Int64)])
    func posixRulesAreRead(rule: String, moment: Int64, offset: Int64) throws {
        let zone = try #require(TimeZoneRules(rule: rule))
        #expect(zone.wallTime(at: moment).seconds - moment == offset)
    }

    @Test(arguments: [
        "", "CET", "C1", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.0.0,M10.5.0",
        "CET-1CEST,J0,J365", "CET-1CEST,M3.5.0,M10.5.0x", "CET-25", "<CET-1", "CET-1:60", "Europe/Berlin",
        "CET-1CEST,M3.5.0/168,M10.5.0",
    ])
    func whatIsNoRuleIsRefused(rule: String) {
        #expect(TimeZoneRules(rule: rule) == nil)
    }

    @Test func damagedFilesAreRefusedOrRead() throws {
        let file = Self.file(moments: [1000, 2000], types: [1, 0], offsets: [3600, 7200], footer: "CET-1")
        let zone = try #require(TimeZoneRules(file: file))
        #expect(zone.wallTime(at: 999).seconds == 999 + 3600)
        #expect(zone.wallTime(at: 1000).seconds == 1000 + 7200)
        #expect(zone.wallTime(at: 2000).seconds == 2000 + 3600)
        for length in file.indices.dropLast(7) { #expect(TimeZoneRules(file: Array(file[..<length])) == nil) }
        for index in file.indices {
            for byte in [UInt8(0), 0x7F, 0x80, 0xFF] {
                var damaged = file
                damaged[index] = byte
                _ = TimeZoneRules(file: damaged)?.latestWallTime(at: 1500)
            }
        }
    }

    @Test(
        arguments: [
            (moments: [2000, 1000], types: [0, 1], offset: 3600),
            (moments: [1000, 2000], types: [0, 2], offset: 3600),
            (moments: [1000, 2000], types: [0, 1], offset: 100 * 3600),
        ] as [(moments: [Int64], types: [UInt8], offset: Int)])
    func filesThatContradictThemselvesAreRefused(moments: [Int64], types: [UInt8], offset: Int) {
        #expect(
            TimeZoneRules(file: Self.file(moments: moments, types: types, offsets: [0, offset], footer: "")) == nil)
    }

    @Test func aTimeZoneThatIsNotThereIsUTC() {
        #expect(TimeZoneRules.system(variable: "No/Such/Place") == .utc)
        #expect(TimeZoneRules.system(variable: "") == .utc)
        #expect(TimeZoneRules.system(variable: "CET-1") == TimeZoneRules(rule: "CET-1"))
    }

    private static func file(moments: [Int64], types: [UInt8], offsets: [Int], footer: String) -> [UInt8] {
        func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
            stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
                UInt8(truncatingIfNeeded: number >> Number($0))
            }
        }
        func header(_ counts: [Int32]) -> [UInt8] {
            Array("TZif2".utf8) + [UInt8](repeating: 0, count: 15) + counts.flatMap(bytes)
        }
        let names = Array("CET\0".utf8)
        var file = header([0, 0, 0, 0, 1, 4]) + [UInt8](repeating: 0, count: 6) + names
        file += header([0, 0, 0, Int32(moments.count), Int32(offsets.count), 4])
        file += moments.flatMap(bytes) + types
        for offset in offsets { file += bytes(Int32(offset)) + [0, 0] }
        return file + names + [10] + Array(footer.utf8) + [10]
    }
}
