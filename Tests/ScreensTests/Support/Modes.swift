import ScreensKMS

@testable import Screens

extension ScreenMode {
    /// Makes a mode for tables: `make(3, 1920, 1080, 59.94, interlaced: true)`.
    static func make(
        _ id: Int, _ width: Int, _ height: Int, _ hertz: Double, preferred: Bool = false, interlaced: Bool = false,
        userDefined: Bool = false
    ) -> ScreenMode {
        // An interlaced mode sends two fields for each frame of its clock.
        let millihertz = Int((hertz * 1000 / (interlaced ? 2 : 1)).rounded())
        var timings = ModeTimings(
            width: width, height: height, millihertz: millihertz, flags: interlaced ? 1 << 4 : 0)
        if preferred { timings.markPreferred() }
        if userDefined { timings.type |= 1 << 5 }
        return ScreenMode(id: id, timings: timings)
    }
}

extension SimulatedScreen {
    /// Makes a display with one mode.
    static func make(_ width: Int, _ height: Int, _ hertz: Int = 60) throws -> SimulatedScreen {
        SimulatedScreen(modes: [try SimulatedMode(width: width, height: height, millihertz: hertz * 1000)])
    }
}
