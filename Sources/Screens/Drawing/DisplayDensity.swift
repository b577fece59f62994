/// How fine a display's pixels are, and what to do about it.
struct DisplayDensity {
    /// What things are drawn for that know nothing of the display.
    private static let ordinary = 96.0
    private static let largestScale = 4

    let scale: Int

    init(_ screen: Screen) {
        self.init(size: screen.currentMode?.size, millimeters: screen.physicalSize)
    }

    /// - Parameter millimeters: as the display says it: often nothing, sometimes its aspect.
    init(size: Size?, millimeters: Size?) {
        guard let size, let millimeters, millimeters.width >= 40, millimeters.height >= 20 else {
            scale = 1
            return
        }
        let density = Double(max(size.width, size.height)) * 25.4 / Double(max(millimeters.width, millimeters.height))
        scale = min(max(Int((density / Self.ordinary).rounded()), 1), Self.largestScale)
    }
}
