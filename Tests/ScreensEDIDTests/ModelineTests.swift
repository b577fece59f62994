import Testing

@testable import ScreensEDID

@Suite("A mode line")
struct ModelineTests {
    private static let fullHD = "173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"

    @Test func isReadWithAllItsNumbers() throws {
        let line = try Modeline(Self.fullHD)
        #expect(line.name == nil)
        #expect(line.pixelClock == 173_000)
        #expect(
            line.horizontal
                == Modeline.Axis(active: 1920, syncStart: 2048, syncEnd: 2248, total: 2576, isSyncPositive: false))
        #expect(
            line.vertical
                == Modeline.Axis(active: 1080, syncStart: 1083, syncEnd: 1088, total: 1120, isSyncPositive: true))
        #expect(!line.isInterlaced && !line.isDoubleScanned)
        #expect(line.refreshMillihertz == 59_963)
        #expect(line.description == Self.fullHD)
    }

    @Test(
        arguments: [
            ("Modeline \"1920x1080_60.00\"  \(fullHD)", "1920x1080_60.00"),
            ("modeline 1920x1080 \(fullHD)", "1920x1080"),
            ("\"a b\" \(fullHD)", "a b"), ("panel \(fullHD)", "panel"), ("\t\(fullHD)\t", nil),
        ] as [(String, String?)])
    func mayHaveAName(text: String, name: String?) throws {
        let line = try Modeline(text)
        #expect(line.name == name)
        #expect(try Modeline(line.description) == line)
    }

    @Test(
        arguments: [
            ("74.25 1920 2008 2052 2200 1080 1084 1094 1125 Interlace +HSync +VSync", 60_000),
            ("12.587 320 328 376 400 240 245 246 262 DoubleScan", 60_052),
            ("25.175 640 656 752 800 480 490 492 525", 59_940),
            ("5940 7680 8232 8408 9000 4320 4336 4356 4400", 150_000),
            ("148.5004999 1920 2008 2052 2200 1080 1084 1089 1125", nil),
            ("148.3516 1920 2008 2052 2200 1080 1084 1089 1125", 59_940),
        ] as [(String, Int?)])
    func hasTheRateOfItsFieldsAndLines(text: String, refresh: Int?) throws {
        guard let refresh else {
            #expect(throws: ModeSyntaxError.self) { try Modeline(text) }
            return
        }
        let line = try Modeline(text)
        #expect(line.refreshMillihertz == refresh)
        #expect(try Modeline(line.description) == line)
    }

    @Test(arguments: [
        ("", "the pixel clock is missing"), ("modeline", "the pixel clock is missing"),
        ("\"x", "the name in quotes has no end"), ("\"\" 1", "the name in quotes is empty or has quotes in it"),
        ("-1 2 3", "the pixel clock '-1' is not a number of MHz"),
        (".5 2 3", "the pixel clock '.5' is not a number of MHz"),
        ("1e3 2", "the pixel clock '1e3' is not a number of MHz"),
        ("173.00 1920 2048", "a mode line has eight numbers after the clock, not 2"),
        (
            "173 1920 2048 2248 2576 1080 1083 1088 +hsync",
            "'+hsync' is not one of the eight whole numbers after the clock"
        ),
        (
            "173 1920 2048 2248 70000 1080 1083 1088 1120",
            "'70000' is not one of the eight whole numbers after the clock"
        ),
        ("0.5 1920 2048 2248 2576 1080 1083 1088 1120", "the pixel clock is not between 1 and 10000 MHz"),
        ("173000 1920 2048 2248 2576 1080 1083 1088 1120", "the pixel clock is not between 1 and 10000 MHz"),
        ("173 0 2048 2248 2576 1080 1083 1088 1120", "the horizontal size is 0"),
        ("173 1920 1919 2248 2576 1080 1083 1088 1120", "the horizontal sync starts within the picture"),
        ("173 1920 2048 2048 2576 1080 1083 1088 1120", "the horizontal sync ends where it starts, or before"),
        ("173 1920 2048 2248 2247 1080 1083 1088 1120", "the horizontal total is before the end of sync"),
        ("173 1920 2048 2248 2576 0 1083 1088 1120", "the vertical size is 0"),
        ("173 1920 2048 2248 2576 1080 1079 1088 1120", "the vertical sync starts within the picture"),
        ("173 1920 2048 2248 2576 1080 1083 1082 1120", "the vertical sync ends where it starts, or before"),
        ("173 1920 2048 2248 2576 1080 1083 1088 1087", "the vertical total is before the end of sync"),
        ("1 1920 2048 2248 2576 1080 1083 1088 1120", "it refreshes at 0.347 Hz, which is not between 1 and 1000"),
        ("5000 64 72 80 96 64 67 71 80", "it refreshes at 651041.667 Hz, which is not between 1 and 1000"),
        (
            "\(fullHD) composite",
            "'composite' is not one of the flags +hsync, -hsync, +vsync, -vsync, interlace and doublescan"
        ),
        ("\(fullHD) +hsync", "'+hsync' contradicts an earlier flag"),
        ("\(fullHD) interlace doublescan", "a mode is either interlaced or double-scanned"),
        (String(repeating: "1 ", count: 200), "a mode line has no more than 256 characters"),
    ])
    func saysWhichRuleATextBreaks(text: String, message: String) {
        let error = #expect(throws: ModeSyntaxError.self) { try Modeline(text) }
        #expect(error?.description == message)
    }

    @Test(arguments: [
        (UInt8(16), "148.50 1920 2008 2052 2200 1080 1084 1089 1125 +hsync +vsync"),
        (5, "74.25 1920 2008 2052 2200 1080 1084 1094 1125 interlace +hsync +vsync"),
        (1, "25.175 640 656 752 800 480 490 492 525 -hsync -vsync"),
    ])
    func isMadeOfATiming(code: UInt8, text: String) throws {
        let timing = try #require(VideoIdentificationCode.timing(code))
        let line = try Modeline(timing)
        #expect(line.description == text)
        #expect(line.refreshMillihertz == timing.refreshMillihertz)
    }

    @Test func isMadeOfEveryTimingOfTheTables() throws {
        for timing in DMT.identifiers.compactMap(DMT.timing)
            + VideoIdentificationCode.codes.compactMap(VideoIdentificationCode.timing)
        {
            let line = try Modeline(timing)
            #expect(line.refreshMillihertz == timing.refreshMillihertz)
            #expect(try Modeline(line.description) == line)
        }
    }

    @Test(arguments: [Int.min, -1, 0, Int.max])
    func isNotMadeOfOtherNumbers(_ extreme: Int) {
        let blanking = Blanking(
            frontPorch: extreme, sync: extreme, backPorch: extreme, border: extreme, isSyncPositive: true)
        for isInterlaced in [false, true] {
            let timing = Timing(
                width: extreme, height: extreme, pixelClock: 100_000, horizontal: blanking, vertical: blanking,
                isInterlaced: isInterlaced)
            #expect(throws: ModeSyntaxError.self) { try Modeline(timing) }
        }
    }
}

