import ScreensRaster

/// How drawn pixels are combined with the pixels below. The formulas are for channels and alphas from 0 to 1: `s` is
/// the drawn channel, multiplied by its alpha `sa`, and `d` the channel below with its alpha `da`, which is 1 on a
/// view.
public enum BlendMode: Sendable, Hashable, CaseIterable {
    /// The drawn pixel covers the one below, as far as it is opaque: `s + d (1 - sa)`.
    case over
    /// The sum, at most white, for light, fire and particles: `min(s + d, 1)`.
    case add
    /// The product, for shadows and coloured glass. White changes nothing. `s d + s (1 - da) + d (1 - sa)`.
    case multiply
    /// The opposite of the product. It brightens, and never beyond white. Black changes nothing. `s + d - s d`.
    case screen

    var mode: Composition.Mode {
        switch self {
        case .over: .over
        case .add: .add
        case .multiply: .multiply
        case .screen: .screen
        }
    }
}
