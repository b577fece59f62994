import CScreensRaster

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
/// sample at the border is repeated. The kernels have the filter of columns; this is the filter of rows.
struct ChromaFilter: Sendable {
    /// The rows of samples of one or two rows of pixels, with the weights of both.
    struct Rows: Sendable {
        /// The first row of pixels.
        let row: Int
        /// Whether the next row of pixels is filtered from the same samples.
        let hasNext: Bool
        let first: Int
        let second: Int
        let weights: craster_weights
        let weightsOfNext: craster_weights
    }

    /// Whether a sample is halfway between its two pixels, and not at the first one.
    let isBetween: Bool
    /// Whether two rows of pixels share a row of samples.
    let isShared: Bool
    /// The number of rows of pixels.
    let count: Int
    /// The code of no colour.
    let middle: Int16

    /// Returns the samples of a row of pixels, and of the next row if it has the same ones.
    func rows(from row: Int) -> Rows {
        let one = samples(of: row)
        guard isShared, row &+ 1 < count else { return Rows(row, one) }
        let next = samples(of: row &+ 1)
        // A row of pixels that needs only the first row of samples also reads the second one, with a weight of 0.
        let isSame = next.first == one.first && (next.second == one.second || one.weights.second == 0)
        return isSame ? Rows(row, one, next) : Rows(row, one)
    }

    fileprivate typealias Samples = (first: Int, second: Int, weights: craster_weights)

    private func samples(of row: Int) -> Samples {
        func weights(_ first: Int16, _ second: Int16) -> craster_weights {
            craster_weights(first: first, second: second, zero: 4 &* middle)
        }
        guard isShared else { return (row, row, weights(4, 0)) }
        let own = row &>> 1
        if row & 1 == 0 {
            return isBetween && own > 0 ? (own &- 1, own, weights(1, 3)) : (own, own, weights(4, 0))
        }
        guard own &+ 1 < (count &+ 1) / 2 else { return (own, own, weights(4, 0)) }
        return (own, own &+ 1, isBetween ? weights(3, 1) : weights(2, 2))
    }
}

extension ChromaFilter.Rows {
    fileprivate init(_ row: Int, _ samples: ChromaFilter.Samples, _ next: ChromaFilter.Samples? = nil) {
        self.init(
            row: row, hasNext: next != nil, first: samples.first, second: next?.second ?? samples.second,
            weights: samples.weights, weightsOfNext: next?.weights ?? samples.weights)
    }
}
