import Screens

/// A mode: an element of `screens modes --json`.
package struct ModeDocument: Codable, Sendable, Hashable {
    package let id: Int
    package let name: String
    package let width: Int
    package let height: Int
    package let refreshMillihertz: Int
    package let clockKilohertz: Int
    package let htotal: Int
    package let vtotal: Int
    package let interlaced: Bool
    package let preferred: Bool
    package let current: Bool
    @Nullable package private(set) var pictureAspect: SizeDocument?
    /// `edid` if the mode comes from the EDID alone; left out where the kernel lists the mode.
    package private(set) var source: String?

    /// - Parameter current: the screen's current mode, if any.
    package init(_ mode: ScreenMode, current: ScreenMode?) {
        id = mode.id
        name = mode.name
        width = mode.width
        height = mode.height
        refreshMillihertz = mode.refreshMillihertz
        clockKilohertz = mode.clockKilohertz
        htotal = mode.htotal
        vtotal = mode.vtotal
        interlaced = mode.isInterlaced
        preferred = mode.isPreferred
        self.current = current.map(mode.hasTimings(of:)) ?? false
        pictureAspect = mode.pictureAspect.map(SizeDocument.init)
    }

    /// All modes that a screen's display lists, the largest last.
    ///
    /// - Parameter source: where they are from, if not from the kernel.
    package static func all(of screen: Screen, from source: String? = nil) -> [ModeDocument] {
        screen.availableModes.map { mode in
            var document = ModeDocument(mode, current: screen.currentMode)
            document.source = source
            return document
        }
    }
}

extension ModeDocument: CustomStringConvertible {
    /// As in `1920x1080i@59.940`, like the description of a `ScreenMode`.
    package var description: String {
        "\(width)x\(height)\(interlaced ? "i" : "")@\(refreshMillihertz.thousandths)"
    }
}

/// A width and a height.
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

extension Int {
    /// Thousandths as a decimal: `59940` as `59.940`.
    package var thousandths: String {
        let fraction = String(magnitude % 1000)
        let padding = String(repeating: "0", count: 3 - fraction.count)
        return "\(self < 0 ? "-" : "")\(magnitude / 1000).\(padding)\(fraction)"
    }
}
