import Testing

@testable import Screens

/// Candidates for rotating and scaling a picture.
@Suite struct ScanoutPlanTests {
    private let mode = Size(width: 200, height: 100)
    private let tenth = Overscan(.hundredths(1000))

    private func plans(
        _ orientation: Orientation = .upright, _ overscan: Overscan = .none,
        _ abilities: ScanoutPlan.Abilities = ScanoutPlan.Abilities()
    ) -> [ScanoutPlan] {
        ScanoutPlan.candidates(mode: mode, orientation: orientation, overscan: overscan, abilities: abilities)
    }

    @Test func withoutWorkTheCanvasIsTheBuffer() {
        let all = plans()
        #expect(all.count == 1 && all[0].isDirect)
        #expect(all[0].canvas == mode && all[0].buffer == mode && all[0].planeTarget == Rectangle(mode))
        #expect(all[0].compensation == .none)
    }

    @Test func withoutCompensationTheInsetsAreOnlyReported() {
        var overscan = tenth
        overscan.compensation = .none
        let all = plans(.upright, overscan)
        #expect(all.count == 1 && all[0].isDirect && all[0].compensation == .none)
        #expect(all[0].insets == EdgeInsets(top: 10, right: 20, bottom: 10, left: 20))
    }

    @Test func hardwareComesFirstAndSoftwareLast() {
        var abilities = ScanoutPlan.Abilities()
        abilities.placesByPlane = true
        abilities.underscanLimit = Size(width: 128, height: 128)
        abilities.marginLimit = Size(width: 100, height: 100)
        abilities.scalesByPlane = true
        abilities.planeOrientations = [.clockwise]
        let all = plans(.clockwise, tenth, abilities)
        #expect(
            all.map(\.compensation) == [
                .underscan, .margins, .plane, .software, .underscan, .margins, .plane, .software,
            ])
        #expect(
            all.map(\.planeOrientation) == Array(repeating: .clockwise, count: 4) + Array(repeating: .upright, count: 4)
        )
        #expect(all.allSatisfy { $0.orientation == .clockwise && $0.canvas == Size(width: 100, height: 200) })
        #expect(all[0].isDirect && all[1].isDirect && all[2].isDirect && !all[3].isDirect)
    }

    @Test func underscanNeedsEqualBorders() {
        var abilities = ScanoutPlan.Abilities()
        abilities.underscanLimit = Size(width: 128, height: 128)
        let odd = Overscan(top: .pixels(1), right: .pixels(2), bottom: .pixels(1), left: .pixels(3))
        #expect(plans(.upright, odd, abilities).map(\.compensation) == [.software])
        abilities.underscanLimit = Size(width: 19, height: 128)
        #expect(plans(.upright, tenth, abilities).map(\.compensation) == [.software], "wider than it can be")
    }

    @Test(arguments: [
        (OverscanCompensation.scale, false, [EffectiveCompensation.software]), (.scale, true, [.plane, .software]),
        (.insetBounds, false, [.plane, .software]), (.insetBounds, true, [.plane, .software]),
    ])
    func aPlaneThatOnlyPlacesPicturesDoesNotScaleThem(
        _ requested: OverscanCompensation, _ scales: Bool, _ expected: [EffectiveCompensation]
    ) {
        var abilities = ScanoutPlan.Abilities()
        abilities.placesByPlane = true
        abilities.scalesByPlane = scales
        var overscan = tenth
        overscan.compensation = requested
        #expect(plans(.upright, overscan, abilities).map(\.compensation) == expected)
    }

    /// The buffer with fewer lines contains the whole canvas, in every orientation and within insets.
    @Test(arguments: Orientation.allCases, [OverscanCompensation.scale, .insetBounds, .none])
    func fewerLinesThanTheModeHasAreFilledByTheCopy(_ orientation: Orientation, _ compensation: OverscanCompensation) {
        var abilities = ScanoutPlan.Abilities()
        abilities.placesByPlane = true
        abilities.planeOrientations = Set(Orientation.allCases)
        abilities.marginLimit = Size(width: 100, height: 100)
        var overscan = tenth
        overscan.compensation = compensation
        let scanout = Size(width: 200, height: 50)
        let all = ScanoutPlan.candidates(
            mode: mode, scanout: scanout, orientation: orientation, overscan: overscan, abilities: abilities)
        #expect(all.count == 1 && all[0].buffer == scanout && all[0].planeTarget == Rectangle(scanout))
        #expect(all[0].orientation == orientation && all[0].planeOrientation == .upright && !all[0].isDirect)
        let inset = compensation == .none ? (0, 0) : (20, 5)
        #expect(
            all[0].placement
                == Rectangle(x: inset.0, y: inset.1, width: 200 - 2 * inset.0, height: 50 - 2 * inset.1))
        let seen = compensation == .insetBounds ? Size(width: 160, height: 80) : mode
        #expect(orientation.size(of: all[0].canvas) == seen)
    }

    @Test func connectorsScaleButDoNotInset() {
        var abilities = ScanoutPlan.Abilities()
        abilities.underscanLimit = Size(width: 128, height: 128)
        abilities.marginLimit = Size(width: 128, height: 128)
        var overscan = tenth
        overscan.compensation = .insetBounds
        let all = plans(.upright, overscan, abilities)
        #expect(all.map(\.compensation) == [.software])
        #expect(all[0].canvas == Size(width: 160, height: 80))
        #expect(all[0].placement == Rectangle(x: 20, y: 10, width: 160, height: 80))
    }

    /// Insets are relative to the screen and not to the picture.
    @Test(arguments: Orientation.allCases)
    func theVisiblePartIsTheSameInEveryOrientation(_ orientation: Orientation) {
        let overscan = Overscan(
            top: .pixels(1), right: .pixels(2), bottom: .pixels(3), left: .pixels(4), compensation: .insetBounds)
        var abilities = ScanoutPlan.Abilities()
        abilities.placesByPlane = true
        abilities.planeOrientations = Set(Orientation.allCases)
        let seen = Rectangle(x: 4, y: 1, width: 194, height: 96)
        for plan in plans(orientation, overscan, abilities) {
            let placed = plan.planeOrientation.rectangle(plan.placement, of: plan.buffer)
            let shift = plan.compensation == .plane ? (plan.planeTarget.x, plan.planeTarget.y) : (0, 0)
            #expect(
                Rectangle(x: placed.x + shift.0, y: placed.y + shift.1, width: placed.width, height: placed.height)
                    == seen)
            #expect(orientation.size(of: plan.canvas) == seen.size)
            #expect(plan.orientation == orientation)
        }
    }

    @Test(arguments: [Overscan(.pixels(5000)), Overscan(.hundredths(5000)), Overscan(.pixels(-7))])
    func aPartOfThePictureStaysVisible(_ overscan: Overscan) {
        let insets = overscan.insets(in: mode)
        let seen = insets.inset(mode)
        #expect(seen.width >= 50 && seen.height >= 25)
        #expect(seen.intersection(Rectangle(mode)) == seen)
    }

    @Test(arguments: [
        ("5%", Overscan(.hundredths(500))), ("2.5%", Overscan(.hundredths(250))), ("0.25%", Overscan(.hundredths(25))),
        ("2.5 %", Overscan(.hundredths(250))),
        ("40", Overscan(.pixels(40))), ("0", Overscan(.pixels(0))),
        (
            "10,2%,30,4.5%",
            Overscan(top: .pixels(10), right: .hundredths(200), bottom: .pixels(30), left: .hundredths(450))
        ),
    ])
    func overscanIsParsedFromPixelsAndPercent(_ text: String, _ expected: Overscan) {
        #expect(Overscan(text) == expected)
    }

    @Test(arguments: [
        "", "%", "5%%", "-5", "+5", "5,5", "1,2,3", "1,2,3,4,5", "1,,2,3", "51%", "50.01%", "1.234%", "1.%", "5  px",
        " 5%", "5% ", "5 ", " %",
        "99999", "٣", "0x10", "1e2", "99999999999999999999",
    ])
    func malformedOverscanIsRefused(_ text: String) {
        #expect(Overscan(text) == nil)
    }
}
