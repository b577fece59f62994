/// A property that this package sets or lets settings name; ``all`` is the table. ``RestoredProperties`` also has
/// others.
package struct KnownProperty: Sendable, Hashable {
    /// The purpose of a property in a modeset.
    package enum Role: Sendable, Hashable {
        /// The mode, or the place of the picture: each modeset sets it, and the end of a program restores it with the
        /// picture.
        case picture
        /// A value that outlives a program, and changes the picture of the next one. It is restored.
        case lasting
        /// A ``lasting`` property that a modeset sets if overscan is configured.
        case overscan
        /// A ``lasting`` property of one driver only. A modeset makes it neutral if the driver allows that.
        case vendor(driver: String)
        /// A ``lasting`` property that the kernel hides from programs without a capability. A modeset makes it neutral
        /// if the kernel allows that.
        case hidden
    }

    /// The value with which a property has no effect.
    package enum Neutral: Sendable, Hashable {
        /// A number, or a bit mask.
        case number(UInt64)
        /// A value of an enumeration, by name because drivers number them differently.
        case choice(String)
        /// The greatest allowed value: most drivers count opacity to 65535, and one to 256.
        case maximum
        /// The id 0, which means no blob.
        case noBlob
    }

    /// The kind of the objects with the property.
    package let object: ObjectKind
    /// The kernel's name of the property.
    package let name: String
    /// Its meaning for a modeset.
    package let role: Role
    /// The value that a modeset sets if nothing requests another one; nil to leave the found value.
    package let neutral: Neutral?
    /// Whether settings may name it. No screen is dark because of it.
    package let isOptional: Bool

    private init(
        _ object: ObjectKind, _ name: String, _ role: Role, _ neutral: Neutral? = nil, isOptional: Bool = false
    ) {
        self.object = object
        self.name = name
        self.role = role
        self.neutral = neutral
        self.isOptional = isOptional
    }

    /// The table, in the order in which properties are set.
    package static let all: [KnownProperty] = ofConnectors + ofCRTCs + ofPlanes

    private static let ofConnectors = [
        KnownProperty(.connector, "CRTC_ID", .picture),
        KnownProperty(.connector, "underscan", .overscan, .choice("off")),
        KnownProperty(.connector, "underscan hborder", .overscan, .number(0)),
        KnownProperty(.connector, "underscan vborder", .overscan, .number(0)),
        KnownProperty(.connector, "left margin", .overscan, .number(0)),
        KnownProperty(.connector, "right margin", .overscan, .number(0)),
        KnownProperty(.connector, "top margin", .overscan, .number(0)),
        KnownProperty(.connector, "bottom margin", .overscan, .number(0)),
        KnownProperty(.connector, "max bpc", .lasting, isOptional: true),
        KnownProperty(.connector, "content type", .lasting, isOptional: true),
        KnownProperty(.connector, "Broadcast RGB", .lasting, isOptional: true),
        KnownProperty(.connector, "Colorspace", .lasting, .choice("Default"), isOptional: true),
        KnownProperty(.connector, "HDR_OUTPUT_METADATA", .lasting, .noBlob, isOptional: true),
        KnownProperty(.connector, "scaling mode", .lasting, isOptional: true),
        KnownProperty(.connector, "output_csc", .vendor(driver: "radeon"), .choice("bypass")),
        KnownProperty(.connector, "dither", .vendor(driver: "radeon"), .choice("off")),
        KnownProperty(.connector, "vibrant hue", .vendor(driver: "nouveau"), .number(90)),
        KnownProperty(.connector, "color vibrance", .vendor(driver: "nouveau"), .number(150)),
        KnownProperty(.connector, "color_depth", .vendor(driver: "rockchip"), .choice("Automatic")),
        KnownProperty(.connector, "color_format", .vendor(driver: "rockchip"), .choice("rgb")),
        KnownProperty(.connector, "hdmi_quant_range", .vendor(driver: "rockchip"), .choice("default")),
        KnownProperty(.connector, "GEN_HDR_OUTPUT_METADATA", .vendor(driver: "xlnx"), .noBlob),
    ]

    private static let ofCRTCs = [
        KnownProperty(.crtc, "MODE_ID", .picture),
        KnownProperty(.crtc, "ACTIVE", .picture),
        KnownProperty(.crtc, "DEGAMMA_LUT", .lasting, .noBlob),
        KnownProperty(.crtc, "CTM", .lasting, .noBlob),
        KnownProperty(.crtc, "GAMMA_LUT", .lasting, .noBlob),
        KnownProperty(.crtc, "VRR_ENABLED", .lasting, .number(0)),
        KnownProperty(.crtc, "BACKGROUND_COLOR", .lasting, .number(opaqueBlack)),
        KnownProperty(.crtc, "NV_CRTC_REGAMMA_TF", .vendor(driver: "nvidia-drm"), .choice("Default")),
        KnownProperty(.crtc, "NV_CRTC_REGAMMA_LUT", .vendor(driver: "nvidia-drm"), .noBlob),
        KnownProperty(.crtc, "NV_CRTC_REGAMMA_DIVISOR", .vendor(driver: "nvidia-drm"), .number(one)),
    ]

    private static let ofPlanes =
        ["FB_ID", "CRTC_ID", "SRC_X", "SRC_Y", "SRC_W", "SRC_H", "CRTC_X", "CRTC_Y", "CRTC_W", "CRTC_H"].map {
            KnownProperty(.plane, $0, .picture)
        } + [
            KnownProperty(.plane, "rotation", .lasting, .number(1)),
            KnownProperty(.plane, "alpha", .lasting, .maximum),
            KnownProperty(.plane, "zpos", .lasting),
            KnownProperty(.plane, "pixel blend mode", .lasting),
            KnownProperty(.plane, "COLOR_ENCODING", .lasting),
            KnownProperty(.plane, "COLOR_RANGE", .lasting),
            KnownProperty(.plane, Plane.colorPipeline, .hidden, .choice("Bypass")),
            KnownProperty(.plane, "NV_INPUT_COLORSPACE", .vendor(driver: "nvidia-drm"), .choice("None")),
            KnownProperty(.plane, "NV_HDR_STATIC_METADATA", .vendor(driver: "nvidia-drm"), .noBlob),
            KnownProperty(.plane, "NV_PLANE_DEGAMMA_TF", .vendor(driver: "nvidia-drm"), .choice("Default")),
            KnownProperty(.plane, "NV_PLANE_DEGAMMA_LUT", .vendor(driver: "nvidia-drm"), .noBlob),
            KnownProperty(.plane, "NV_PLANE_DEGAMMA_MULTIPLIER", .vendor(driver: "nvidia-drm"), .number(one)),
        ]

    /// Black of 16 bits for each of alpha, red, green and blue (`DRM_FORMAT_ARGB16161616`), the unit of
    /// `BACKGROUND_COLOR`.
    private static let opaqueBlack: UInt64 = 0xFFFF << 48
    /// 1 in 32.32 fixed point, the unit of factors in nvidia-drm.
    private static let one: UInt64 = 1 << 32
}

extension KnownProperty {
    /// Returns the neutral value for the object; nil if there is none, or the property does not allow it.
    package func neutralValue(in properties: Properties) -> UInt64? {
        guard let entry = properties[name] else { return nil }
        let value: UInt64? =
            switch neutral {
            case nil: nil
            case .number(let number): number
            case .choice(let name): entry.choices[name]
            case .maximum: entry.limits?.upperBound ?? 0xFFFF
            case .noBlob: 0
            }
        return value.flatMap { entry.kind.allows($0) ? $0 : nil }
    }
}

extension ModeObject {
    /// Returns the properties of the table that the object has and programs may set.
    ///
    /// - Parameter isMeant: whether to include a property.
    package func known(_ isMeant: (KnownProperty) -> Bool) -> [(known: KnownProperty, entry: Properties.Entry)] {
        KnownProperty.all.compactMap { known in
            guard known.object == Self.kind, isMeant(known), let entry = properties[known.name], !entry.isImmutable
            else { return nil }
            return (known, entry)
        }
    }
}
