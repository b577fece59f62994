import CScreensCairo
import CScreensPango
import Glibc
import ScreensLinux

/// The fonts of a thread, and the layouts that it used recently.
///
/// Pango's font maps have no lock, so each thread has its own. It is made at the first text of the thread, and freed
/// when the thread ends.
final class TextEngine {
    /// The longest side of a text in pixels: Pango counts 1024ths of them in 32 bits.
    private static let longest = 800_000.0
    /// The most bytes of a text.
    private static let largest = 100_000
    /// The bytes of text in a generation of the cache; each layout counts some hundreds more.
    private static let cacheLimit = 1 << 19
    private static let threads = ThreadValue<TextEngine> { TextEngine() }

    /// A layout with the rotation and the scale that it is drawn in.
    private struct Key: Hashable {
        let layout: TextLayout
        let linear: DeviceMatrix.Linear
    }

    private let map: OpaquePointer?
    /// The context of the layouts that are measured and drawn upright.
    private let upright: OpaquePointer?
    /// The version of the ``LoadedFonts`` that the font map has.
    private var version = 0
    /// Whether there is any font.
    private var hasFonts = LoadedFonts.systemHasFonts
    private var layouts = RecentCache<Key, ShapedText>(limit: cacheLimit)

    /// The engine of the calling thread.
    static var current: TextEngine {
        let engine = threads.current
        engine.takeLoadedFonts()
        return engine
    }

    init() {
        map = pango_cairo_font_map_new_for_font_type(CAIRO_FONT_TYPE_FT.rawValue)
        upright = Self.context(of: map)
    }

    deinit {
        FontAccess.during {
            g_object_unref(UnsafeMutableRawPointer(upright))
            g_object_unref(UnsafeMutableRawPointer(map))
        }
    }

    /// Returns the shape of a layout.
    ///
    /// - Parameter linear: the transform that the glyphs are made for.
    func shape(_ layout: TextLayout, for linear: DeviceMatrix.Linear) -> ShapedText {
        // The colour of the layout is the source of its drawing, not a part of its shape.
        var uncolored = layout
        uncolored.color = .black
        let key = Key(layout: uncolored, linear: linear)
        if let shaped = layouts.value(for: key) { return shaped }
        var made: ShapedText?
        if hasFonts { FontAccess.during { made = make(layout, for: linear) } }
        let shaped = made ?? ShapedText(withoutFont: layout)
        layouts.insert(shaped, for: key, weight: 512 + shaped.length)
        return shaped
    }

    /// Uses the fonts that were loaded since the last call.
    private func takeLoadedFonts() {
        let version = LoadedFonts.version
        guard version != self.version else { return }
        self.version = version
        hasFonts = true
        layouts.removeAll()
        LoadedFonts.withConfiguration { pango_fc_font_map_set_config(map, $0) }
    }

    private static func context(of map: OpaquePointer?) -> OpaquePointer? {
        let context = pango_font_map_create_context(map)
        let options = cairo_font_options_create()
        defer { cairo_font_options_destroy(options) }
        // The order of a display's subpixels is unknown, and differs if the picture is rotated.
        cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
        cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_SLIGHT)
        // With unhinted distances, a text has the same lines in every scale.
        cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
        pango_cairo_context_set_font_options(context, options)
        return context
    }

    private func make(_ layout: TextLayout, for linear: DeviceMatrix.Linear) -> ShapedText {
        guard linear != .identity else { return shaped(layout, in: upright) }
        let context = Self.context(of: map)
        defer { g_object_unref(UnsafeMutableRawPointer(context)) }
        // The surface is needed only for the matrix, which Pango reads from the context.
        let surface = cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1)
        let cairo = cairo_create(surface)
        defer {
            cairo_destroy(cairo)
            cairo_surface_destroy(surface)
        }
        var matrix = cairo_matrix_t(xx: linear.xx, yx: linear.yx, xy: linear.xy, yy: linear.yy, x0: 0, y0: 0)
        cairo_set_matrix(cairo, &matrix)
        pango_cairo_update_context(cairo, context)
        return shaped(layout, in: context)
    }

    private func shaped(_ layout: TextLayout, in context: OpaquePointer?) -> ShapedText {
        guard let pango = pango_layout_new(context) else { return ShapedText(withoutFont: layout) }
        let spacing = layout.lineSpacing.isFinite ? min(max(layout.lineSpacing, 0.1), 10) : 1
        let sizes = layout.runs.map { ($0.font ?? layout.font).validSize }
        let size = max(sizes.max() ?? 0, layout.font.validSize) * max(spacing, 1)
        var room = min(Self.largest, max(Int(Self.longest / size), 1))

        let attributes = pango_attr_list_new()
        defer { pango_attr_list_unref(attributes) }
        var bytes: [UInt8] = []
        for run in layout.runs {
            let text = run.text.utf8Prefix(room)
            let start = bytes.count
            bytes += text
            room -= text.count
            run.insert(into: attributes, layout: layout, from: start, to: bytes.count)
        }
        // Pango ends a text at a NUL.
        for index in bytes.indices where bytes[index] == 0 { bytes[index] = UInt8(ascii: " ") }
        bytes.withUnsafeBytes { text in
            pango_layout_set_text(pango, text.bindMemory(to: CChar.self).baseAddress, Int32(text.count))
        }
        pango_layout_set_attributes(pango, attributes)
        layout.font.withDescription { pango_layout_set_font_description(pango, $0) }

        func units(_ pixels: Double) -> Int32 { Int32((min(max(pixels, 0), Self.longest) * 1024).rounded()) }
        if let width = layout.width, !width.isNaN { pango_layout_set_width(pango, units(width)) }
        if let height = layout.height, !height.isNaN, layout.ellipsis != .none {
            pango_layout_set_height(pango, units(height))
        }
        pango_layout_set_wrap(
            pango, layout.wrapping == .words ? PangoNumber.wrapWordCharacter : PangoNumber.wrapCharacter)
        pango_layout_set_ellipsize(pango, layout.ellipsis.pango)
        pango_layout_set_alignment(pango, layout.alignment.pango)
        pango_layout_set_justify(pango, layout.alignment == .justified ? 1 : 0)
        // Without a factor, Pango adds the fonts' own line gaps; with one, it leaves them out.
        if spacing != 1 { pango_layout_set_line_spacing(pango, Float(spacing)) }
        return ShapedText(pango, length: bytes.count)
    }
}

