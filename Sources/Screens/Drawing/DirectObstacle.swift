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

/// Whether a plane would show a frame without a copy.
package enum DirectForecast: Sendable, Hashable {
    /// The plane would, unless its driver refuses the frame.
    case shown
    /// The plane would once something is over.
    case hindered(DirectObstacle)
    /// The plane does not have the format, or not at that place.
    case impossible

    /// Why it does not show the frame now, although it would show it at another time; nil without such a reason.
    package var obstacle: DirectObstacle? { if case .hindered(let obstacle) = self { obstacle } else { nil } }
}
