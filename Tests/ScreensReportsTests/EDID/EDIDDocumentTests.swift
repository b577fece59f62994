import FoundationEssentials
import ScreensEDID
import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager
@testable import ScreensReports

/// The exact output of `screens edid` for displays made byte by byte.
struct EDIDDocumentTests {
    static let samples = [
        ("television", SampleEDID.television), ("tile", SampleEDID.tile), ("hostile", SampleEDID.hostile),
    ]

    private func display(_ bytes: [UInt8]) throws -> KnownDisplay {
        KnownDisplay(try DisplayDescription(decoding: bytes), vendor: "Test & Sons")
    }

    @Test(arguments: samples)
    func theDocumentIsTheOneKept(name: String, bytes: [UInt8]) throws {
        let text = try Golden.json(EDIDDocument(try display(bytes)))
        #expect(text == (try Golden.text("\(name).json", for: text)))
    }

    @Test(arguments: samples)
    func theReportIsTheOneKept(name: String, bytes: [UInt8]) throws {
        let text = EDIDReport(EDIDDocument(try display(bytes))).text
        #expect(text == (try Golden.text("\(name).txt", for: text)))
        #expect(text.dangerousScalars.isEmpty)
    }

    @Test func theMembersThatProgramsRelyOnAreThere() throws {
        let line = try JSONLine.encode(EDIDDocument(try display(SampleEDID.television)))
        let printed = try JSONDecoder().decode(PrintedEDID.self, from: Data(line.utf8))
        #expect(printed.identity.make == "TST")
        #expect(printed.identity.vendor == "Test & Sons")
        #expect(printed.identity.model == "Sample TV")
        #expect(printed.identity.serial == nil)
        #expect(printed.identity.productCode == 0x1234)
        #expect(printed.identity.year == 2024)
        #expect(
            printed.detailedTimings == [
                .init(width: 1920, height: 1080, refreshMillihertz: 60000, interlaced: false),
                .init(width: 1920, height: 1080, refreshMillihertz: 60000, interlaced: true),
                .init(width: 1280, height: 720, refreshMillihertz: 60000, interlaced: false),
            ])
        #expect(printed.findings.isEmpty)
    }

    @Test func theIdentityHasTheShapeThatListGives() throws {
        let display = try display(SampleEDID.television)
        let identity = ScreenIdentity(display.description.identity, vendor: display.vendor)
        let listed = try JSONLine.encode(IdentityDocument(identity)).dropLast()
        #expect(try JSONLine.encode(EDIDDocument(display)).contains(#""identity":\#(listed),"#))
    }

    @Test(arguments: samples)
    func noKeyIsEverLeftOut(name: String, bytes: [UInt8]) throws {
        func keys(_ bytes: [UInt8]) throws -> Set<String> {
            let line = try JSONLine.encode(EDIDDocument(try display(bytes)))
            return Set(try JSONDecoder().decode([String: Ignored].self, from: Data(line.utf8)).keys)
        }
        #expect(try keys(bytes) == keys(SampleEDID.television))
    }

    private struct Ignored: Decodable {
        init(from decoder: any Decoder) {}
    }
}
