import ArgumentParser
import Screens
import ScreensConfiguration
import Testing

@testable import ScreensTool

@Suite struct WordArgumentTests {
    /// Words that are none of the choices of their options, each with the end of its message.
    @Test(
        arguments: [
            (["show", "--mode", "prefered"], "one of preferred, largest, *not 'prefered'; did you mean 'preferred'?"),
            (["show", "--schedule", "latst"], "must be one of earliest, latest, not 'latst'; did you mean 'latest'?"),
            (
                ["show", "--drawing-memory", "shado"],
                "must be one of automatic, shadow, scanout, not 'shado'; did you mean 'shadow'?"
            ),
            (["show", "--pattern", "crad"], "must be one of card, *, not 'crad'; did you mean 'card'?"),
            (
                ["show", "--image", "a", "--fit", "fil"],
                "must be one of fit, *, cover, not 'fil'; did you mean 'fill'?"
            ),
            (["show", "--format", "rgb566"], "must be one of *, not 'rgb566'; did you mean 'rgb565'?"),
            (
                ["show", "--overscan", "5%", "--compensation", "inst"],
                "must be one of *, not 'inst'; did you mean 'inset'?"
            ),
            (["show", "--rotate", "91"], "must be one of 0, 90, 180, 270, not '91'; did you mean '90'?"),
            (["show", "--color", "red"], "must be a colour *, not 'red'"),
            (["force", "DP-1", "onn"], "must be one of on, off, auto, not 'onn'; did you mean 'on'?"),
            (["force", "DP-1", "of"], "must be one of on, off, auto, not 'of'; did you mean 'off'?"),
            (["set", "DP-1", "--power", "of"], "must be on, off, or times *, not 'of'; did you mean 'off'?"),
            (["set", "DP-1", "--mode", "larges"], "one of *, not 'larges'; did you mean 'largest'?"),
            (
                ["set", "DP-1", "--reset", "brightnes"],
                "must be one of mode, *, not 'brightnes'; did you mean 'brightness'?"
            ),
        ] as [([String], String)])
    func aWrongWordIsAnsweredWithTheChoices(arguments: [String], message: String) throws {
        let error = try #require(#expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) })
        #expect(ScreensCommand.exitCode(for: error).rawValue == 64)
        let text = ScreensCommand.message(for: error)
        #expect(TextPattern("*" + message.replacing("?", with: "\\?")).matches(text), "\(text)")
    }

    /// Messages of ArgumentParser, as they are printed.
    @Test(
        arguments: [
            (["overscan", "DP-1", "5px"], "<insets>: must be as in '5%' *, not '5px'"),
            (["show", "--pattern", "crad"], "--pattern: must be one of card, *, not 'crad'; did you mean 'card'?"),
            (["show", "--image", "a", "--fit", "' is invalid for '"], "*not '' is invalid for '*"),
            (["set", "DP-1", "--confirm", "x"], "The value 'x' is invalid for '--confirm <seconds>'"),
            (["reset", "gamma", "dim"], "gamma is a key, *: screens reset SCREEN gamma dim"),
        ] as [([String], String)])
    func aWrongValueIsPrintedOnce(arguments: [String], message: String) throws {
        let error = try #require(#expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(arguments) })
        let text = InvalidValue.message(ScreensCommand.message(for: error))
        #expect(TextPattern(message.replacing("?", with: "\\?")).matches(text), "\(text)")
    }

    @Test func theFormsOfAFileAreThoseOfShow() throws {
        let arguments = [
            "show", "--mode", "1080p60", "--color-temperature", "5000K", "--color", "#f80", "--image", "a", "--fit",
            "cover",
        ]
        let command = try #require(try ScreensCommand.parseAsRoot(arguments) as? ShowCommand)
        #expect(command.mode == ModePolicy("1920x1080@60"))
        #expect(command.sending.colorTemperature == 5000)
        #expect(command.color == Color(rgb: 0xFF8800))
        #expect(command.fit == .fill)
    }

    /// Every option with a number, and the end of the message about a negative one.
    @Test(
        arguments: [
            (["show", "--gamma", "-5"], "must be 0.1 to 10.0, not '-5'"),
            (["show", "--dim", "-.5"], "must be 0.0 to 100.0 percent, not '-0.5'"),
            (["show", "--color-temperature", "-6500"], "must be 1000 to 10000 Kelvin, not '-6500'"),
            (["show", "--frame-interval", "-1"], "must be 1 to *refreshes, not '-1'"),
            (["show", "--rotate", "-90"], "must be one of 0, 90, 180, 270, not '-90'*"),
            (["show", "--overscan", "-5%"], "must be 0% to 50% at each edge, not '-5%'"),
            (["show", "--frames", "-1"], "--frames must be at least 1, not '-1'"),
            (["show", "--duration", "-1"], "--duration must be a number of seconds above 0"),
            (["show", "--buffers", "-1"], "--buffers must be 2 to 3, not '-1'"),
            (["show", "--wall", "a,b", "--bezel", "-1"], "'-1'*"),
            (["set", "DP-1", "--brightness", "-5"], "--brightness: must be 0.0 to 100.0 percent, not '-5'"),
            (["set", "DP-1", "--idle", "-5"], "--idle: must be a number and *, not '-5'"),
            (["set", "DP-1", "--rotate", "90", "--confirm", "-5"], "--confirm must be 1 to 3600 seconds, not '-5'"),
            (["overscan", "DP-1", "-5"], "'-5'*must be 0 to 16384 pixels at each edge, not '-5'"),
            (["overscan", "DP-1", "-5%", "--save"], "'-5%'*must be 0% to 50% at each edge, not '-5%'"),
            (["set", "DP-1", "-5"], "Unexpected argument '-5'"),
            (["list", "--json", "-5"], "*'--json' does not take any value*'-5'*"),
        ] as [([String], String)])
    func negativeNumbersAreRefusedAsValues(arguments: [String], message: String) throws {
        let error = try #require(
            #expect(throws: (any Error).self) { try ScreensCommand.parseAsRoot(NegativeNumbers.joined(arguments)) })
        #expect(ScreensCommand.exitCode(for: error).rawValue == 64)
        let text = ScreensCommand.message(for: error)
        #expect(TextPattern("*" + message).matches(text), "\(text)")
    }

    @Test(arguments: [
        (["set", "a", "--dim", "-5"], ["set", "a", "--dim=-5"]), (["--dim=1", "-5"], ["--dim=1", "-5"]),
        (["a", "-5"], ["a", "--", "-5"]), (["a", "-5", "-6", "--", "b"], ["a", "--", "-5", "-6", "b"]),
        (["--dim", "-x"], ["--dim", "-x"]), (["--dim", "--gamma"], ["--dim", "--gamma"]),
        (["--dim", "-5", "-6"], ["--dim=-5", "-6"]), (["--", "--dim", "-5"], ["--", "--dim", "-5"]),
        (["--dim", "-"], ["--dim", "-"]), (["--dim", "-.5"], ["--dim=-.5"]), ([], []),
    ])
    func aNegativeNumberIsJoinedToItsOption(arguments: [String], joined: [String]) {
        #expect(NegativeNumbers.joined(arguments) == joined)
    }
}
