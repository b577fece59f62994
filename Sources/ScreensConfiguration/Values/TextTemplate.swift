import ScreensLinux

/// A text with placeholders, such as `{time:HH:mm}`, and the times at which it changes.
package struct TextTemplate: Sendable, Hashable {
    /// How often the value of a placeholder changes.
    private enum Step: Int64 {
        case second = 1
        case minute = 60
        case hour = 3600
        case day = 86_400
    }

    private enum Part: Hashable {
        case words(String)
        /// A time as a format of `strftime`, and its form while the time is not known.
        case time(format: String, unknown: String)
        case hostname
        case screen
        case address
        case countdown(Countdown)
        /// The text of a file, by its path.
        case file(String)
    }

    /// The values that do not follow from the time.
    package struct Values: Sendable, Hashable {
        package var host: String
        /// The name of the screen.
        package var screen: String
        /// The address of the machine; empty without one.
        package var address = ""
        /// The texts of files, by their paths.
        package var files: [String: String] = [:]

        package init(host: String, screen: String) {
            self.host = host
            self.screen = screen
        }
    }

    /// The most bytes of a text.
    private static let longest = 1 << 15
    /// The most bytes of the words, with the values of the placeholders.
    package static let longestWords = 1 << 16

    /// The most bytes of a path.
    private static let longestPath = 4095
    /// The most different files.
    private static let mostFiles = 16

    /// The text as it is written.
    let source: String
    /// Whether it is from a call, which may name only files below the folders that the configuration names.
    package private(set) var isOfCall = false
    private let parts: [Part]
    /// The shortest step of its placeholders, without countdowns; nil if these do not depend on the time.
    private let step: Step?

    /// Reads a text. `{{` and `}}` stand for braces.
    init(_ text: String) throws(ValueProblem) {
        source = try Self.checked(text)
        var (parts, words, steps) = ([Part](), "", [Step]())
        var rest = text[...]
        while let first = rest.popFirst() {
            if first == "{" || first == "}", rest.first == first {
                rest.removeFirst()
                words.append(first)
            } else if first == "{" {
                guard let end = rest.firstIndex(of: "}") else {
                    throw ValueProblem("has a { without its }; {{ stands for a brace")
                }
                if !words.isEmpty { parts.append(.words(words)) }
                words = ""
                let (part, step) = try Self.placeholder(rest[..<end])
                parts.append(part)
                if let step { steps.append(step) }
                rest = rest[rest.index(after: end)...]
            } else if first == "}" {
                throw ValueProblem("has a } without its {; }} stands for a brace")
            } else {
                words.append(first)
            }
        }
        if !words.isEmpty { parts.append(.words(words)) }
        self.parts = parts
        step = steps.min { $0.rawValue < $1.rawValue }
        guard Set(files).count <= Self.mostFiles else {
            throw ValueProblem("has more than \(Self.mostFiles) files")
        }
    }

    /// The same text of a call.
    var ofCall: TextTemplate {
        var template = self
        template.isOfCall = true
        return template
    }

    /// The characters that join letters, or keep them apart, as in Persian and in emoji of several people.
    private static let joiners: [Unicode.Scalar] = ["\u{200C}", "\u{200D}"]

    /// Whether a character may be a part of words.
    fileprivate static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isHarmless || scalar == "\n" || joiners.contains(scalar)
    }

    /// Checks that a text has no characters that could turn its direction or have no form, is not empty, and is not
    /// too long.
    package static func checked(_ text: String) throws(ValueProblem) -> String {
        guard text.utf8.count <= longest else {
            throw ValueProblem("must have at most \(longest) bytes, not \(text.utf8.count)")
        }
        if let harmful = text.unicodeScalars.first(where: { !isShown($0) }) {
            throw ValueProblem(
                "must not have control characters, or characters that turn the direction: it has U+"
                    + harmful.value.hexadecimal(digits: 4))
        }
        guard text.unicodeScalars.contains(where: { $0 != " " && $0 != "\n" }) else { throw ValueProblem("is empty") }
        return text
    }

    private static func placeholder(_ text: Substring) throws(ValueProblem) -> (Part, Step?) {
        let words = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let pattern = words.count > 1 ? words[1] : nil
        switch (words[0], pattern) {
        case ("hostname", nil): return (.hostname, nil)
        case ("screen", nil): return (.screen, nil)
        // A new address is seen with the next minute.
        case ("address", nil): return (.address, .minute)
        case ("countdown", let pattern?): return (.countdown(try Countdown(pattern)), nil)
        case ("file", let path?):
            guard path.hasPrefix("/"), path.utf8.count <= longestPath else {
                throw ValueProblem("has a file without an absolute path, as in {file:/srv/line.txt}")
            }
            return (.file(String(path)), nil)
        case ("time", _): return try time(pattern ?? "HH:mm")
        case ("date", _): return try time(pattern ?? "yyyy-MM-dd")
        default:
            throw ValueProblem(
                "has the unknown placeholder {\(String(text).printable)}; there are {time:HH:mm}, "
                    + "{date:EEEE, d MMMM yyyy}, {countdown:2026-12-31 18:00}, {file:/srv/line.txt}, {hostname}, "
                    + "{address} and {screen}, and {{ stands for a brace")
        }
    }

    /// Reads a pattern of letters, as in `HH:mm`. Texts in single quotes stay as they are.
    private static func time(_ pattern: Substring) throws(ValueProblem) -> (Part, Step?) {
        guard pattern.utf8.count <= 64 else { throw ValueProblem("has a pattern of more than 64 bytes") }
        var (format, unknown, steps, isQuoted) = ("", "", [Step](), false)
        var rest = pattern
        while let first = rest.first {
            guard first != "'" else {
                rest.removeFirst()
                isQuoted.toggle()
                continue
            }
            guard !isQuoted, first.isASCII, first.isLetter else {
                rest.removeFirst()
                format += first == "%" ? "%%" : String(first)
                unknown.append(first)
                continue
            }
            let run = rest.prefix { $0 == first }
            rest = rest.dropFirst(run.count)
            guard let (code, step) = field(run) else {
                throw ValueProblem(
                    "has the unknown pattern '\(run)'; there are HH, H, hh, h, mm, ss, a, EEEE, EEE, d, dd, M, MM, "
                        + "MMM, MMMM, yy and yyyy, and words in single quotes")
            }
            format += code
            unknown += String(repeating: "-", count: run.count)
            steps.append(step)
        }
        guard !isQuoted else { throw ValueProblem("has a pattern with a quote that does not end") }
        return (.time(format: format, unknown: unknown), steps.min { $0.rawValue < $1.rawValue })
    }

    private static func field(_ run: Substring) -> (String, Step)? {
        switch run {
        case "HH": ("%H", .hour)
        case "H": ("%-H", .hour)
        case "hh": ("%I", .hour)
        case "h": ("%-I", .hour)
        case "a": ("%p", .hour)
        case "mm": ("%M", .minute)
        case "ss": ("%S", .second)
        case "EEEE": ("%A", .day)
        case "EEE": ("%a", .day)
        case "d": ("%-d", .day)
        case "dd": ("%d", .day)
        case "M": ("%-m", .day)
        case "MM": ("%m", .day)
        case "MMM": ("%b", .day)
        case "MMMM": ("%B", .day)
        case "yy": ("%y", .day)
        case "yyyy": ("%Y", .day)
        default: nil
        }
    }

    /// Whether the clock of the machine decides on it.
    package var followsClock: Bool { step != nil || !countdowns.isEmpty }

    private var countdowns: [Countdown] {
        parts.compactMap { if case .countdown(let countdown) = $0 { countdown } else { nil } }
    }

    /// The paths of its files.
    package var files: [String] {
        parts.compactMap { part in
            if case .file(let path) = part { path } else { nil }
        }
    }

    /// Whether it has the address of the machine.
    package var hasAddress: Bool { parts.contains(.address) }

    /// The words, with the values of the placeholders. Words beyond a limit are cut off.
    ///
    /// - Parameters:
    ///   - moment: the seconds since 1970-01-01 00:00:00 UTC; nil while the machine does not know the time.
    ///   - values: the other values.
    package func text(at moment: Int64?, in zone: LocalTime, _ values: Values) -> String {
        let date = moment.flatMap { LocalDate(local: zone.dateTime(at: $0).seconds) }
        var text = ""
        for part in parts {
            switch part {
            case .words(let words): text += words
            case .time(let format, let unknown): text += date.map { $0.words(format) } ?? unknown
            case .hostname: text += values.host
            case .screen: text += values.screen
            case .address: text += values.address
            case .countdown(let countdown):
                text += moment.map { countdown.text(at: $0, in: zone) } ?? Countdown.unknown
            case .file(let path): text += values.files[path] ?? ""
            }
            guard text.utf8.count <= Self.longestWords else { return text.cut(to: Self.longestWords) }
        }
        return text
    }

    /// The next moment at which its words change, in seconds since 1970; nil if there is none.
    package func nextChange(after moment: Int64, in zone: LocalTime) -> Int64? {
        // A countdown that is over stays as it is.
        let isCounting = countdowns.contains { $0.seconds(at: moment, in: zone) > 0 }
        guard let step = isCounting ? .second : step else { return nil }
        let now = zone.dateTime(at: moment)
        if step == .day { return zone.moment(reaching: LocalDateTime(day: now.day + 1, minute: 0)) }
        return moment + step.rawValue - now.secondOfDay % step.rawValue
    }
}

extension String {
    /// The text, cut off so that it has at most as many bytes. No scalar is cut.
    package func cut(to most: Int) -> String {
        guard utf8.count > most else { return self }
        var end = utf8.index(startIndex, offsetBy: most)
        while utf8[end] & 0xC0 == 0x80 { utf8.formIndex(before: &end) }
        return String(self[..<end])
    }

    /// The text of a file in words: without marks of format, as marks that turn the direction, with spaces for control
    /// characters, and without line feeds at its end.
    package var shownWords: String {
        let scalars = unicodeScalars.filter { $0 != "\r" }.compactMap { scalar -> Unicode.Scalar? in
            if TextTemplate.isShown(scalar) { return scalar }
            return scalar.properties.generalCategory == .format ? nil : " "
        }
        let last = scalars.lastIndex { $0 != "\n" && $0 != " " }
        return String(String.UnicodeScalarView(scalars[..<(last.map { $0 + 1 } ?? 0)]))
    }
}
