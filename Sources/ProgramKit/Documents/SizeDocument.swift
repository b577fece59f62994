import Screens

/// A width and a height as JSON has them.
package struct SizeDocument: Codable, Sendable, Hashable {
    package let width: Int
    package let height: Int

    package init(_ size: Size) {
        width = size.width
        height = size.height
    }
}

extension SizeDocument: CustomStringConvertible {
    /// As in `1920x1080`.
    package var description: String { "\(width)x\(height)" }
}
