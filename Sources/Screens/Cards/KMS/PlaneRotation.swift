import KMS

/// The plane's property `rotation`: a bit for the turn, counterclockwise, and one for each reflection, which comes first.
enum PlaneRotation {
    /// `DRM_MODE_ROTATE_0`; those for 90°, 180° and 270° follow.
    private static let upright: UInt64 = 1
    /// `DRM_MODE_REFLECT_X`.
    private static let mirrored: UInt64 = 1 << 4

    static func value(of orientation: Orientation) -> UInt64 {
        let turn = upright << UInt64(-orientation.clockwiseQuarters & 3)
        return orientation.isMirrored ? turn | mirrored : turn
    }

    /// The turns that a plane reports. The driver may still refuse combinations.
    static func orientations(of plane: Plane) -> Set<Orientation> {
        guard let rotation = plane.properties["rotation"], !rotation.isImmutable else { return [] }
        let offered = rotation.choices.values.reduce(0 as UInt64) { $1 < 64 ? $0 | 1 << $1 : $0 }
        return Set(Orientation.allCases.filter { value(of: $0) & ~offered == 0 })
    }
}
