import Screens
import ScreensLinux

/// The state of the daemon and of its screens: the output of `screens status --json`.
public struct StatusDocument: Codable, Sendable, Equatable {
    /// The version of the daemon, as in `1.2.3`.
    public let version: String
    /// The version of the interface `screens.Manager`, which rises as declarations are added.
    public let interfaceVersion: Int
    /// The seconds since the daemon was started.
    public let uptimeSeconds: Int
    /// The connected screens, or the screen of the call.
    public private(set) var screens: [ScreenStatusDocument]
    /// The problems of the configuration files, as `screens config check` prints them, and of the file of saved
    /// settings.
    public let problems: [String]
    /// The configuration files whose current text is not in use.
    public let brokenFiles: [BrokenFile]
    /// Whether the time of the machine is not known yet: until then schedules are on, and sections with times do not
    /// count.
    public let waitsForTime: Bool
    /// Faults other than problems of files.
    public let notices: [StatusNotice]
    /// The displays that are not connected and have saved settings.
    public let absentDisplays: [AbsentDisplay]
    /// The names of the contents of the files; left out by an older daemon.
    public private(set) var contents: [String]?
    /// The memory budget; nil from a daemon without one.
    @Nullable public private(set) var memory: MemoryDocument?
    /// The clock of the machine; nil if it is not known how it is kept, and from an older daemon.
    @Nullable public private(set) var clock: ClockDocument?

    package init(
        version: String, uptimeSeconds: Int, screens: [ScreenStatusDocument], problems: [String],
        brokenFiles: [BrokenFile], waitsForTime: Bool, notices: [StatusNotice] = [],
        absentDisplays: [AbsentDisplay] = [], contents: [String]? = nil, memory: MemoryDocument? = nil,
        clock: ClockDocument? = nil
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
        self.contents = contents
        self.memory = memory
        self.clock = clock
    }

    /// Returns the state with screens that were read since.
    package func freshened(by screens: [Screen]) -> StatusDocument {
        var document = self
        document.screens = document.screens.map { status in
            screens.first { $0.qualifiedName == status.screen.qualifiedName }.map(status.freshened) ?? status
        }
        return document
    }

    /// The part about the daemon itself, without version and time.
    public var daemon: DaemonStatusDocument {
        DaemonStatusDocument(
            problems: problems, brokenFiles: brokenFiles, waitsForTime: waitsForTime, notices: notices,
            absentDisplays: absentDisplays, contents: contents)
    }

    /// A display that is not connected, but has saved settings.
    public struct AbsentDisplay: Codable, Sendable, Equatable {
        /// Its identity in its stable form.
        public let identity: String
        /// Its name as lists print it; nil if that is not known.
        @Nullable public private(set) var name: String?
        /// The connector of the display when the settings were saved, without its card.
        public let connector: String

        package init(identity: String, name: String?, connector: String) {
            self.identity = identity
            self.connector = connector
            self.name = name
        }
    }

    /// A file of the configuration with problems.
    public struct BrokenFile: Codable, Sendable, Equatable {
        /// Its name in the folder of the configuration.
        public let name: String
        /// `lastGood` if the last text without problems is in use, `none` if the file is left out.
        public let substitute: String

        package init(name: String, substitute: String) {
            self.name = name
            self.substitute = substitute
        }
    }
}

/// The state of the daemon itself: a part of ``StatusDocument`` that is also in events.
public struct DaemonStatusDocument: Codable, Sendable, Equatable {
    public let problems: [String]
    public let brokenFiles: [StatusDocument.BrokenFile]
    public let waitsForTime: Bool
    public let notices: [StatusNotice]
    public let absentDisplays: [StatusDocument.AbsentDisplay]
    /// The names of the contents of the files; left out by an older daemon.
    public private(set) var contents: [String]?

    package init(
        problems: [String], brokenFiles: [StatusDocument.BrokenFile], waitsForTime: Bool, notices: [StatusNotice],
        absentDisplays: [StatusDocument.AbsentDisplay], contents: [String]? = nil
    ) {
        self.problems = problems
        self.brokenFiles = brokenFiles
        self.waitsForTime = waitsForTime
        self.notices = notices
        self.absentDisplays = absentDisplays
        self.contents = contents
    }
}

/// A fault other than a problem of a file. The daemon continues in spite of it, but a person may want to know.
public struct StatusNotice: Codable, Sendable, Equatable {
    /// The kinds. A newer daemon may report others.
    public enum Kind: String, Sendable, Hashable, CaseIterable {
        /// A section of a file matches no connected screen.
        case unmatchedSection
        /// The metrics cannot be written.
        case metricsNotWritten
        /// The proof of play cannot be written.
        case playedNotWritten
        /// The last texts without problems cannot be written.
        case stateNotWritten
        /// The shown virtual terminal is not the daemon's.
        case terminalNotShown
        /// The configured brightness of a screen cannot be set.
        case brightnessNotSet
        /// A screen does not mirror another one as configured.
        case mirrorNotMet
        /// A screen does not follow a setting, such as a mode that the display does not have.
        case settingNotMet
        /// Some pictures of a folder cannot be shown.
        case picturesSkipped
        /// The fonts lack letters or the look of words.
        case lettersMissing
        /// The command of a content is not run, because users other than root can change its file.
        case commandNotRun
        /// The memory budget was too small for a request.
        case memoryRefused
        /// A content follows the clock of the machine, which no program keeps.
        case clockNotSynchronized
    }

    /// The severity of a fault.
    public enum Severity: String, Sendable, Hashable {
        /// Something does not work.
        case warning
        /// Good to know.
        case note
    }

