/// Why a plane shows no frame without a copy for a time.
package enum DirectObstacle: String, Sendable, Hashable {
    /// The picture is rotated or scaled.
    case rotation
    /// The copy changes the colours, for example to dim the picture.
    case colors
    /// The picture is on another screen too.
    case mirror
    /// A layer is over the picture, such as a label.
    case layer
    /// The kernel has refused to flip to a frame a short time ago.
    case refusal
}
