import ScreensEDID
import ScreensKMS

/// A mode that the display need not list, computed by a formula of VESA or given with all its timings.
///
/// The driver decides by a test commit whether it can be set. Even then the display may show nothing.
public struct CustomMode: Sendable, Hashable, CustomStringConvertible {
    /// The text that ``init(_:)`` parses.
    public let description: String

    private let timings: ModeTimings

    /// Parses `WIDTHxHEIGHT[i][@HZ],FORMULA` with FORMULA `cvt`, `cvt-rb`, `cvt-rb2` or `gtf`, and the mode lines
    /// of X.Org: `173.00 1920 2048 2248 2576 1080 1083 1088 1120 -hsync +vsync`. Nil for any other text.
    public init?(_ text: String) {
        guard let mode = try? Self.read(text) else { return nil }
        self = mode
    }

    /// The rule that a text breaks; nil for a correct text, and for one that is not meant as such a mode.
    package static func problem(in text: String) -> String? {
        guard FormulaMode.isMeant(by: text) || Modeline.isMeant(by: text) else { return nil }
        do throws(ModeSyntaxError) {
            _ = try read(text)
            return nil
        } catch {
            return error.description
        }
    }

    private static func read(_ text: String) throws(ModeSyntaxError) -> CustomMode {
        if FormulaMode.isMeant(by: text) {
            let mode = try FormulaMode(text)
            return CustomMode(try Modeline(mode.timing), description: mode.description)
        }
        let line = try Modeline(text)
        return CustomMode(line, description: line.description)
    }

    private init(_ line: Modeline, description: String) {
        timings = ModeTimings(line)
        self.description = description
    }

    /// The mode with the number of an equal mode that the display lists, otherwise with a number that no listed mode
    /// has.
    func mode(among modes: [ScreenMode]) -> ScreenMode {
        modes.first(where: isEqual) ?? .unlisted(timings, among: modes)
    }

    /// Whether a mode has these timings.
    func isEqual(to mode: ScreenMode) -> Bool {
        timings.hasSameTimings(as: mode.timings)
    }
}

extension ScreenMode {
    /// A mode that a display does not list, with a number that no listed mode has.
    static func unlisted(_ timings: ModeTimings, among modes: [ScreenMode]) -> ScreenMode {
        ScreenMode(id: (modes.map(\.id).max() ?? -1) + 1, timings: timings)
    }
}

extension ModeTimings {
    /// The kernel's form of a mode line: the positions are the same.
    init(_ line: Modeline) {
        let (horizontal, vertical) = (line.horizontal, line.vertical)
        // A mode line's numbers are at most 65535, and its clock 10 GHz.
        func number(_ value: Int) -> UInt16 { UInt16(clamping: value) }
        self.init(
            clock: UInt32(clamping: line.pixelClock),
            hdisplay: number(horizontal.active),
            hsyncStart: number(horizontal.syncStart),
            hsyncEnd: number(horizontal.syncEnd),
            htotal: number(horizontal.total),
            vdisplay: number(vertical.active),
            vsyncStart: number(vertical.syncStart),
            vsyncEnd: number(vertical.syncEnd),
            vtotal: number(vertical.total),
            vrefresh: UInt32(clamping: (line.refreshMillihertz + 500) / 1000),
            flags: Self.flags(line),
            type: Self.userDefined,
            name: "\(horizontal.active)x\(vertical.active)\(line.isInterlaced ? "i" : "")"
        )
    }

    /// `DRM_MODE_FLAG_PHSYNC`, `NHSYNC`, `PVSYNC`, `NVSYNC`, `INTERLACE` and `DBLSCAN`, in the order of their bits.
    private static func flags(_ line: Modeline) -> UInt32 {
        let bits = [
            line.horizontal.isSyncPositive, !line.horizontal.isSyncPositive, line.vertical.isSyncPositive,
            !line.vertical.isSyncPositive, line.isInterlaced, line.isDoubleScanned,
        ]
        return bits.enumerated().reduce(0) { $1.element ? $0 | 1 << UInt32($1.offset) : $0 }
    }

    /// `DRM_MODE_TYPE_USERDEF`.
    private static let userDefined: UInt32 = 1 << 5
}
