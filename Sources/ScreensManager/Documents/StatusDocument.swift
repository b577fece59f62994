import Screens

/// The state of the daemon and of its screens: what `screens status --json` prints.
public struct StatusDocument: Codable, Sendable, Hashable {
    /// The version of the daemon, as in `1.2.3`.
    public let version: String
    /// Of the interface `screens.Manager`: it rises as declarations are added.
    public let interfaceVersion: Int
    /// The seconds since the daemon was started.
    public let uptimeSeconds: Int
    /// The connected screens, or the one of the call.
    public private(set) var screens: [ScreenStatusDocument]
    /// Of the configuration's files, as `screens config check` prints them, and of the file of saved settings.
    public let problems: [String]
    /// The files whose own text does not count.
    public let brokenFiles: [BrokenFile]
    /// Whether the machine does not know the time yet: schedules are on, and sections with times do not count.
    public let waitsForTime: Bool
    /// Faults that are not problems of files.
    public let notices: [StatusNotice]
    /// The displays that are not connected and have saved settings.
    public let absentDisplays: [AbsentDisplay]

    package init(
        version: String, uptimeSeconds: Int, screens: [ScreenStatusDocument], problems: [String],
        brokenFiles: [BrokenFile], waitsForTime: Bool, notices: [StatusNotice] = [],
        absentDisplays: [AbsentDisplay] = []
    ) {
        self.version = version
        interfaceVersion = ManagerInterface.version
        self.uptimeSeconds = uptimeSeconds
        self.screens = screens
        self.problems = problems
        self.brokenFiles = brokenFiles
        self.waitsForTime = waitsForTime
        self.notices = notices
        self.absentDisplays = absentDisplays
    }

    /// The state with some screens as they were read since.
    package func freshened(by screens: [Screen]) -> StatusDocument {
        var document = self
        document.screens = document.screens.map { status in
            screens.first { $0.qualifiedName == status.screen.qualifiedName }.map(status.freshened) ?? status
        }
        return document
    }

    /// Its part that is about the daemon itself, without version and time.
    public var daemon: DaemonStatusDocument {
        DaemonStatusDocument(
            problems: problems, brokenFiles: brokenFiles, waitsForTime: waitsForTime, notices: notices,
            absentDisplays: absentDisplays)
    }

    /// A display that is not connected, and has saved settings.
    public struct AbsentDisplay: Codable, Sendable, Hashable {
        /// Its identity in its stable form.
        public let identity: String
        /// Its name as lists print it; nil where that is not known.
        @Nullable public private(set) var name: String?
        /// The connector on which it was when they were saved, without its card.
        public let connector: String

        package init(identity: String, name: String?, connector: String) {
            self.identity = identity
            self.connector = connector
            self.name = name
        }
    }

    /// A file of the configuration with problems.
    public struct BrokenFile: Codable, Sendable, Hashable {
        /// Its name in the folder of the configuration.
        public let name: String
        /// `lastGood` where its last text without problems counts, `none` where it is left out.
        public let substitute: String

        package init(name: String, substitute: String) {
            self.name = name
            self.substitute = substitute
        }
    }
}

/// The state of the daemon itself: a part of ``StatusDocument``, whose events have it too.
public struct DaemonStatusDocument: Codable, Sendable, Hashable {
    public let problems: [String]
    public let brokenFiles: [StatusDocument.BrokenFile]
    public let waitsForTime: Bool
    public let notices: [StatusNotice]
    public let absentDisplays: [StatusDocument.AbsentDisplay]

    package init(
        problems: [String], brokenFiles: [StatusDocument.BrokenFile], waitsForTime: Bool, notices: [StatusNotice],
        absentDisplays: [StatusDocument.AbsentDisplay]
    ) {
        self.problems = problems
        self.brokenFiles = brokenFiles
        self.waitsForTime = waitsForTime
        self.notices = notices
        self.absentDisplays = absentDisplays
    }
}

/// A fault that is not a problem of a file: the daemon goes on with it, and a person may want to know.
public struct StatusNotice: Codable, Sendable, Hashable {
    /// The kinds; a daemon of a later version may report others.
    public enum Kind: String, Sendable, Hashable {
        /// A section of a file matches no connected screen.
        case unmatchedSection
        /// The metrics cannot be written.
        case metricsNotWritten
        /// The last texts without problems cannot be written.
        case stateNotWritten
        /// Another terminal than the daemon's own is shown.
        case terminalNotShown
        /// The configured brightness of a screen cannot be set.
        case brightnessNotSet
        /// A screen does not mirror another one as configured.
        case mirrorNotMet
        /// A screen does not follow a setting, such as a mode that the display does not have.
        case settingNotMet
        /// Some pictures of a folder cannot be shown.
        case picturesSkipped
    }

    /// How bad it is.
    public enum Severity: String, Sendable, Hashable {
        /// Something does not work.
        case warning
        /// Good to know.
        case note
    }

