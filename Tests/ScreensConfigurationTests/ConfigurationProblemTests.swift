import Testing

@testable import ScreensConfiguration

struct ConfigurationProblemTests {
    /// Documents, each with the whole text of its problem.
    @Test(arguments: [
        ("[default]\nrotat = 90", "f:2:1: default.rotat: is not a key of this section; did you mean 'rotate'?"),
        ("[defaults]\n", "f:1:2: defaults: is not a key of the file; did you mean 'default'?"),
        ("[default]\nrotate = 45", "f:2:1: default.rotate: must be one of 0, 90, 180, 270, not '45'"),
        ("[default]\nrotate = '90'", "f:2:1: default.rotate: must be a whole number without quotes, not a text"),
        ("default = 1", "f:1:1: default: must be a table, as in default = { … } or [default], not a number"),
        (
            "[screen]\nmatch = { role = 'internal' }",
            "f:1:2: screen: must be a list of tables, each begun with [[screen]], not a table"
        ),
        ("screen = [1]", "f:1:11: screen[1]: must be a table, not a number"),
        (
            "[default]\nmode = 'prefered'",
            """
            f:2:1: default.mode: must be one of preferred, largest, smallest, current, 720p, 1080p, 1440p, 2160p, 4k, \
            WIDTHxHEIGHT[i][@HZ][,cvt], or a mode line, not 'prefered'; did you mean 'preferred'?
            """
        ),
        ("[default]\nreflect = 1", "f:2:1: default.reflect: must be true or false, without quotes, not a number"),
        (
            "[default]\novercan = '5%'\noverscan = '5 px'",
            """
            f:2:1: default.overcan: is not a key of this section; did you mean 'overlay'?|\
            f:3:1: default.overscan: must be as in '5%' or '40' \
            (pixels), or four values with commas (top, right, bottom, left), not '5 px'
            """
        ),
        (
            "[default]\ncompensation = 'insetBounds'",
            "f:2:1: default.compensation: must be one of scale, inset, none, not 'insetBounds'"
        ),
        (
            "[default]\nformat = 'rgb566'",
            """
            f:2:1: default.format: must be one of xrgb8888, argb8888, rgb888, bgr888, rgb565, xrgb2101010, not \
            'rgb566'; did you mean 'rgb565'?
            """
        ),
        (
            "[default]\npower = 'Mo-Fr 7-19'",
            """
            f:2:1: default.power: has '7-19', which is neither a day (Mo, Tu, We, Th, Fr, Sa, Su or daily) nor a time \
            such as 07:00-19:00
            """
        ),
        (
            "[default]\npower = 'ON'",
            "f:2:1: default.power: must be on, off, or times such as 'Mo-Fr 07:00-19:00', not 'ON'; did you mean 'on'?"
        ),
        (
            "[default]\nidle = '10 x'",
            "f:2:1: default.idle: must be a number and one of the units ms, s, min, h and d, as in '10 min', not '10 x'"
        ),
        ("[default]\nidle = '10 ms'", "f:2:1: default.idle: must be 1 s to 30 d, not '10 ms'"),
        ("[default]\nframe-interval = 0", "f:2:1: default.frame-interval: must be 1 to 100000 refreshes, not '0'"),
        ("[default]\ngamma = nan", "f:2:1: default.gamma: must be 0.1 to 10.0, not 'nan'"),
        (
            "[default]\ncolor-temperature = 6500.5",
            "f:2:1: default.color-temperature: must be a whole number without quotes, not a number"
        ),
        ("[default]\ndim = 101", "f:2:1: default.dim: must be 0.0 to 100.0 percent, not '101'"),
        (
            "[default]\nmode = 2024-01-01",
            "f:2:1: default.mode: must be a text in quotes, not a date or time"
        ),
        (
            "[default]\nproperties = { 'Broadcast RGP' = 'Full' }",
            """
            f:2:16: default.properties.\"Broadcast RGP\": is not a property that can be set; the settable ones are *; \
            did you mean 'Broadcast RGB'?
            """
        ),
        (
            "[default.properties]\n'max bpc' = true",
            "f:2:1: default.properties.\"max bpc\": must be a text in quotes or a whole number, not true or false"
        ),
        (
            "[default]\ncontent = 'nune'",
            """
            f:2:1: default.content: is not the name of a content in the section [contents]; did you mean 'none'?
            """
        ),
        (
            "[default]\ncontent = {}",
            "f:2:1: default.content: must have one of color, pattern, *, playlist-file, video, text, ticker, qr, layout"
        ),
        (
            "[default]\ncontent = { color = '#112233', image = '/a' }",
            "f:2:1: default.content: has color and image, of which only one is allowed"
        ),
        (
            "[default]\ncontent = { color = 'red' }",
            "f:2:13: default.content.color: must be a colour as in '#FF8000' or '#F80', not 'red'"
        ),
        (
            "[default]\nidle = true",
            "f:2:1: default.idle: must be a text in quotes, not true or false"
        ),
        (
            "[default]\ncolor-temperature = '6500 kelvin'",
            "f:2:1: default.color-temperature: must be a whole number without quotes, not a text"
        ),
        (
            "[default]\ncontent = { image = 'a.png' }",
            "f:2:13: default.content.image: must be an absolute path, beginning with /"
        ),
        (
            "[default]\ncontent = { pattern = 'checkers' }",
            """
            f:2:13: default.content.pattern: must be one of card, bars, gradient, checker, not 'checkers'; did you \
            mean 'checker'?
            """
        ),
        (
            "[default]\ncontent = { color = '#112233', fit = 'fill' }",
            "f:2:32: default.content.fit: is allowed only with image, slides, playlist-file or video"
        ),
        (
            "[default]\ncontent = { image = '/a', fade = '1 s' }",
            "f:2:27: default.content.fade: is allowed only with slides, playlist or playlist-file"
        ),
        (
            "[default]\ncontent = { slides = '/a', fade = '11 s' }",
            "f:2:28: default.content.fade: is longer than the interval, 10 s"
        ),
        (
            "[default]\ncontent = { command = 'a' }",
            "f:2:13: default.content.command: must be a list of texts in quotes, not a text"
        ),
        (
            "[default]\ncontent = { command = [] }",
            """
            f:2:13: default.content.command: must begin with a program, as in [\"mpv\", \"--vo=drm\", \
            \"/srv/film.mkv\"]
            """
        ),
        (
            "[default]\ncontent = { command = ['a', 1] }",
            "f:2:29: default.content.command[2]: must be a text in quotes, not a number"
        ),
        (
            "[default]\ncontent = { command = ['a', '\(String(repeating: "x", count: 2000))'] }",
            "f:2:13: default.content.command: is longer than 2000 bytes: write a script, and its path here"
        ),
        (
            "[default]\ncontent = { command = ['a'], way = 'sear' }",
            "f:2:30: default.content.way: must be one of lease, seat, not 'sear'; did you mean 'seat'?"
        ),
        (
            "[default]\ncontent = { command = ['a'], input = ['name=*'] }",
            "f:2:30: default.content.input: is allowed only with way = \"seat\""
        ),
        (
            "[default]\ncontent = { command = ['a'], way = 'seat', input = ['mouse'] }",
            "f:2:44: default.content.input: has 'mouse', which is not a pattern such as \(InputPattern.examples)"
        ),
        (
            "[default]\ncontent = { color = '#112233', way = 'seat' }",
            "f:2:32: default.content.way: is allowed only with command"
        ),
        ("[default]\nfallback = { command = ['a'] }", "f:2:1: default.fallback: must not be a command"),
        ("[[screen]]\nrotate = 90", "f:1:3: screen[1]: has no match; settings of every screen belong in [default]"),
        (
            "[[screen]]\nmatch = {}",
            "f:2:1: screen[1].match: is empty; settings of every screen belong in [default]"
        ),
        (
            "[[screen]]\nmatch = { conector = 'a' }",
            "f:2:11: screen[1].match.conector: is not a key of this section; did you mean 'connector'?"
        ),
        ("[[screen]]\nmatch = { identity = '' }", "f:2:11: screen[1].match.identity: is empty; '*' matches any text"),
        (
            "[[screen]]\nmatch = { connector = 'DP-1' }\nmirror = 'DP-1'",
            "f:3:1: screen[1].mirror: is the screen itself"
        ),
        (
            "[[arrangement]]\nname = 'a'\ndisplays = ['b']\n[[arrangement.screen]]\nmatch = { role = 'outer' }",
            "f:5:11: arrangement[1].screen[1].match.role: must be one of internal, external, not 'outer'"
        ),
        (
            "[[arrangement]]\ndisplays = ['b', 1]\nscreen = []",
            """
            f:1:3: arrangement[1]: has no name|f:2:18: arrangement[1].displays[2]: must be a text in quotes, not a \
            number
            """
        ),
        (
            "[[arrangement]]\nname = 'a'\ndisplays = []",
            """
            f:1:3: arrangement[1]: has no displays, such as displays = [\"DEL DELL U2410 *\", \"HDMI-A-2\"]|f:1:3: \
            arrangement[1]: has no [[arrangement.screen]] section, so it changes nothing
            """
        ),
        (
            """
            [[arrangement]]\nname = 'a'\ndisplays = ['b']\nscreen = []\n[[arrangement]]\nname = 'a'\ndisplays = \
            ['c']\nscreen = []
            """,
            "f:6:1: arrangement[2].name: is the name of another arrangement"
        ),
        (
            "[daemon]\nmetrics = 'a'\nlog-level = 'warn'",
            """
            f:2:1: daemon.metrics: must be an absolute path, beginning with /|f:3:1: daemon.log-level: must be one of \
            trace, debug, info, notice, warning, error, critical, not 'warn'; did you mean 'warning'?
            """
        ),
        ("[default]\nmode = \"preferred", "f:2:18: default.mode: *"),
        (
            "[default]\nmode = 1920x1080",
            """
            f:2:8: default.mode: has '1920x1080', which is neither a number, true nor false; texts and times stand in \
            quotes
            """
        ),
        ("[default]\ncontent = { color = #fff }", "f:2:21: default.content.color: lacks a value *"),
        ("[default]\nproperties.'max bpc' = x", "f:2:24: default.properties.\"max bpc\": has 'x', *"),
        ("[default]\nmode 1", "f:2:6: lacks '=' before *"),
        ("[default]\nrotate = 90 91", "f:2:13: lacks the end of the line before *"),
        (
            "[[screen]]\nmatch.connector = 'a'\n[[screens]]\nmatch.connector = 'a'",
            "f:3:3: screens: is not a key of the file; did you mean 'screen'?"
        ),
        (
            """
            [[arrangement]]\nname = 'a'\ndisplays = ['b']\n[[arrangement.screen]]\nmatch.connector = \
            'a'\n[[arrangement.screens]]
            """,
            "f:6:15: arrangement[1].screens: is not a key of this section; did you mean 'screen'?"
        ),
        ("[default]\nrotate = 90\nrotat = 90", "f:3:1: default.rotat: is not a key of this section"),
        // A syntax error hides the others before and after it.
        ("[default]\nrotat = 90\nmode = x\nrotat = 1", "f:3:8: default.mode: has 'x', *"),
        ("[default]\nmirror = \"a\\u0000b\"", "f:2:1: default.mirror: has a NUL character"),
        ("[default]\nmirror = '\(long(256))'", "f:2:1: default.mirror: is longer than 255 bytes"),
        ("[default]\nmode = '\(long(4096))'", "f:2:1: default.mode: is longer than 4095 bytes"),
        (
            "[default]\nproperties = { 'content type' = '\(long(4096))' }",
            "f:2:16: default.properties.\"content type\": is longer than 4095 bytes"
        ),
        (
            "[default]\ncontent = { command = ['a', '\(long(4096))'] }",
            "f:2:13: default.content.command: is longer than 4095 bytes"
        ),
        ("[default]\nproperties = { 'max bpc' = \"\\u0000\" }", "f:2:16: default.properties.\"max bpc\": *"),
        ("[default]\n\"\\u0000\" = 1", "f:2:1: default.\"\\\\U00000000\": is not a key of this section"),
    ])
    func everyProblemIsReported(text: String, reported: String) {
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        let found = reading.problems.map(\.description)
        let expected = reported.split(separator: "|").map { TextPattern(String($0).escapingMarks) }
        #expect(found.count == expected.count)
        #expect(zip(expected, found).allSatisfy { $0.matches($1) }, "\(found)")
    }

