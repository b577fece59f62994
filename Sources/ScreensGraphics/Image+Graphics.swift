import Screens

extension Image {
    /// Draws an image of shapes, other images and text, on any thread: a sprite, a background, or a part of a picture
    /// that stays the same for many frames.
    ///
    /// ```swift
    /// let dot = try Image.drawn(size: Size(width: 16, height: 16)) { context in
    ///     context.fill(.circle(center: (8, 8), radius: 7), with: .white)
    /// }
    /// ```
    ///
    /// - Parameter body: draws on an image that is transparent at first. The context must not be used after it returns.
    /// - Throws: `ScreenError.Code.invalidArgument` if a side is not from 1 to `longestSide`.
    public static func drawn(
        size: Size, _ body: (_ context: inout GraphicsContext) -> Void
    ) throws(ScreenError) -> Image {
        try Image(
            size: size,
            drawing: { pixels in
                pixels.withUnsafeMutableBufferPointer { pixels in
                    guard let base = pixels.baseAddress else { return }
                    let surface = UnsafeSurface(
                        baseAddress: base, size: size, bytesPerRow: size.width * 4, format: .argb8888)
                    _ = GraphicsContext.draw(on: surface, inside: Rectangle(size), body)
                }
            })
    }
}
