/// The characters of a text. A letter that is followed by a combining mark becomes one character if ISO 8859-1 has it:
/// `u` and U+0308 become `ü`. The characters that join letters or keep them apart, U+200C and U+200D, have no form of
/// their own and are left out.
package struct ComposedScalars: Sequence, IteratorProtocol {
    private var rest: String.UnicodeScalarView.Iterator
    private var following: Unicode.Scalar?

    package init(_ text: String) {
        rest = text.unicodeScalars.makeIterator()
        readFollowing()
    }

    package mutating func next() -> Unicode.Scalar? {
        guard let first = following else { return nil }
        readFollowing()
        guard let mark = following, let composed = Self.composed(first, mark) else { return first }
        readFollowing()
        return composed
    }

    private mutating func readFollowing() {
        repeat { following = rest.next() } while following.map { 0x200C...0x200D ~= $0.value } ?? false
    }

    private static func composed(_ letter: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar? {
        guard 0x300...0x36F ~= mark.value, let pairs = compositions[mark] else { return nil }
        return pairs[letter]
    }

    private static let compositions: [Unicode.Scalar: [Unicode.Scalar: Unicode.Scalar]] = [
        "\u{300}": pairs("AEIOUaeiou", "ÀÈÌÒÙàèìòù"),
        "\u{301}": pairs("AEIOUYaeiouy", "ÁÉÍÓÚÝáéíóúý"),
        "\u{302}": pairs("AEIOUaeiou", "ÂÊÎÔÛâêîôû"),
        "\u{303}": pairs("ANOano", "ÃÑÕãñõ"),
        "\u{308}": pairs("AEIOUaeiouy", "ÄËÏÖÜäëïöüÿ"),
        "\u{30A}": pairs("Aa", "Åå"),
        "\u{327}": pairs("Cc", "Çç"),
    ]

    private static func pairs(_ letters: String, _ composed: String) -> [Unicode.Scalar: Unicode.Scalar] {
        Dictionary(uniqueKeysWithValues: zip(letters.unicodeScalars, composed.unicodeScalars))
    }
}