@Suite("A mode by a formula")
struct FormulaModeTests {
    /// The programs cvt and gtf print these values, and edid-decode prints the second reduced blanking's.
    @Test(
        arguments: [
            ("1920x1080@60,cvt", "173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"),
            ("1920x1080,cvt", "173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync"),
            ("1920x1080@60,cvt-rb", "138.50 1920 1968 2000 2080 1080 1083 1088 1111 +hsync -vsync"),
            ("1920x1080@60,cvt-rb2", "133.32 1920 1928 1960 2000 1080 1097 1105 1111 +hsync -vsync"),
            ("1920x1080@60,gtf", "172.798 1920 2040 2248 2576 1080 1081 1084 1118 -hsync +vsync"),
            ("1024x768@75,cvt", "82.00 1024 1088 1192 1360 768 771 775 805 -hsync +vsync"),
            ("1366x768@60,cvt", "84.75 1366 1438 1574 1782 768 771 781 798 -hsync +vsync"),
            ("1366x768@60,cvt-rb2", nil),
            ("1920x1080i@60,cvt", "82.00 1920 1984 2176 2432 1080 1086 1096 1125 interlace -hsync +vsync"),
            ("1280x720@59.94,cvt-rb", nil), ("2560x1440@143.998,cvt-rb2", nil),
        ] as [(String, String?)])
    func isComputed(text: String, line: String?) throws {
        let mode = try FormulaMode(text)
        let computed = try Modeline(mode.timing)
        if let line { #expect(computed.description == line) }
        #expect(abs(computed.refreshMillihertz - mode.refreshMillihertz) < 600)
        #expect(try FormulaMode(mode.description) == mode)
    }

    @Test(arguments: [
        ("1920x1080@60", "a computed mode is written as 1920x1080@60,cvt"),
        ("1920x1080@60,cvt,", "a computed mode is written as 1920x1080@60,cvt"),
        ("1920x1080@60@60,cvt", "'60@60' is not a rate in Hz with up to three digits after the point"),
        ("1920x1080@60,CVT", "'CVT' is not one of the formulas cvt, cvt-rb, cvt-rb2, gtf"),
        ("1920x1080@60,", "'' is not one of the formulas cvt, cvt-rb, cvt-rb2, gtf"),
        (",cvt", "'' is not a size such as 1920x1080"), ("1920,cvt", "'1920' is not a size such as 1920x1080"),
        ("+1920x1080,cvt", "'+1920x1080' is not a size such as 1920x1080"),
        ("123456x1080,cvt", "'123456x1080' is not a size such as 1920x1080"),
        ("32x1080,cvt", "the size is not between 64 and 16384 pixels"),
        ("1920x20000,cvt", "the size is not between 64 and 16384 pixels"),
        ("1920x1080@,cvt", "'' is not a rate in Hz with up to three digits after the point"),
        ("1920x1080@60.,cvt", "'60.' is not a rate in Hz with up to three digits after the point"),
        ("1920x1080@60.0001,cvt", "'60.0001' is not a rate in Hz with up to three digits after the point"),
        ("1920x1080@0,cvt", "the rate is not between 1 and 1000 Hz"),
        ("1920x1080@1001,cvt", "the rate is not between 1 and 1000 Hz"),
        ("1366x768@60,gtf", "gtf counts in cells of 8 pixels: 1360 or 1368 wide"),
        ("1920x1080i@60,gtf", "gtf computes no interlaced modes here; cvt does"),
        ("1920x1081i@60,cvt", "an interlaced mode has an even number of lines"),
        ("16384x16384@1000,cvt-rb2", "the pixel clock is not between 1 and 10000 MHz"),
    ])
    func saysWhichRuleATextBreaks(text: String, message: String) {
        let error = #expect(throws: ModeSyntaxError.self) { try FormulaMode(text) }
        #expect(error?.description == message)
    }

    @Test func isComputedOrRefusedForAnyText() {
        for size in ["64x64", "16384x16384", "64x16384", "16384x64", "65x65i", "66x66i"] {
            for rate in ["1", "0.999", "23.976", "240", "999.999", "1000"] {
                for formula in FormulaMode.Formula.allCases {
                    guard let mode = try? FormulaMode("\(size)@\(rate),\(formula.rawValue)") else { continue }
                    #expect((try? Modeline(mode.timing)) != nil)
                }
            }
        }
    }
}
