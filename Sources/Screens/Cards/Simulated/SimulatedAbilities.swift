/// The abilities of a simulated connector and its plane for a picture, as hardware at times can: nothing at
/// first.
public struct SimulatedAbilities: Sendable, Hashable {
    /// The orientations that the plane brings about (its property `rotation`).
    public var orientations: Set<Orientation> = []
    /// Whether the plane shows a picture in a part of the screen.
    public var placesPictures = false
    /// Whether it scales it there.
    public var scalesPictures = false
    /// The widest borders of the connector's `underscan`, the same on both sides; nil where it has none.
    public var underscanLimit: Size?
    /// The widest margins of the connector (`left margin` and so on); nil where it has none.
    public var marginLimit: Size?
    /// How the panel is built in: how a picture has to lie to be upright on it (`panel orientation`).
    public var panelOrientation = Orientation.upright
    /// The formats that the plane shows.
    public var formats: Set<PixelFormat> = Set(PixelFormat.allCases)

    /// The entries of the CRTC's table of colours (`GAMMA_LUT_SIZE`); nil where it has none.
    public var gammaTableSize: Int?
    /// Whether that table is only changed by a modeset.
    public var needsModesetForGamma = false
    /// The connector's properties that may be set, as they are at first.
    public var properties: [ConnectorProperty] = []
    /// The names of those that the driver then refuses to set.
    public var refusedProperties: Set<String> = []

    /// A plane that shows what is as large as the screen, and a connector that leaves it alone.
    public init() {}

    var plan: ScanoutPlan.Abilities {
        ScanoutPlan.Abilities(
            planeOrientations: orientations, hasPlanes: placesPictures, underscanLimit: underscanLimit,
            marginLimit: marginLimit)
    }

    /// Whether the plane does what a plan asks of it.
    func allows(_ plan: ScanoutPlan) -> Bool {
        guard plan.compensation == .plane else { return true }
        return scalesPictures || plan.planeOrientation.size(of: plan.buffer) == plan.planeTarget.size
    }
}
