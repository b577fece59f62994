import Testing

@testable import Screens

@Suite struct HistogramTests {
    @Test(arguments: [0, 1, 15, 16, 17, 255, 256, 1_000, 999_999, 16_683_350, 1 << 40, Int64.max])
    func aValueIsInTheBucketOfItsRange(_ value: Int64) {
        let bucket = Histogram.bucket(of: value)
        if value < 1 << 42 {
            #expect(Histogram.upperBound(of: bucket) >= value)
            #expect(Histogram.upperBound(of: bucket) <= value + value / 16)
            #expect(bucket == 0 || Histogram.upperBound(of: bucket - 1) < value)
        }
    }

    @Test func percentilesMatchTheValues() {
        let histogram = Histogram()
        #expect(histogram.summary() == DurationSummary(p50: .zero, p99: .zero, max: .zero, buckets: []))
        for value in 1...1000 as ClosedRange<Int64> { histogram.record(value) }
        let summary = histogram.summary()
        #expect((500...532).contains(summary.p50.wholeNanoseconds))
        #expect((990...1000).contains(summary.p99.wholeNanoseconds))
        #expect(summary.max == .nanoseconds(1000))
        #expect(summary.buckets.reduce(0) { $0 + $1.count } == 1000)
        let buckets = summary.buckets.map { (bound: $0.upperBound.wholeNanoseconds, count: $0.count) }
        let single = buckets.map(\.bound).filter { $0 <= 15 }
        #expect(single == Array(1...15))
        #expect(buckets.allSatisfy { $0.bound < 15 || $0.count <= UInt64($0.bound / 16 + 1) })
    }

    @Test func aNegativeLatenessCountsAsZero() {
        let histogram = Histogram()
        histogram.record(-5)
        #expect(
            histogram.summary()
                == DurationSummary(
                    p50: .zero, p99: .zero, max: .zero, buckets: [.init(upperBound: .zero, count: 1)]))
    }
}
