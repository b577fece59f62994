import ArgumentParser
import ScreensManager
import ScreensReports

/// The options of commands that show pictures until they end: the waits, and the outputs at the end.
struct ShowingOptions: ParsableArguments {
    @Flag(help: "Fail at once in place of waiting for a card, a display or another program.")
    var noWait = false

    @Option(
        defaultAsFlag: SimulationSpec.standard, parsing: .next,
        help: ArgumentHelp(
            "Simulate cards in place of this machine's: \(SimulationSpec.forms). The value is optional.",
            valueName: "spec"),
        completion: SimulationOption.completion)
    var simulate: String?

    @Option(
        help: ArgumentHelp(
            "At the end, write the picture on the screen to a PNG file, as `screens snapshot` does; - is standard "
                + "output.",
            valueName: "file.png"),
        completion: .file(extensions: ["png"]))
    var snapshot: String?

    @Flag(help: "At the end, print the counters of each screen as one JSON document.")
    var stats = false

    func validate() throws {
        try SimulationOption.check(simulate)
        guard let snapshot else { return }
        if snapshot == "" { throw ValidationError("--snapshot needs the name of a file") }
        if let problem = PictureFileName.problem(snapshot) { throw ValidationError(problem) }
        guard snapshot == "-" else { return }
        if stats { throw ValidationError("--snapshot - and --stats cannot both write to standard output") }
        if StandardOutput.isTerminal { throw ValidationError("--snapshot - does not write to a terminal") }
    }

    func apply(to plan: inout ShowPlan) {
        plan.waits = !noWait
        plan.simulation = simulate.flatMap(SimulationSpec.init)
        plan.snapshot = snapshot.map(SnapshotFile.init)
        plan.printsStatistics = stats
    }
}
