import Testing

@testable import Screens

/// Modes as people write them, with the text that programs write.
@Suite struct WrittenModeTests {
    @Test(arguments: [
        ("720p", "1280x720"), ("1080p", "1920x1080"), ("1440p", "2560x1440"), ("2160p", "3840x2160"),
        ("4k", "3840x2160"), ("4K", "3840x2160"), ("1080p60", "1920x1080@60"), ("1080p59.94", "1920x1080@59.94"),
        ("1080P@60Hz", "1920x1080@60"), ("4k@30", "3840x2160@30"), ("4k60hz", "3840x2160@60"),
        ("1920X1080@60Hz", "1920x1080@60"), ("1920x1080@59.940 HZ", "1920x1080@59.940"),
        ("1920X1080I@50", "1920x1080i@50"), ("1080p60,cvt", "1920x1080@60,cvt"),
        ("1920X1080,cvt-rb", "1920x1080@60,cvt-rb"),
    ])
    func sizesHaveNamesAndRatesAUnit(text: String, written: String) {
        #expect(ModePolicy(text)?.description == written)
    }

    @Test(arguments: [
        "p", "1080", "1080px", "1080p60p", "1080p@", "1080p-60", "1080pp", "4k4k", "5k", "720p i", "1920x1080@Hz",
        "1920x1080@60  Hz", "1920x1080@60HzHz", "1920x1080 Hz", "1080pi",
    ])
    func otherTextsAreNotModes(text: String) {
        #expect(ModePolicy(text) == nil)
    }

    @Test(
        arguments: [
            ("#fff", 0xFFFFFF), ("#F80", 0xFF8800), ("#012", 0x001122), ("#FF8000", 0xFF8000),
        ] as [(String, UInt32)])
    func colorsMayBeShort(text: String, rgb: UInt32) {
        #expect(Color(text)?.rgb == rgb)
    }

    @Test(arguments: ["", "#", "#ff", "#ffff", "#fffff", "fff", "#+ff", "#-ff", "#ggg", "#fffffff"])
    func otherTextsAreNotColors(text: String) {
        #expect(Color(text) == nil)
    }
}
