import Testing

@testable import Screens
@testable import ScreensConfiguration

/// Values in the forms in which people write them, in files and on command lines.
struct WrittenValueTests {
    private func fromFile(_ lines: String) throws -> ScreenOverrides {
        let reading = MachineConfiguration.reading(Array("[default]\n\(lines)".utf8), as: "f")
        try #require(reading.problems.isEmpty, "\(reading.problems)")
        return reading.configuration.defaults
    }

    private func fromWords(_ words: [(String, String)]) throws(SettingProblem) -> ScreenOverrides {
        try ScreenOverrides(words: words.compactMap { name, word in SettingTable.option(name).map { ($0, [word]) } })
    }

    /// Lines of a file, the same lines in the form in which programs write them, and the words of a command line.
    @Test(
        arguments: [
            ("mode = '1080p60'", "mode = '1920x1080@60'", [("mode", "1080p60")]),
            ("mode = '1920X1080@60Hz'", "mode = '1920x1080@60'", [("mode", "1920X1080@60Hz")]),
            ("color-temperature = '6500K'", "color-temperature = 6500", [("color-temperature", "6500K")]),
            ("dim = '2.5 %'", "dim = 2.5", [("dim", "2.5%")]),
            ("color-temperature = '5000 k'", "color-temperature = 5000", [("color-temperature", "5000 k")]),
            ("idle = 10", "idle = '10 s'", [("idle", "10")]),
            ("idle = 1.5", "idle = '1500 ms'", [("idle", "1.5")]),
            ("idle = '10m'", "idle = '10 min'", [("idle", "10 m")]),
            ("overscan = '2.5 %'", "overscan = '2.5%'", [("overscan", "2.5 %")]),
            ("overscan = '1 %,2%,3,4'", "overscan = '1%,2%,3,4'", [("overscan", "1 %,2%,3,4")]),
            ("content = { color = '#fff' }", "content = { color = '#FFFFFF' }", [("color", "#fff")]),
            (
                "content = { slides = '/s', interval = 20, fade = 0.5, fit = 'cover' }",
                "content = { slides = '/s', interval = '20 s', fade = '500 ms', fit = 'fill' }",
                [("slides", "/s"), ("interval", "20"), ("fade", "0.5"), ("fit", "cover")]
            ),
            (
                "content = { image = '/i', fit = 'contain', background = '#fff' }",
                "content = { image = '/i', fit = 'fit', background = '#FFFFFF' }",
                [("image", "/i"), ("fit", "contain"), ("background", "#fff")]
            ),
        ] as [(String, String, [(String, String)])])
    func formsOfOneValueAreTheSame(lines: String, written: String, words: [(String, String)]) throws {
        let overrides = try fromFile(lines)
        #expect(try overrides == fromFile(written))
        #expect(try overrides == fromWords(words))
    }

