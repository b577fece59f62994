extension SimulatedScreen {
    /// Makes the EDID of a display that no manufacturer has made, for tests of settings that belong to a display
    /// (``SimulatedScreen/edid``).
    ///
    /// It is a base block of EDID 1.4 (VESA E-EDID Standard, release A, revision 2) with the name, the serial number
    /// and one timing, which the standard requires. The modes of a simulated screen do not come from it.
    ///
    /// - Parameters:
    ///   - make: three capital letters.
    ///   - model: the name, 1 to 13 characters of ASCII, without a space at its end.
    ///   - serial: the text of the serial number, with the same limits; nil for a display without one. Manufacturers'
    ///     placeholders such as `1` do not count as one.
    ///   - productCode: the manufacturer's number of the model.
    /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for other texts.
    public static func edid(
        make: String = "SIM", model: String, serial: String? = nil, productCode: UInt16 = 1
    ) throws(ScreenError) -> [UInt8] {
        let letters = make.utf8.map { Int($0) - 0x40 }
        guard letters.count == 3, letters.allSatisfy({ 1...26 ~= $0 }) else {
            throw refusal(of: make, "the make is three capital letters")
        }
        var descriptors = [detailedTiming, try descriptor(0xFC, model)]
        if let serial { descriptors.append(try descriptor(0xFF, serial)) }
        while descriptors.count < 4 { descriptors.append(unusedDescriptor) }

        let maker = letters[0] << 10 | letters[1] << 5 | letters[2]
        var bytes: [UInt8] = [0x00, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x00]
        bytes += [UInt8(maker >> 8), UInt8(maker & 0xFF), UInt8(productCode & 0xFF), UInt8(productCode >> 8)]
        // No number besides the text; the first week of 2024; version 1.4.
        bytes += [0, 0, 0, 0, 1, 34, 1, 4]
        // Digital with 8 bits per colour over DisplayPort; 53 cm by 30 cm; gamma 2.2; sRGB, with the first timing as
        // the preferred one.
        bytes += [0xA5, 53, 30, 120, 0x06]
        // The primaries of sRGB.
        bytes += [0xEE, 0x91, 0xA3, 0x54, 0x4C, 0x99, 0x26, 0x0F, 0x50, 0x54]
        // No established timings, and no standard ones.
        bytes += [0, 0, 0]
        bytes += [UInt8](repeating: 0x01, count: 16)
        for descriptor in descriptors { bytes += descriptor }
        // No extensions; the sum of all bytes is 0.
        bytes.append(0)
        bytes.append(0 &- bytes.reduce(0, &+))
        return bytes
    }

    /// 640x480 at 59.94 Hz, as in VESA DMT.
    private static let detailedTiming: [UInt8] = [
        0xD6, 0x09, 0x80, 0xA0, 0x20, 0xE0, 0x2D, 0x10, 0x10, 0x60, 0xA2, 0x00, 0x12, 0x2C, 0x21, 0x00, 0x00, 0x18,
    ]

    private static let unusedDescriptor: [UInt8] = [0, 0, 0, 0x10] + [UInt8](repeating: 0, count: 14)

    /// A descriptor with a text of 13 bytes: a shorter text ends with a line feed, followed by spaces.
    private static func descriptor(_ tag: UInt8, _ text: String) throws(ScreenError) -> [UInt8] {
        guard 1...13 ~= text.utf8.count, text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }), text.last != " " else {
            throw refusal(of: text, "a text has 1 to 13 characters of ASCII, and no space at its end")
        }
        var bytes = [0, 0, 0, tag, 0] + Array(text.utf8)
        if bytes.count < 18 { bytes.append(0x0A) }
        return bytes + [UInt8](repeating: 0x20, count: 18 - bytes.count)
    }

    private static func refusal(of text: String, _ remedy: String) -> ScreenError {
        ScreenError(.invalidArgument, operation: "simulate", object: "'\(text)'", remedy: remedy)
    }
}
