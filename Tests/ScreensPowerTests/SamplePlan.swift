import ScreensLinux

@testable import ScreensPower

/// The plan that most tests begin with, and its parts.
enum SamplePlan {
    static func adapter(isAddressed: Bool) -> PowerAdapter {
        PowerAdapter(
            SimulatedTelevision.path, driver: "vivid", connector: nil, isAddressed: isAddressed, isClaimed: true,
            claimant: nil)
    }

    /// A plan whose television has answered that it is on.
    static func ready() -> DisplayPower {
        var plan = DisplayPower()
        _ = plan.take(.way(.cec, showsBlack: false), at: .zero)
        _ = plan.take(.adapter(SimulatedTelevision(.init()).adapter, reason: ""), at: .zero)
        let orders = orders(plan.take(.wanted(isOn: true), at: .zero))
        _ = plan.take(.answered(orders[0].number, .power(.on)), at: .zero)
        return plan
    }

    static func orders(_ actions: [DisplayPower.Action]) -> [PowerOrder] {
        actions.compactMap { if case .order(let order) = $0 { order } else { nil } }
    }
}
