/// The pixels that share a sample of chroma.
package struct ChromaSampling: Sendable, Hashable {
    /// Whether two neighbours in a row share it.
    let halvesColumns: Bool
    /// Whether two rows share it.
    let halvesRows: Bool

    package static let yuv420 = ChromaSampling(halvesColumns: true, halvesRows: true)
    package static let yuv422 = ChromaSampling(halvesColumns: true, halvesRows: false)
    package static let yuv444 = ChromaSampling(halvesColumns: false, halvesRows: false)
}

/// The position of a sample of chroma among the pixels that share it.
package struct ChromaPosition: Sendable, Hashable {
    /// Whether it is halfway between two columns, and not at the left one.
    let isBetweenColumns: Bool
    /// Whether it is halfway between two rows, and not at the upper one.
    let isBetweenRows: Bool

    package init(isBetweenColumns: Bool, isBetweenRows: Bool) {
        self.isBetweenColumns = isBetweenColumns
        self.isBetweenRows = isBetweenRows
    }
}

/// The bilinear filter of chroma in one direction: a pixel gets its chroma from its own sample, which it shares with
/// another pixel, and from the next sample on the other side.
///
/// The weights are quarters, so the sum over both directions is exact in sixteenths of a code. Beyond the border, the
/// sample at the border is repeated.
struct ChromaFilter: Sendable {
    /// The weights of the two samples; their sum is 4.
    struct Weights: Sendable {
        let own: Int16
        let other: Int16
    }

    /// The weights for the first of two pixels, whose other sample is the previous one.
    let first: Weights
    /// The weights for the second of two pixels, whose other sample is the next one.
    let second: Weights

    /// - Parameter isBetween: whether a sample is halfway between its two pixels, and not at the first one.
    init(isBetween: Bool) {
        first = isBetween ? Weights(own: 3, other: 1) : Weights(own: 4, other: 0)
        second = isBetween ? Weights(own: 3, other: 1) : Weights(own: 2, other: 2)
    }

    /// Returns the two samples of a pixel, and their weights. If only its own sample counts, both are the same.
    ///
    /// - Parameter count: the number of samples.
    func samples(of pixel: Int, count: Int) -> (own: Int, other: Int, weights: Weights) {
        let own = pixel &>> 1
        if pixel & 1 == 0 { return (own, first.other == 0 ? own : max(own &- 1, 0), first) }
        return (own, min(own &+ 1, count &- 1), second)
    }
}
