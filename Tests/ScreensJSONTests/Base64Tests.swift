import EDIDMutations
import FoundationEssentials
import ScreensJSON
import Testing

@Suite("Bytes as a text")
struct Base64Tests {
    /// The examples of RFC 4648, section 10.
    @Test(
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func areTheExamplesOfTheStandard(bytes: String, text: String) {
        #expect(Base64.encode(Array(bytes.utf8)) == text)
        #expect(Base64.decode(text) == Array(bytes.utf8))
    }

    @Test func areTheSameByFoundation() {
        var random = Xorshift(seed: 3)
        for count in 0..<300 {
            let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
            let text = Base64.encode(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(Base64.decode(text) == bytes)
        }
    }

    @Test(arguments: [
        "Z", "Zg", "Zg=", "Zg=a", "Z===", "====", "=Zg=", "Zm9v\n", "Zm 9", "Zm-_", "Zh==", "Zm9=", "é===",
    ])
    func areRefusedIfTheTextIsNotBase64(_ text: String) {
        #expect(Base64.decode(text) == nil)
    }
}
