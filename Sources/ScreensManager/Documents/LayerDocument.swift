import Screens

/// A layer of a client over the picture of a screen.
public struct LayerDocument: Codable, Sendable, Equatable {
    /// The name that the client gives it.
    public let name: String
    /// The program that draws it.
    public let program: ProgramDocument
    /// Its rectangle of the picture, in pixels.
    public let rectangle: Place
    /// Its order: a layer is above all layers of lower orders.
    public let order: Int
    /// Its opacity, 0 to 1.
    public let opacity: Double
    /// Whether its program has left, and its last frame stays for some time.
    public let lingers: Bool

    package init(_ name: String, of program: Lessee, at placement: LayerPlacement, lingers: Bool) {
        self.name = name
        self.program = ProgramDocument(program)
        rectangle = Place(placement.rectangle)
        order = placement.order
        opacity = placement.opacity
        self.lingers = lingers
    }

    /// A rectangle in pixels.
    public struct Place: Codable, Sendable, Equatable {
        /// The distance from the left edge.
        public let x: Int
        /// The distance from the upper edge.
        public let y: Int
        /// The number of columns.
        public let width: Int
        /// The number of rows.
        public let height: Int

        package init(_ rectangle: Rectangle) {
            (x, y, width, height) = (rectangle.x, rectangle.y, rectangle.width, rectangle.height)
        }
    }

    /// The name, the program and the place, such as `words of 'player' (process 12), 640x40 at 0,1040`.
    package var text: String {
        let place = "\(rectangle.width)x\(rectangle.height) at \(rectangle.x),\(rectangle.y)"
        return "\(name) of \(program), \(place)\(lingers ? ", its last frame" : "")"
    }
}
