import Contest
import Screens

/// One line of the result.
struct Comparison {
    let work: String
    let size: Size
    /// The number of pixels of one call.
    let pixels: Int
    var beside = "pixman"
    var table = "raster"

    func run(_ library: () -> Void, against other: () -> Void) {
        let result = Contest(amount: pixels, rounds: 51).run(library, against: other)
        print(
            #"{"table":"\#(table)","work":"\#(work)","size":"\#(size)","beside":"\#(beside)","#
                + #""library":\#(Int(result.ours)),"other":\#(Int(result.theirs)),"ratio":\#(result.ratio)}"#)
    }
}
