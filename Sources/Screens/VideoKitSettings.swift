extension VideoKit {
    /// The settings of a ``VideoKit``.
    public struct Settings: Sendable {
        /// The cards that are used.
        public var cards = CardSelection.system
        /// How a kit that only observes reads the cards at its start.
        public var reading = CardReading.known
        /// The screens that are driven.
        public var selection = ScreenSelection.external
        /// The choice of their modes.
        public var mode = ModePolicy.preferred
        /// The number of refreshes from one frame to the next; 2 halves the rate.
        public var frameInterval = 1
        /// How long the content of a display is kept after it is disconnected. A display that changes its input or
        /// wakes up is gone for a second or two, behind receivers, switches and adapters for 3 to 8. The screen is dark
        /// meanwhile, and its disconnect is published at once. Nil keeps the content until the same display is back or
        /// ``VideoKit/stop()``; the contents of many displays, each with its picture in memory, add up then. A negative
        /// duration counts as zero.
        public var contentRetention: Duration? = .seconds(10)
        /// The interval at which ``VideoKit/checkForMissedEvents()`` is done without a call; nil if the host calls it
        /// when it is awake anyway. It is the only wake-up of the kit while nothing changes. libdispatch, which runs
        /// Swift's tasks, has one a second of its own. Less than a second counts as one.
        public var safetyInterval: Duration? = .seconds(60)
        /// The rates in Hz at which the delegate may be called, or nil if ``frameInterval`` sets the rate. The kit
        /// chooses the highest rate of the range that divides the screen's rate, or the next lower one.
        public var preferredFrameRateRange: ClosedRange<Double>?
        /// The moment within a refresh at which frames are drawn.
        public var schedule = FrameSchedule.earliest
        /// The number of buffers of each screen, 2 or 3. With three, a frame may be drawn while the one before waits
        /// for its refresh: a delegate may then occasionally take longer than a refresh, and the picture may be a
        /// refresh older.
        public var bufferCount = 2
        /// The memory that delegates draw into: a shadow of the picture, or the buffers that are shown.
        public var drawingMemory = DrawingMemory.automatic
        /// Whether displays wait for frames, if connector and CRTC offer it (`vrr_capable`, `VRR_ENABLED`) and the EDID
        /// states the lowest rate. ``ScreenStatistics/pacing`` reports whether they do. Some displays change their
        /// brightness with the rate.
        public var variableRefresh = false
        /// The orientation of the pictures on their screens; nil is upright, and on built-in panels as these are
        /// mounted (the connector's property `panel orientation`).
        public var orientation: Orientation?
        /// The part of the screens that is cut off; nil compensates nothing, regardless of the EDIDs, and does not
        /// change the connectors.
        public var overscan: Overscan?
        /// The screen that all others mirror, by name; nil if each has a picture of its own.
        public var mirrorSource: String?
        /// The video walls. The screens of a wall are one surface, for which the delegate is called once per frame. A
        /// screen is in one wall at most, and cannot be a mirror there.
        ///
        /// The screens of a wall are driven only if ``selection`` selects them. The delegate draws on the thread of a
        /// wall's first lit screen, in step with its refresh. The others show their parts in step with their own
        /// refresh, without slowing it. ``ExternalView/bounds`` is the whole surface, ``ExternalView/screen`` the
        /// leading screen, and ``Screen/wallPart`` is the part of each. While a screen is missing the others go on, and
        /// its part is not shown. If another mode or display changes the size of the surface, its content ends and
        /// another begins.
        ///
        /// A ``DisplayLink`` of one of the screens draws on that screen alone, over its part.
        public var walls: [VideoWall] = []
        /// The format of the buffers, if the plane supports it; ``PictureLayout/format`` is the format in use.
        /// Delegates always draw on XRGB8888.
        public var format = PixelFormat.xrgb8888
        /// Properties of all screens' connectors, by name: see ``ScreenSettings/properties``.
        public var properties: [String: String] = [:]
        /// The gamma of all screens, 0.1 to 10; 1 leaves it as it is: see ``ScreenSettings/gamma``.
        public var gamma = 1.0
        /// The colour temperature of all screens in Kelvin, 1000 to 10,000; 6500 leaves it as it is: see
        /// ``ScreenSettings/colorTemperature``.
        public var colorTemperature = 6500
        /// How much darker pictures are than drawn, 0 to 1: see ``ScreenSettings/dimming``.
        public var dimming = 0.0
        /// The longest time that the last call of a delegate may take if that call itself started ``VideoKit/stop()``.
        var lastCallTimeout = Duration.seconds(5)
        /// The sysfs folder in which the backlights of built-in panels are found.
        var backlights = BacklightFolder()
        /// The allowed numbers of buffers.
        public static let bufferCounts = 2...3
        /// The allowed frame intervals.
        public static let frameIntervals = FrameCadence.intervals
        /// The allowed gammas.
        public static let gammas = ColorAdjustment.gammas
        /// The allowed colour temperatures in Kelvin.
        public static let colorTemperatures = ColorAdjustment.temperatures

        /// The selected screens of this machine in their preferred modes, a frame each refresh.
        public init() {}

        /// How all screens' colours are changed.
        var adjustment: ColorAdjustment {
            ColorAdjustment(gamma: gamma, temperature: colorTemperature, dimming: dimming)
        }

        /// Checks that all values are within their limits, as ``VideoKit/init(delegate:settings:)`` does.
        ///
        /// - Throws: ``ScreenError`` with ``ScreenError/Code/invalidArgument`` for a value that is not, with the limits
        ///   as its remedy; also for walls that share a screen, or walls together with a ``mirrorSource``.
        public func check() throws(ScreenError) {
            _ = try checkedCadence()
            try adjustment.check()
            try ConnectorProperties.check(properties)
            try VideoWall.check(walls)
            if let mirrorSource, !walls.isEmpty {
                throw ScreenError(
                    .invalidArgument, operation: "mirror", object: "'\(mirrorSource)' on all screens",
                    remedy: "screens of a wall show their parts of it")
            }
        }

        func checkedCadence() throws(ScreenError) -> FrameCadence {
            guard Self.bufferCounts.contains(bufferCount) else {
                throw ScreenError(
                    .invalidArgument, operation: "use", object: "\(bufferCount) buffers",
                    remedy: "a screen has \(Self.bufferCounts.lowerBound) or \(Self.bufferCounts.upperBound)")
            }
            let interval = try FrameCadence.checked(interval: frameInterval)
            guard let preferredFrameRateRange else { return interval }
            return try .checked(range: preferredFrameRateRange)
        }
    }
}

