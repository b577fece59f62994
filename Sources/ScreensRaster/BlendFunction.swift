/// A combination of premultiplied ARGB8888 with a target, the same for all channels: see ``Composition``. The alpha of
/// an opaque target is 0 here, and the alpha of the result is ignored.
protocol BlendFunction {
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock

    /// Combines with our channels separated, in the form of a product.
    static func combined(
        blueAndRed: SIMD16<UInt16>, greenAndAlpha: SIMD16<UInt16>, _ theirs: PixelBlock
    ) -> PixelBlock
}

extension BlendFunction {
    @inline(__always)
    static func combined(
        blueAndRed: SIMD16<UInt16>, greenAndAlpha: SIMD16<UInt16>, _ theirs: PixelBlock
    ) -> PixelBlock {
        combined(PixelBlock(blueAndRed: blueAndRed, greenAndAlpha: greenAndAlpha), theirs)
    }
}

enum CopyFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock { ours }
}

enum OverFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        let rest = (255 &- (ours &>> 24)).asFactors
        return ours
            &+ PixelBlock(
                blueAndRed: theirs.blueAndRed.multiplied(byPart: rest),
                greenAndAlpha: theirs.greenAndAlpha.multiplied(byPart: rest))
    }

    @inline(__always)
    static func combined(
        blueAndRed: SIMD16<UInt16>, greenAndAlpha: SIMD16<UInt16>, _ theirs: PixelBlock
    ) -> PixelBlock {
        let pairs = PixelBlock(words: 255 &- greenAndAlpha)
        let rest = ((pairs &>> 16) | (pairs & 0xFFFF_0000)).words
        return PixelBlock(
            blueAndRed: blueAndRed &+ theirs.blueAndRed.multiplied(byPart: rest),
            greenAndAlpha: greenAndAlpha &+ theirs.greenAndAlpha.multiplied(byPart: rest))
    }
}

enum AddFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        ours.addingSaturated(theirs)
    }
}

/// A multiplication onto an opaque target: two of the three products become one.
enum MultiplyOpaqueFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        let rest = (255 &- (ours &>> 24)).asFactors
        return PixelBlock(
            blueAndRed: theirs.blueAndRed.multiplied(byPart: rest &+ ours.blueAndRed),
            greenAndAlpha: theirs.greenAndAlpha.multiplied(byPart: rest &+ ours.greenAndAlpha))
    }
}

enum MultiplyFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        let ourRest = (255 &- (ours &>> 24)).asFactors
        let theirRest = (255 &- (theirs &>> 24)).asFactors
        @inline(__always)
        func channels(_ own: SIMD16<UInt16>, _ other: SIMD16<UInt16>) -> SIMD16<UInt16> {
            (other &* (ourRest &+ own) &+ own &* theirRest).over255
        }
        return PixelBlock(
            blueAndRed: channels(ours.blueAndRed, theirs.blueAndRed),
            greenAndAlpha: channels(ours.greenAndAlpha, theirs.greenAndAlpha))
    }
}

enum ScreenFunction: BlendFunction {
    @inline(__always)
    static func combined(_ ours: PixelBlock, _ theirs: PixelBlock) -> PixelBlock {
        // s + d (1 - s): no sum exceeds 255, so whole pixels can be added.
        ours
            &+ PixelBlock(
                blueAndRed: theirs.blueAndRed.multiplied(byPart: 255 &- ours.blueAndRed),
                greenAndAlpha: theirs.greenAndAlpha.multiplied(byPart: 255 &- ours.greenAndAlpha))
    }
}
