/// The range of refresh rates that a display follows from frame to frame.
package struct VariableRefreshRange: Sendable, Hashable {
    /// The part of the EDID that states a range.
    package struct Source: Sendable, Hashable, CustomStringConvertible {
        /// A stable name in lower camel case.
        package let description: String

        private init(_ description: String) {
            self.description = description
        }

        /// DisplayID's Adaptive-Sync data block.
        package static let adaptiveSync = Self("adaptiveSync")

        /// DisplayID's dynamic video timing range limits, if they are seamless.
        package static let dynamicTimingRange = Self("dynamicTimingRange")

        /// VRRmin and VRRmax of the HDMI Forum.
        package static let hdmiForum = Self("hdmiForum")

        /// AMD's vendor block for FreeSync.
        package static let amd = Self("amd")

        /// The range limits of the base block, if the display reports a continuous frequency within bare limits.
        package static let rangeLimits = Self("rangeLimits")
    }

    /// The lowest rate in mHz.
    package let minimumMillihertz: Int

    /// The highest rate in mHz; nil if it is the rate of the timing, as HDMI can state.
    package let maximumMillihertz: Int?

    /// The part of the EDID that states the range.
    package let source: Source

    /// Makes a range in Hz; nil without a lowest rate, or with no rate above it, because displays also send such
    /// blocks.
    init?(minimum: Int, maximum: Int?, source: Source) {
        guard minimum > 0, maximum.map({ $0 > minimum }) ?? true else { return nil }
        minimumMillihertz = minimum * 1000
        maximumMillihertz = maximum.map { $0 * 1000 }
        self.source = source
    }
}

extension DisplayDescription {
    /// The range of variable refresh rates, from the first source that states one: DisplayID, the HDMI Forum, AMD, and
    /// finally the base block.
    ///
    /// If an Adaptive-Sync block has several ranges, the first one counts, because displays list the range of their
    /// native format first.
    package var variableRefresh: VariableRefreshRange? {
        for range in displayIDSections.lazy.flatMap(\.adaptiveSyncRanges) {
            let range = VariableRefreshRange(
                minimum: range.minimumRefresh, maximum: range.maximumRefresh, source: .adaptiveSync)
            if let range { return range }
        }
        for range in displayIDSections.lazy.compactMap(\.dynamicTimingRange) where range.isSeamless {
            let range = VariableRefreshRange(
                minimum: range.minimumRefresh, maximum: range.maximumRefresh, source: .dynamicTimingRange)
            if let range { return range }
        }
        for block in ctaDataBlocks.lazy.compactMap(\.hdmiForum) {
            let range = VariableRefreshRange(
                minimum: block.minimumVariableRefresh ?? 0, maximum: block.maximumVariableRefresh, source: .hdmiForum)
            if let range { return range }
        }
        for block in ctaDataBlocks.lazy.compactMap(\.amd) {
            let range = VariableRefreshRange(
                minimum: block.minimumRefresh, maximum: block.maximumRefresh, source: .amd)
            if let range { return range }
        }
        // Limits with a formula only apply to timings of that formula (`get_monitor_range` of Linux).
        guard let limits = base.rangeLimits, base.revision >= 4, base.features.isContinuousFrequency,
            limits.formula == .none
        else { return nil }
        return VariableRefreshRange(
            minimum: limits.minimumVerticalRate, maximum: limits.maximumVerticalRate, source: .rangeLimits)
    }
}
