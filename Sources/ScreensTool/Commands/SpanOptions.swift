import ArgumentParser
import Screens

/// Which screens are one surface.
struct SpanOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Show one picture across these screens: a row's names with commas, rows with colons.",
            discussion: "DP-1,DP-2 are side by side; DP-1,DP-2:DP-3,DP-4 is a wall of four. Again for another wall.",
            valueName: "grid"),
        completion: SpanGrid.completion)
    var span: [SpanGrid] = []

    @Option(
        help: ArgumentHelp(
            "Pixels that the frames between two screens hide, up to 4096: 40, or 40,30 for columns and rows.",
            valueName: "pixels"))
    var bezel: Bezel?

    func validate() throws {
        if bezel != nil, span.isEmpty { throw ValidationError("--bezel goes with --span") }
        var settings = VideoKit.Settings()
        settings.spans = try spans()
        do {
            try settings.check()
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    func spans() throws -> [VideoWall] {
        try span.map { grid in
            do throws(ScreenError) {
                return try VideoWall(rows: grid.rows, columnGap: bezel?.column ?? 0, rowGap: bezel?.row ?? 0)
            } catch {
                throw ValidationError("--\(error)")
            }
        }
    }
}
