import Testing

@testable import ScreensLinux

struct NaturalNameTests {
    private static let big = "36893488147419103232"

    /// Names in the expected order.
    private static let orders = [
        ["1.png", "2.png", "10.png"], ["a1b2", "a1b10", "a2b1"], ["a", "a1", "a01x", "a2", "aa"],
        // Leading zeros: the number is compared first, then the bytes.
        ["0", "00", "01", "1", "002", "2"], ["slide 09", "slide 9", "slide 10"],
        // Numbers beyond 64 bits.
        ["9", "9999999999999999999", "\(big).png", "\(big)0.png"], ["x18446744073709551615", "x18446744073709551616"],
        // Capital letters.
        ["a.png", "B.png", "c.png"], ["A", "a", "B", "b"], ["IMG_2.JPG", "img_2.jpg", "IMG_10.JPG"],
        ["", " 1", "-1", "1", "a", "~", "\u{E4}.png"], ["1-2", "1.2", "1a"], ["a b", "a1", "ab"],
    ]

    @Test(arguments: orders)
    func digitsAreNumbers(_ names: [String]) {
        #expect(names.reversed().map(NaturalName.init).sorted().map(\.text) == names)
        #expect(names.map(NaturalName.init).sorted().map(\.text) == names)
    }

    @Test func anyTwoDifferentNamesHaveOneOrder() {
        let names = Set(Self.orders.flatMap(\.self)).map(NaturalName.init)
        for first in names {
            #expect(!(first < first) && first == first)
            for second in names where first != second {
                #expect((first < second) != (second < first), "\(first.text) and \(second.text)")
            }
        }
    }

    /// The names are the same to Swift's strings, but name two files.
    @Test func namesOfOtherBytesAreOthers() {
        let (composed, decomposed) = (NaturalName("\u{E4}"), NaturalName("a\u{308}"))
        #expect(composed != decomposed && (composed < decomposed) != (decomposed < composed))
    }
}