    @Test func problemsOfOneFileAreAllReported() {
        let text = "y = 1\n[daemon]\nx = 1\n[[screen]]\nmode = 1\nmatch = 1\n[default]\nx = 1\nrotate = 1\n"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        #expect(reading.problems.map { $0.position?.line } == [1, 3, 5, 6, 8, 9])
    }

    @Test func aFileOfNothingButProblemsEnds() {
        let keys = (0..<50_000).map { "rotat\($0) = 1\n" }.joined()
        let reading = MachineConfiguration.reading(Array(("[default]\n" + keys).utf8), as: "f")
        #expect(reading.problems.count == 101)
        #expect(reading.problems.last?.description == "f: has 49900 more problems")
    }

    @Test func aFileOfNothingButFaultsIsGivenUp() {
        let properties = (0..<50_000).map { "rotat\($0) = []\n" }.joined()
        let text = "[default.properties]\n" + properties + String(repeating: "[[screen]]\n", count: 1000)
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        #expect(reading.problems.count == 100)
    }

    @Test func veryLongNamesAreShortened() {
        let text = "[default]\n\(String(repeating: "x", count: 100_000)) = 1"
        let reading = MachineConfiguration.reading(Array(text.utf8), as: "f")
        #expect(reading.problems.first.map { $0.description.utf8.count < 300 } ?? false)
    }
}

extension String {
    /// A `?` in a message is not a wildcard of the expected pattern.
    fileprivate var escapingMarks: String {
        split(separator: "?", omittingEmptySubsequences: false).joined(separator: "\\?")
    }
}

/// A text of a length.
private func long(_ count: Int) -> String { String(repeating: "x", count: count) }
