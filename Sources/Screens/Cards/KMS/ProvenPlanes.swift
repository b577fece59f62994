/// The work on a picture that planes of a driver are trusted with, beyond putting it on the screen.
///
/// A test commit that passes shows only that the driver accepts a request. Some drivers then show a rotated or scaled
/// picture that is shifted or torn. So an ability counts only after it is proven on the driver: by writeback, or by a
/// person who has seen it. Without that the copy does the work, which is right everywhere. A place in a part of the
/// screen counts on all drivers but the known ones that ignore it. The connector's own margins and underscan do not
/// belong to the plane.
struct ProvenPlanes: Sendable, Hashable {
    /// The orientations that the property `rotation` may give the picture.
    let orientations: Set<Orientation>
    /// Whether `CRTC_W` and `CRTC_H` may differ from the size of the source.
    let scales: Bool
    /// Whether `CRTC_X` and the other three may leave a part of the screen to other planes or the background, if the
    /// driver accepts that.
    let places: Bool

    /// The proven work for the driver of a card; places alone if the driver is not in the table.
    init(driver: String) {
        self = Self.table[driver] ?? ProvenPlanes()
    }

    private init(orientations: Set<Orientation> = [], scales: Bool = false, places: Bool = true) {
        self.orientations = orientations
        self.scales = scales
        self.places = places
    }

    /// The proven work by the kernel driver's name. Each entry says how it is proven.
    private static let table: [String: ProvenPlanes] = [
        // Proven by writeback, in all eight orientations: the kernel test
        // `test_rotation_and_reflection_by_the_plane_of_vkms`. It does not scale.
        "vkms": ProvenPlanes(orientations: Set(Orientation.allCases)),
        // Accepted, and shown in the upper left corner (qxl_primary_atomic_update): the kernel test
        // `test_a_picture_within_insets_has_black_around_it`.
        "qxl": ProvenPlanes(places: false),
        // This process makes the picture itself (`DisplayedPicture`). The abilities of a screen limit it.
        "simulated": ProvenPlanes(orientations: Set(Orientation.allCases), scales: true),
    ]
}
