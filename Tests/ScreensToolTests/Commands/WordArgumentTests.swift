import ArgumentParser
import Screens
import ScreensConfiguration
import Testing

@testable import ScreensTool

@Suite struct WordArgumentTests {
    /// Words that are not among the choices of their options, each with the end of its message.
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
            (["cec", "stanby"], "must be one of scan, *, not 'stanby'; did you mean 'standby'?"),
            (["cec", "key", "--key", "volume"], "--key must be one of select, *, not 'volume'*"),
            (["cec", "key"], "`key` needs --key*"), (["cec", "scan", "--key", "up"], "--key belongs to `key`*"),
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

    @Test func showTakesTheFormsOfAFile() throws {
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
}
