import ScreensLinux

/// A lease of a simulated connector, on which the last picture stays: its file is a counter, which programs can only hold open.
final class SimulatedLease: ConnectorLease {
    private let file: EventCounter

    var descriptor: Int32 { file.descriptor }

    init() throws(ScreenError) {
        file = try ScreenError.mapping { () throws(SystemError) in try EventCounter(for: "a simulated lease") }
    }

    func revoke() {}
}