    /// Wrong words of options, each with its message.
    @Test(
        arguments: [
            (
                "mode", "prefered",
                """
                must be one of preferred, largest, smallest, current, 720p, 1080p, *, not 'prefered'; did you mean \
                'preferred'?
                """
            ),
            ("mode", "1080", "must be one of *, not '1080'; did you mean '1080p'?"),
            ("rotate", "91", "must be one of 0, 90, 180, 270, not '91'; did you mean '90'?"),
            ("rotate", "left", "must be one of 0, 90, 180, 270, not 'left'"),
            ("reflect", "tru", "must be one of true, false, not 'tru'; did you mean 'true'?"),
            ("compensation", "scal", "must be one of scale, inset, none, not 'scal'; did you mean 'scale'?"),
            ("format", "rgb566", "must be one of xrgb8888, *, not 'rgb566'; did you mean 'rgb565'?"),
            ("power", "onn", "must be on, off, or times such as *, not 'onn'; did you mean 'on'?"),
            ("idle", "nevr", "must be a number and one of the units *, not 'nevr'; did you mean 'never'?"),
            ("pattern", "crad", "must be one of card, *, not 'crad'; did you mean 'card'?"),
            ("content", "a/b", "must be the name of a content: *, not 'a/b'"),
            ("color", "red", "must be a colour as in '#FF8000' or '#F80', not 'red'"),
            ("brightness", "-5", "must be 0.0 to 100.0 percent, not '-5'"),
            ("gamma", "1,2", "must be 0.1 to 10.0, not '1,2'"),
            ("dim", "10 %%", "must be 0.0 to 100.0 percent, not '10 %%'"),
            ("brightness", "140%", "must be 0.0 to 100.0 percent, not '140'"),
            ("frame-interval", "x", "must be 1 to 100000 refreshes, not 'x'"),
            ("color-temperature", "warm", "must be 1000 to 10000 Kelvin, not 'warm'"),
            ("properties", "foo=1", "'foo' is not a property that can be set; the settable ones are *"),
            ("properties", "Broadcast RGP=Full", "'Broadcast RGP' is not a property *; did you mean 'Broadcast RGB'?"),
            ("properties", "max bpc", "must be a name and a value, as in 'max bpc=8', not 'max bpc'"),
            ("overscan", "60 %", "must be 0% to 50% at each edge, not '60 %'"),
            ("gamma", "-1", "must be 0.1 to 10.0, not '-1'"),
            ("dim", "-0.5", "must be 0.0 to 100.0 percent, not '-0.5'"),
            ("color-temperature", "-1", "must be 1000 to 10000 Kelvin, not '-1'"),
            ("color-temperature", "-6500K", "must be 1000 to 10000 Kelvin, not '-6500'"),
            ("frame-interval", "-2", "must be 1 to *, not '-2'"), ("idle", "-5", "must be a number and *, not '-5'"),
            ("idle", "10 ms", "must be 1 s to 30 d, not '10 ms'"),
            ("overscan", "60%", "must be 0% to 50% at each edge, not '60%'"),
            ("overscan", "-5%", "must be 0% to 50% at each edge, not '-5%'"),
            ("overscan", "-5", "must be 0 to 16384 pixels at each edge, not '-5'"),
            ("overscan", "1,2%,3,16385", "must be 0 to 16384 pixels at each edge, not '1,2%,3,16385'"),
            ("overscan", "1,2,x,99999", "must be as in '5%' or '40' *, not '1,2,x,99999'"),
            ("fit", "cover", "needs --image, --slides, --playlist-file or --video"),
            ("background", "#fff", "needs --image, --slides, --playlist-file, --video, --text, --ticker or --qr"),
            ("interval", "10", "needs --slides or --playlist-file"),
            ("fallback-fit", "cover", "needs --fallback-image, --fallback-slides, *"),
        ])
    func aWrongWordIsAnsweredWithTheChoices(option: String, word: String, message: String) {
        let problem = #expect(throws: SettingProblem.self) { try fromWords([(option, word)]) }
        let pattern = TextPattern(message.replacing("?", with: "\\?"))
        #expect(pattern.matches(problem?.message ?? ""), "\(problem?.message ?? "")")
    }

    /// Every option with choices, whatever its name.
    @Test func everyOptionWithChoicesListsThemAndNamesTheNearest() {
        for option in SettingTable.options where option.choices.count > 1 {
            for choice in option.choices where choice.count > 2 && !choice.contains(where: \.isNumber) {
                let problem = #expect(throws: SettingProblem.self, "\(option.name)") {
                    // A layout needs a picture, and a place words.
                    let partners = [
                        "fit": "image", "fallback-fit": "fallback-image", "text-align": "text",
                        "fallback-text-align": "fallback-text",
                    ]
                    return try fromWords(
                        [(option.name, choice + "#")] + (partners[option.name].map { [($0, "/i")] } ?? []))
                }
                let message = problem?.message ?? ""
                #expect(message.hasSuffix("not '\(choice)#'; did you mean '\(choice)'?"), "\(option.name): \(message)")
                #expect(option.choices.allSatisfy(message.contains), "\(option.name): \(message)")
            }
        }
    }
}
