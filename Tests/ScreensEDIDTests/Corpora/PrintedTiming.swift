/// A timing as printed by edid-decode: one line, and two or three more if it is complete.
struct PrintedTiming {
    let prefix: String
    let width: Int
    let height: Int
    let isInterlaced: Bool
    let microhertz: Int
    let clock: Int
    let size: String?
    private var horizontal = ""
    private var vertical = ""
    private var borders = ""

    /// Reads the first line: a name, a colon, then size, rate, ratio, line rate and clock with their units.
    init?(_ text: String) {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let words = text[text.index(after: colon)...].split(separator: " ")
        guard words.count >= 8, words[2] == "Hz", words[5] == "kHz", words[7] == "MHz" else { return nil }
        let sides = words[0].split(separator: "x")
        guard sides.count == 2, let width = Int(sides[0]) else { return nil }
        isInterlaced = sides[1].hasSuffix("i")
        guard let height = Int(isInterlaced ? sides[1].dropLast() : sides[1]) else { return nil }
        (self.width, self.height) = (width, height)
        prefix = text[..<colon].split(separator: " ").joined(separator: " ")
        let refresh = Double(words[1]) ?? 0
        microhertz = refresh.isFinite ? Int((refresh * 1e6).rounded()) : 0
        clock = Int(((Double(words[6]) ?? 0) * 1000).rounded())
        if prefix.hasPrefix("DTD ") {
            let sizes = words.indices.dropFirst(2).filter { words[$0] == "x" && words[$0 - 1] == "mm" }
            size = sizes.first.map { Self.size(words, around: $0) } ?? "-"
        } else {
            size = nil
        }
    }

    private static func size(_ words: [Substring], around position: Int) -> String {
        let width = words[position - 2].drop { $0 == "(" }
        let height = words.indices.contains(position + 1) ? words[position + 1] : ""
        return width == "0" || height == "0" ? "-" : "\(width) mm x \(height) mm"
    }

    /// Reads a further line of the timing; returns false if the line does not belong to it.
    mutating func read(_ line: String) -> Bool {
        let words = line.split(separator: " ")
        guard words.count >= 6, words[0] == "Hfront" || words[0] == "Vfront" else { return false }
        let letter = words[0].prefix(1)
        var polarity: Substring = "N"
        var border = ""
        for index in words.indices.dropLast() {
            if words[index] == "\(letter)pol" { polarity = words[index + 1] }
            if words[index] == "\(letter)border" { border = " \(letter == "H" ? "hb" : "vb")\(words[index + 1])" }
        }
        let text = "\(letter) \(words[1]) \(words[3]) \(words[5]) \(polarity)"
        if letter == "H" {
            horizontal = text
            borders = border
        } else if vertical.isEmpty {
            vertical = text
            borders += border
        }
        return true
    }

    var isComplete: Bool { !vertical.isEmpty }

    var line: String {
        "\(width)x\(height)\(isInterlaced ? "i" : "") \(clock) kHz \((microhertz + 500) / 1000) mHz "
            + "\(horizontal) \(vertical)\(borders)"
    }
}