    /// Its kind, the name of a case of `Kind`; a later daemon may have others.
    public let kind: String
    /// `warning` or `note`.
    public let severity: String
    /// Its subject: `FILE:LINE`, or a path.
    public let place: String
    /// A sentence without its subject, for people.
    public let message: String
    /// The remedy, for people.
    @Nullable public private(set) var remedy: String?

    package init(_ kind: Kind, _ severity: Severity, _ place: String, _ message: String, remedy: String? = nil) {
        self.kind = kind.rawValue
        self.severity = severity.rawValue
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    /// Whether something does not work.
    public var isWarning: Bool { severity == Severity.warning.rawValue }

    /// `PLACE: message; remedy`.
    public var text: String { "\(place): \(message)\(remedy.map { "; \($0)" } ?? "")" }
}

/// The state of one screen, and the reasons for it.
public struct ScreenStatusDocument: Codable, Sendable, Hashable {
    /// The screen itself.
    public private(set) var screen: ScreenDocument
    /// The settings that have a value, in the order of the documentation.
    public let settings: [SettingStatus]
    /// Whether the settings require it to be on.
    public let power: Power
    /// The time of the next change of ``power`` by its schedule, in seconds since 1970; nil where none comes.
    @Nullable public private(set) var powerChanges: Int64?
    /// The seconds after which settings that are only tried are reset; nil where none are tried.
    @Nullable public private(set) var trialSeconds: Int?
    /// The keys of saved settings for which the files have another value than when they were saved.
    public let outdated: [String]
    /// The identities of absent displays whose saved settings were made on this connector.
    public let absent: [String]
    /// The next change by the times of sections; nil where none comes.
    @Nullable public private(set) var next: NextSettings?

    package init(
        screen: ScreenDocument, settings: [SettingStatus], power: Power, powerChanges: Int64?, trialSeconds: Int?,
        outdated: [String], absent: [String], next: NextSettings? = nil
    ) {
        self.screen = screen
        self.settings = settings
        self.power = power
        self.outdated = outdated
        self.absent = absent
        self.powerChanges = powerChanges
        self.trialSeconds = trialSeconds
        self.next = next
    }

    /// The keys that differ from a former state, but for the screen itself: its changes are events of their own. The seconds of a
    /// trial differ where it has another end.
    ///
    /// - Parameters:
    ///   - former: nil for a screen that has just been connected.
    ///   - elapsed: the time since that state.
    package func changes(since former: ScreenStatusDocument?, after elapsed: Duration) -> [String] {
        let seconds = Int(elapsed.components.seconds)
        let expected = former?.trialSeconds.map { max(0, $0 - seconds) }
        // Both are whole seconds.
        let isSameTrial = (expected == nil) == (trialSeconds == nil) && abs((expected ?? 0) - (trialSeconds ?? 0)) <= 1
        let differences = [
            ("settings", settings != former?.settings ?? []), ("power", power != former?.power ?? .on),
            ("powerChanges", powerChanges != former?.powerChanges),
            ("trialSeconds", !isSameTrial),
            ("outdated", outdated != former?.outdated ?? []), ("absent", absent != former?.absent ?? []),
            ("next", next != former?.next),
        ]
        return differences.filter(\.1).map(\.0)
    }

    /// The state with the screen as it was read since.
    fileprivate func freshened(by screen: Screen) -> ScreenStatusDocument {
        guard !self.screen.waitsForCard else { return self }
        var document = self
        document.screen = ScreenDocument(screen, content: self.screen.content)
        return document
    }

    /// Whether the settings require the screen to be on.
    public enum Power: String, Codable, Sendable, Hashable {
        /// It is to be on.
        case on
        /// It is to be off.
        case off
        /// Off, as its picture has not changed for the time that is configured.
        case idle
    }
}

/// The value of a setting, and its origin.
public struct SettingStatus: Codable, Sendable, Hashable {
    /// As files spell it.
    public let key: String
    /// As files have it.
    public let value: String
    /// Where it is from.
    public let origin: Origin
    /// `FILE:LINE`, for a value of a file.
    @Nullable public private(set) var place: String?
    /// The end of the time of its section, in seconds since 1970; nil where it always counts.
    @Nullable public private(set) var until: Int64?

    package init(key: String, value: String, origin: Origin, place: String? = nil, until: Int64? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.place = place
        self.until = until
    }

    /// The origins, each overriding those before it.
    public enum Origin: String, Codable, Sendable, Hashable {
        /// A file of the configuration.
        case file
        /// The saved settings.
        case saved
        /// Set while the daemon runs, and not saved.
        case runTime
        /// Set while the daemon runs, and reset unless it is confirmed.
        case trial
    }
}

/// The settings of a screen that are others from a moment on, as the time of a section begins or ends.
public struct NextSettings: Codable, Sendable, Hashable {
    /// In seconds since 1970.
    public let time: Int64
    /// Those that have another value then.
    public let settings: [SettingStatus]
    /// The keys of those that have none any more.
    public let ended: [String]

    package init(time: Int64, settings: [SettingStatus], ended: [String]) {
        self.time = time
        self.settings = settings
        self.ended = ended
    }
}
