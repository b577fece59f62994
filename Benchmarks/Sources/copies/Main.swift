import Contest
import Glibc

@testable import Screens

/// Prints a line of JSON for each size of a rectangle: the speed of copies and fills by the library and by the C
/// library.
@main struct Main {
    private static let screen = Size(width: 3840, height: 2160)
    private static let sizes = [(64, 64), (256, 256), (640, 480), (1024, 768), (1920, 1080), (3840, 2160)]

    static func main() {
        let from = Surface(screen).pixels
        let to = Surface(screen).pixels
        for (width, height) in sizes {
            let rectangle = Rectangle(
                x: (screen.width - width) / 2, y: (screen.height - height) / 2, width: width, height: height)
            let damage = Damage(rectangle)
            let contest = Contest(amount: rectangle.area * 4)
            let copy = contest.run {
                to.copy(damage, from: from)
            } against: {
                forRows(of: rectangle) { memcpy(to.row($0) + rectangle.x, from.row($0) + rectangle.x, $1) }
            }
            let fill = contest.run {
                to.fill(rectangle, with: 0x20_4060)
            } against: {
                forRows(of: rectangle) { memset(to.row($0) + rectangle.x, 0x20, $1) }
            }
            report("copy", rectangle, copy)
            report("fill", rectangle, fill)
        }
    }

    /// - Parameter body: receives the row and the number of its bytes.
    @inline(__always)
    private static func forRows(of rectangle: Rectangle, _ body: (Int, Int) -> Void) {
        for y in rectangle.y..<rectangle.maxY { body(y, rectangle.width * 4) }
    }

    private static func report(_ work: String, _ rectangle: Rectangle, _ result: Contest.Result) {
        print(
            #"{"table":"memory","work":"\#(work)","size":"\#(rectangle.width)x\#(rectangle.height)","#
                + #""library":\#(Int(result.ours)),"libc":\#(Int(result.theirs)),"ratio":\#(result.ratio)}"#)
    }
}
