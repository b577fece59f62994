/// The shown part of a frame, and its place on a view.
package struct VideoPlacement: Sendable, Hashable {
    /// How the shown part is placed in the area.
    package var mode: ContentMode
    /// The shown part, in pixels of the frame and inside it; nil for all of it.
    package var crop: Rectangle?
    /// The orientation of the shown part.
    package var orientation: Orientation
    /// The part of the view that the frame is placed in; nil for all of it.
    package var area: Rectangle?

    package init(
        _ mode: ContentMode, crop: Rectangle? = nil, orientation: Orientation = .upright, area: Rectangle? = nil
    ) {
        self.mode = mode
        self.crop = crop
        self.orientation = orientation
        self.area = area
    }

    /// Whether the pixels of a frame are shown in their order, and all of them.
    package var isPlain: Bool { crop == nil && orientation == .upright }

    /// The place for a plane that shows the frame without a copy.
    ///
    /// - Returns: nil if the frame has to be scaled, rotated or cut off, which the processor does.
    func direct(_ format: VideoFormat, in bounds: Rectangle) -> DirectPlacement? {
        let place = rectangle(of: format, in: bounds)
        guard isPlain, clip(in: bounds).contains(place) else { return nil }
        return DirectPlacement(format, at: place, of: bounds)
    }

    /// The part of the view that shows the frame.
    func clip(in bounds: Rectangle) -> Rectangle { area?.intersection(bounds) ?? bounds }

    /// The place of the shown part, which may be larger than the view.
    func rectangle(of format: VideoFormat, in bounds: Rectangle) -> Rectangle {
        let shown = format.displaySize(of: crop?.size ?? format.size)
        return mode.rectangle(for: orientation.size(of: shown), in: area ?? bounds)
    }
}