extension SessionSettings {
    /// The settings of the sessions, from the public settings.
    init(_ settings: VideoKit.Settings, cadence: FrameCadence, delegate: DelegateReference?) {
        self.init(
            time: settings.cards.time, selection: settings.selection, mode: settings.mode, cadence: cadence,
            schedule: settings.schedule,
            mirrorSource: settings.mirrorSource, walls: settings.walls, drawingMemory: settings.drawingMemory,
            pipe: PipeOptions(
                bufferCount: settings.bufferCount, variableRefresh: settings.variableRefresh,
                orientation: settings.orientation, overscan: settings.overscan, format: settings.format,
                properties: settings.properties, adjustment: settings.adjustment),
            contentRetention: settings.contentRetention?.nanoseconds ?? Duration.forever,
            safetyInterval: settings.safetyInterval?.nanoseconds, reading: settings.reading, delegate: delegate)
    }
}

extension Duration {
    /// A century.
    fileprivate static var forever: Nanoseconds { 3_155_760_000 * 1_000_000_000 }

    /// The duration in nanoseconds, clamped to zero and a century: values beyond these mean never or always.
    fileprivate var nanoseconds: Nanoseconds {
        let (seconds, attoseconds) = components
        guard seconds >= 0, attoseconds >= 0 else { return 0 }
        guard self < .nanoseconds(Self.forever) else { return Self.forever }
        return seconds * 1_000_000_000 + attoseconds / 1_000_000_000
    }
}
