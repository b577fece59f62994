/// The place of a strip in its layer, over time.
package struct ScrollPosition: Sendable {
    /// The pixel of the strip at the edge of the layer.
    package private(set) var offset: Int
    /// The refreshes since the last step.
    private var rest = 0

    package init(offset: Int = 0) {
        self.offset = offset
    }

    /// The equal steps of a strip.
    package struct Steps: Sendable, Hashable {
        /// The pixels of a step; negative if the strip moves the other way.
        package let pixels: Int
        /// The refreshes from one step to the next.
        package let refreshes: Int

        /// The steps that are nearest to a speed.
        ///
        /// - Parameter period: the time from one refresh to the next.
        package init(speed: Double, period: Duration) {
            let distance = speed * (period / .seconds(1))
            let length = distance.magnitude
            guard length > 1e-6 else {
                (pixels, refreshes) = (0, 1)
                return
            }
            let step = max(length.rounded(), 1)
            pixels = Int(distance < 0 ? -step : step)
            refreshes = length < 1 ? Int((1 / length).rounded()) : 1
        }
    }

    /// The refreshes until the next step.
    package func refreshes(until steps: Steps) -> Int { steps.refreshes - rest }

    /// Moves the strip on.
    ///
    /// - Parameter refreshes: the refreshes since the last call.
    package mutating func advance(refreshes: Int, _ steps: Steps, length: Int) {
        rest += min(max(refreshes, 0), 1 << 32)
        let distance = rest / steps.refreshes * steps.pixels
        rest %= steps.refreshes
        offset = (offset + distance % length + length) % length
    }
}
