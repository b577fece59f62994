/// A mode that a simulated screen offers.
public struct SimulatedMode: Sendable, Hashable {
    /// Pixels per line.
    public let width: Int
    /// Lines.
    public let height: Int
    /// The refresh rate in thousandths of a Hz. Whole rates are exact; others are as near as a pixel clock in kHz gets.
    public let millihertz: Int

    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` where a side is not in 1…16384 pixels or the
    ///   rate not in 1…1000 Hz.
    public init(width: Int, height: Int, millihertz: Int) throws(ScreenError) {
        guard (1...16384).contains(width), (1...16384).contains(height), (1000...1_000_000).contains(millihertz)
        else {
            throw ScreenError(
                .invalidArgument, operation: "simulate", object: "\(width)x\(height) at \(millihertz) mHz",
                remedy: "sides are 1 to 16384 pixels, rates 1 to 1000 Hz")
        }
        self.width = width
        self.height = height
        self.millihertz = millihertz
    }
}
