import Screens

/// A width and a height as JSON has them.
struct SizeDocument: Encodable, Hashable {
    let width: Int
    let height: Int

    init(_ size: Size) {
        width = size.width
        height = size.height
    }
}
