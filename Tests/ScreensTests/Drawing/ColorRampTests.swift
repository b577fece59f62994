import Glibc
import Testing

@testable import Screens

@Suite struct ColorRampTests {
    @Test(arguments: [2, 17, 256, 1024, 4096])
    func aNeutralAdjustmentChangesNothing(_ count: Int) {
        let entries = ColorRamp(.neutral).entries(count)
        #expect(entries.count == count)
        for (index, entry) in entries.enumerated() {
            let expected = UInt16((Double(index) / Double(count - 1) * 65535).rounded())
            #expect(entry == SIMD4(expected, expected, expected, 0))
        }
    }

    @Test func theBytesAreTheKernelsEntries() {
        let ramp = ColorRamp(ColorAdjustment(temperature: 3000))
        let bytes = ramp.bytes(256)
        #expect(bytes.count == 256 * 8)
        let last = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 255 * 8, as: SIMD4<UInt16>.self) }
        #expect(last[0] == 65535 && last[1] < last[0] && last[2] < last[1] && last[3] == 0)
    }

    @Test(arguments: [0.5, 0.8, 1.0, 2.2])
    func gammaIsAPower(_ gamma: Double) {
        let ramp = ColorRamp(ColorAdjustment(gamma: gamma))
        #expect(ramp[0].green == 0 && ramp[1].green == 1)
        #expect(abs(ramp[0.5].green - pow(0.5, 1 / gamma)) < 1e-12)
    }

    @Test(arguments: [0.0, 0.25, 0.5, 1.0])
    func dimmingIsAFactor(_ dimming: Double) {
        let adjustment = ColorAdjustment(dimming: dimming)
        #expect(abs(ColorRamp(adjustment)[1].red - (1 - dimming)) < 1e-12)
        #expect(adjustment.level == UInt8(((1 - dimming) * 255).rounded()))
        #expect(adjustment.ofCopy == (dimming == 0 ? .asDrawn : .dimmed(adjustment.level)))
        #expect(adjustment.changesCopy == (dimming > 0))
    }

    @Test func aDimmingBelowAStepLeavesTheCopyAsDrawn() {
        #expect(ColorAdjustment(dimming: 0.001).ofCopy == .asDrawn && !ColorAdjustment(dimming: 0.001).changesCopy)
        #expect(ColorAdjustment(gamma: 1.001).changesCopy && ColorAdjustment(temperature: 6499).changesCopy)
    }

    @Test func theRampIsMonotonicAndWithinItsLimitsAtEveryTemperature() {
        for kelvin in stride(from: 1000, through: 10_000, by: 100) {
            let entries = ColorRamp(ColorAdjustment(gamma: 0.7, temperature: kelvin, dimming: 0.1)).entries(64)
            for (lower, higher) in zip(entries, entries.dropFirst()) {
                #expect((0..<3).allSatisfy { lower[$0] <= higher[$0] })
            }
        }
    }

    /// CIE 15: the chromaticity of illuminants and of a black body.
    @Test(arguments: [
        (5003.0, 0.34567, 0.35850), (5503, 0.33242, 0.34743), (6504, 0.31271, 0.32902), (7504, 0.29902, 0.31485),
        (2000, 0.5267, 0.4133), (1500, 0.5857, 0.3931),
    ])
    func chromaticitiesLieOnTheLocus(_ kelvin: Double, _ x: Double, _ y: Double) {
        let found = ColorTemperature.chromaticity(kelvin)
        #expect(abs(found.x - x) < 0.0006 && abs(found.y - y) < 0.0006, "\(found)")
    }

    @Test func lowerTemperaturesAreRedderWithoutAStep() {
        var last = ColorTemperature.factors(1000)
        #expect(last.red == 1 && last.blue == 0)
        for kelvin in stride(from: 1010, through: 10_000, by: 10) {
            let next = ColorTemperature.factors(kelvin)
            #expect(next.red <= last.red && next.blue >= last.blue, "at \(kelvin)")
            #expect(abs(next.green - last.green) < 0.02 && abs(next.blue - last.blue) < 0.12, "at \(kelvin)")
            last = next
        }
        let neutral = ColorTemperature.factors(6500)
        #expect(neutral.red == 1 && neutral.green == 1 && neutral.blue == 1)
        #expect(last.blue == 1 && last.red < 0.9)
    }

    @Test(arguments: [
        ColorAdjustment(gamma: 0.09), ColorAdjustment(gamma: 11), ColorAdjustment(gamma: .nan),
        ColorAdjustment(gamma: .infinity), ColorAdjustment(temperature: 999), ColorAdjustment(temperature: 10_001),
        ColorAdjustment(dimming: -0.01), ColorAdjustment(dimming: 1.01), ColorAdjustment(dimming: .nan),
    ])
    func valuesOutsideTheirLimitsAreRefused(_ adjustment: ColorAdjustment) {
        let error = #expect(throws: ScreenError.self) { try adjustment.check() }
        #expect(error?.code == .invalidArgument)
    }
}
