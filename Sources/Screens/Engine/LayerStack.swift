/// The layers of a session, and the picture that they and the content make. Only the screen's own thread uses it.
///
/// The canvas of the screen has the content alone. The composed picture is up to date under layers; if it is complete,
/// it is up to date everywhere.
struct LayerStack {
    /// The number of pixels that are composed at once, so that they stay in the processor's cache.
    private static let bandPixels = 4096

    /// The layers, the lowest first.
    private var layers: [LayerDrawing] = []
    private var composed: OwnedPixels?
    private var isComplete = false
    private let size: Size

    init(_ size: Size) {
        self.size = size
    }

    var isEmpty: Bool { layers.isEmpty }

    /// Whether a layer shows anything, or has done so in the last picture.
    var isVisible: Bool { layers.contains { $0.isVisible || !$0.damage.isEmpty } }

    // MARK: The list

    /// Adds a layer that is claimed for the session.
    mutating func add(_ layer: LayerDrawing) {
        layers.append(layer)
        if composed == nil { composed = OwnedPixels(size) }
        sort()
    }

    /// Removes a layer, and marks its part of the canvas as changed.
    mutating func remove(_ layer: LayerDrawing, from canvas: ScreenCanvas) {
        layers.removeAll { $0 === layer }
        if layer.isVisible { canvas.markDamaged(layer.rectangle) }
        // The layer may have moved since its changes were marked.
        let damage = layer.damage
        for part in 0..<damage.count { canvas.markDamaged(damage[part]) }
        layer.release()
        if layers.isEmpty {
            composed = nil
            isComplete = false
        }
    }

    /// Releases all layers at the end of the session.
    ///
    /// - Returns: whether there were any.
    mutating func end() -> Bool {
        for layer in layers { layer.release() }
        defer { layers = [] }
        return !layers.isEmpty
    }

    /// Keeps the composed picture complete from now on, or only under layers.
    mutating func setComplete(_ isComplete: Bool, _ canvas: ScreenCanvas) {
        guard !layers.isEmpty, isComplete != self.isComplete else { return }
        self.isComplete = isComplete
        if isComplete { compose(Damage(Rectangle(size)), of: canvas.pixels) }
    }

    // MARK: A frame

    /// Marks the changes of the layers on the canvas. It is called in the frame path, after the links.
    mutating func takeDamage(to canvas: ScreenCanvas) {
        var isSorted = true
        for index in layers.indices {
            let damage = layers[index].damage
            for part in 0..<damage.count { canvas.markDamaged(damage[part]) }
            if !damage.isEmpty { layers[index].damageTaken() }
            if index > 0, !Self.isLower(layers[index - 1], layers[index]) { isSorted = false }
        }
        if !isSorted { sort() }
    }

    /// Brings the composed picture up to date, in the frame path.
    func compose(_ damage: borrowing Damage, of canvas: PixelBuffer) {
        guard let composed else { return }
        for index in 0..<damage.count {
            visit(damage[index]) { part, isLayered in
                if isLayered {
                    compose(part, of: canvas, to: composed.pixels)
                } else if isComplete {
                    composed.pixels.copy(Damage(part), from: canvas)
                }
            }
        }
    }

    /// The complete picture, if the composed picture is complete or there are no layers.
    func picture(over canvas: PixelBuffer) -> PixelBuffer { composed?.pixels ?? canvas }

    /// Writes changed parts of the picture into a buffer, in the frame path.
    ///
    /// - Returns: the changed parts of the buffer.
    func write(
        _ damage: borrowing Damage, of canvas: PixelBuffer, to buffer: ScanoutSurface, by path: ScanoutPath
    ) -> Damage {
        guard let composed else { return path.write(damage, of: canvas, to: buffer) }
        guard !isComplete else { return path.write(damage, of: composed.pixels, to: buffer) }
        var written = Damage()
        for index in 0..<damage.count {
            visit(damage[index]) { part, isLayered in
                written.insert(path.write(Damage(part), of: isLayered ? composed.pixels : canvas, to: buffer))
            }
        }
        return written
    }

    // MARK: Parts

    /// Divides a part of the picture into rectangles that are under visible layers and rectangles that are not.
    private func visit(_ part: Rectangle, _ body: (Rectangle, _ isLayered: Bool) -> Void) {
        let inside = part.intersection(Rectangle(size))
        if !inside.isEmpty { visit(inside, from: 0, body) }
    }

    private func visit(_ part: Rectangle, from index: Int, _ body: (Rectangle, Bool) -> Void) {
        guard index < layers.count else { return body(part, false) }
        guard layers[index].isVisible else { return visit(part, from: index + 1, body) }
        let layered = part.intersection(layers[index].rectangle)
        guard !layered.isEmpty else { return visit(part, from: index + 1, body) }
        body(layered, true)
        let rest = part.parts(outside: layered)
        for piece in rest.indices where !rest[piece].isEmpty { visit(rest[piece], from: index + 1, body) }
    }

    /// Composes a part, a few rows at a time.
    private func compose(_ part: Rectangle, of canvas: PixelBuffer, to target: PixelBuffer) {
        let rows = max(1, Self.bandPixels / part.width)
        var y = part.y
        while y < part.maxY {
            let band = Rectangle(x: part.x, y: y, width: part.width, height: min(rows, part.maxY - y))
            var lowest = layers.count - 1
            while lowest >= 0, !layers[lowest].picture.covers(band) { lowest -= 1 }
            if lowest < 0 {
                lowest = 0
                while lowest < layers.count, !layers[lowest].isVisible || !layers[lowest].rectangle.intersects(band) {
                    lowest += 1
                }
                // The lowest layer is blended while the content is copied, if possible.
                if lowest < layers.count, layers[lowest].picture.write(band, of: canvas, to: target) {
                    lowest += 1
                } else {
                    target.copy(Damage(band), from: canvas)
                }
            }
            for index in lowest..<layers.count { layers[index].picture.blend(over: target, clip: band) }
            y += rows
        }
    }

    private mutating func sort() {
        layers.sort(by: Self.isLower)
    }

    private static func isLower(_ one: LayerDrawing, _ other: LayerDrawing) -> Bool {
        (one.order, one.number) < (other.order, other.number)
    }
}
