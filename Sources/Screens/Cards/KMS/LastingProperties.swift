import KMS

/// The properties that keep a program's values after its end and change the picture of the next one. Pure.
///
/// `link-status` and content protection are not among them: they are states of a link, not settings.
enum LastingProperties {
    static let ofConnectors =
        ofOverscan + ["scaling mode", "max bpc", "Broadcast RGB", "Colorspace", "content type", "HDR_OUTPUT_METADATA"]
    static let ofOverscan = [
        "underscan", "underscan hborder", "underscan vborder",
        "left margin", "right margin", "top margin", "bottom margin",
    ]
    static let ofCRTCs = ["DEGAMMA_LUT", "CTM", "GAMMA_LUT", "VRR_ENABLED"]
    static let ofPlanes = ["rotation", "alpha", "zpos", "pixel blend mode", "COLOR_ENCODING", "COLOR_RANGE"]

    /// Those of `names` that the object has and that programs may set.
    static func settable(_ names: [String], in properties: Properties) -> [(name: String, entry: Properties.Entry)] {
        names.compactMap { name in
            properties[name].flatMap { $0.isImmutable ? nil : (name, $0) }
        }
    }
}