/// The values of Pango's enumerations.
private enum PangoNumber {
    static let wrapCharacter: UInt32 = 1
    static let wrapWordCharacter: UInt32 = 2
    static let singleUnderline: UInt32 = 1
}

extension TextLayout.Ellipsis {
    fileprivate var pango: UInt32 {
        switch self {
        case .none: 0
        case .start: 1
        case .middle: 2
        case .end: 3
        }
    }
}

extension TextLayout.Alignment {
    fileprivate var pango: UInt32 {
        switch self {
        case .leading, .justified: 0
        case .center: 1
        case .trailing: 2
        }
    }
}

extension TextRun {
    /// Adds the look of the run to the attributes of a layout.
    fileprivate func insert(into list: OpaquePointer?, layout: TextLayout, from start: Int, to end: Int) {
        func insert(_ attribute: UnsafeMutablePointer<PangoAttribute>?) {
            guard let attribute else { return }
            attribute.pointee.start_index = UInt32(start)
            attribute.pointee.end_index = UInt32(end)
            // Now the list owns the attribute.
            pango_attr_list_insert(list, attribute)
        }
        guard start < end else { return }
        if let font { font.withDescription { insert(pango_attr_font_desc_new($0)) } }
        if let color {
            insert(
                pango_attr_foreground_new(UInt16(color.red) * 257, UInt16(color.green) * 257, UInt16(color.blue) * 257))
            // Pango takes an alpha of 0 for opaque.
            if !color.isOpaque { insert(pango_attr_foreground_alpha_new(max(UInt16(color.alpha) * 257, 1))) }
        }
        if isUnderlined { insert(pango_attr_underline_new(PangoNumber.singleUnderline)) }
        if isStruckThrough { insert(pango_attr_strikethrough_new(1)) }
    }
}

extension Font {
    /// Lends Pango's description of the font.
    fileprivate func withDescription(_ body: (OpaquePointer?) -> Void) {
        let description = pango_font_description_new()
        defer { pango_font_description_free(description) }
        pango_font_description_set_family(description, family)
        pango_font_description_set_weight(description, UInt32(weight.rawValue))
        pango_font_description_set_absolute_size(description, validSize * 1024)
        switch style {
        case .upright: pango_font_description_set_style(description, 0)
        case .oblique: pango_font_description_set_style(description, 1)
        case .italic: pango_font_description_set_style(description, 2)
        }
        body(description)
    }
}

extension String {
    /// Returns as many bytes as there is room for, up to the end of a Unicode character.
    fileprivate func utf8Prefix(_ room: Int) -> ArraySlice<UInt8> {
        let bytes = Array(utf8.prefix(room + 1))
        guard bytes.count > room else { return bytes[...] }
        var end = room
        // Continuation bytes are 0b10xxxxxx.
        while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
        return bytes[..<end]
    }
}