    /// Its kind: the name of a case of `Kind`. A newer daemon may have others.
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

    /// The fault as text: `PLACE: message; remedy`.
    public var text: String { "\(place): \(message)\(remedy.map { "; \($0)" } ?? "")" }
}

/// The state of one screen, and the reasons for it.
public struct ScreenStatusDocument: Codable, Sendable, Equatable {
    /// The screen itself.
    public var screen: ScreenDocument { boxedScreen.wrappedValue }
    private var boxedScreen: OnHeap<ScreenDocument>
    /// The settings that have a value, in the order of the documentation.
    public let settings: [SettingStatus]
    /// Whether the settings require it to be on.
    public let power: Power
    /// The time of the next change of ``power`` by its schedule, in seconds since 1970; nil if none is due.
    @Nullable public private(set) var powerChanges: Int64?
    /// The seconds until trial settings are reset; nil if there are none.
    @Nullable public private(set) var trialSeconds: Int?
    /// The keys of saved settings whose value in the files has changed since they were saved.
    public let outdated: [String]
    /// The identities of absent displays whose saved settings were made on this connector.
    public let absent: [String]
    /// The next change by the times of sections; nil if none is due.
    @Nullable public private(set) var next: NextSettings?
    /// How far the content, which follows the clock, was from its times; nil for other contents, before its first
    /// picture, and from an older daemon.
    @Nullable public private(set) var clockOffset: ClockOffsetDocument?

    private enum CodingKeys: String, CodingKey {
        case boxedScreen = "screen"
        case settings, power, powerChanges, trialSeconds, outdated, absent, next, clockOffset
    }

    package init(
        screen: ScreenDocument, settings: [SettingStatus], power: Power, powerChanges: Int64?, trialSeconds: Int?,
        outdated: [String], absent: [String], next: NextSettings? = nil, clockOffset: ClockOffsetDocument? = nil
    ) {
        boxedScreen = OnHeap(wrappedValue: screen)
        self.settings = settings
        self.power = power
        self.outdated = outdated
        self.absent = absent
        self.powerChanges = powerChanges
        self.trialSeconds = trialSeconds
        self.next = next
        self.clockOffset = clockOffset
    }

    /// Returns the keys that differ from a former state. The screen itself is left out, because its changes are
    /// separate events. The seconds of a trial differ if the trial ends at another time.
    ///
    /// - Parameters:
    ///   - former: the former state; nil for a screen that has just been connected.
    ///   - elapsed: the time since the former state.
    package func changes(since former: ScreenStatusDocument?, after elapsed: Duration) -> [String] {
        let seconds = Int(elapsed.components.seconds)
        let expected = former?.trialSeconds.map { max(0, $0 - seconds) }
        // Both values are whole seconds.
        let isSameTrial = (expected == nil) == (trialSeconds == nil) && abs((expected ?? 0) - (trialSeconds ?? 0)) <= 1
        let differences = [
            ("settings", settings != former?.settings ?? []), ("power", power != former?.power ?? .on),
            ("powerChanges", powerChanges != former?.powerChanges),
            ("trialSeconds", !isSameTrial),
            ("outdated", outdated != former?.outdated ?? []), ("absent", absent != former?.absent ?? []),
            ("next", next != former?.next), ("displayPower", screen.displayPower != former?.screen.displayPower),
        ]
        return differences.filter(\.1).map(\.0)
    }

    /// Returns the state with the screen as it was read since.
    fileprivate func freshened(by screen: Screen) -> ScreenStatusDocument {
        guard !self.screen.waitsForCard else { return self }
        var document = self
        document.boxedScreen = OnHeap(
            wrappedValue: ScreenDocument(
                screen, content: self.screen.content, displayPower: self.screen.displayPower))
        return document
    }

    /// Whether the settings require the screen to be on.
    public enum Power: String, Codable, Sendable, Hashable {
        /// The screen is to be on.
        case on
        /// The screen is to be off.
        case off
        /// The screen is to be off, because its picture has not changed for the configured time.
        case idle
    }
}

/// The value of a setting, and its origin.
public struct SettingStatus: Codable, Sendable, Equatable {
    /// The key of the setting, as files spell it.
    public let key: String
    /// The value as files spell it.
    public let value: String
    /// The origin of the value.
    public let origin: Origin
    /// The place of a value in a file: `FILE:LINE`.
    @Nullable public private(set) var place: String?
    /// The end of the time of its section, in seconds since 1970; nil if it always counts.
    @Nullable public private(set) var until: Int64?

    package init(key: String, value: String, origin: Origin, place: String? = nil, until: Int64? = nil) {
        self.key = key
        self.value = value
        self.origin = origin
        self.place = place
        self.until = until
    }

    /// The origins. Each overrides the origins before it.
    public enum Origin: String, Codable, Sendable, Hashable {
        /// A file of the configuration.
        case file
        /// The saved settings.
        case saved
        /// A value that was set while the daemon runs, and is not saved.
        case runTime
        /// A value that was set while the daemon runs, and is reset unless it is confirmed.
        case trial
    }
}

/// The settings of a screen that change at a time, because the time of a section begins or ends.
public struct NextSettings: Codable, Sendable, Equatable {
    /// The time in seconds since 1970.
    public let time: Int64
    /// The settings that have another value from then on.
    public let settings: [SettingStatus]
    /// The keys of settings that have no value from then on.
    public let ended: [String]

    package init(time: Int64, settings: [SettingStatus], ended: [String]) {
        self.time = time
        self.settings = settings
        self.ended = ended
    }
}
