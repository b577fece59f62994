import EDID

extension DisplayDescription {
    /// Whether anything is said in the words of CTA-861, in an extension of its own or within DisplayID.
    var hasCTA: Bool {
        !ctaExtensions.isEmpty || displayIDSections.contains { $0.ctaDataBlocks.saysSomething }
    }
}

extension CTADataBlocks {
    fileprivate var saysSomething: Bool {
        !videoFormats.isEmpty || !formatsAlsoIn420.isEmpty || !formatsOnlyIn420.isEmpty || hdmi != nil
            || hdmiForum != nil || hdrStaticMetadata != nil || colorimetry != nil || videoCapability != nil || hasAudio
            || hasSpeakers || !detailedTimings.isEmpty || !listedTimings.isEmpty
    }
}
