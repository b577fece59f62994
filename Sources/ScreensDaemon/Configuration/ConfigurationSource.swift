import Glibc
import Screens
import ScreensConfiguration
import ScreensLinux
import ScreensManager

/// The configuration in use: its files as last read, and the saved settings.
///
/// A file with problems never leaves the screens without settings: its last good text is used, also after the next
/// start.
@MainLoop
final class ConfigurationSource {
    /// The most commands in the notices.
    private static let mostCommands = 20

    private let files: ConfigurationFiles
    private let state: StateFolder
    private let lock: StateLock
    private let lastGood: LastGoodTexts
    private let log: EventLog
    private var usable = UsableConfiguration(ConfigurationTexts(), lastGood: ConfigurationTexts()) {
        didSet { textsIdentity = usable.texts.identity }
    }
    /// The commands that `screens content` runs, as far as the daemon knows.
    private let commands: FileCommands
    private var commandNotices: [StatusNotice] = []
    /// The settings that were saved at run time.
    private(set) var saved = SavedSettings()
    /// The settings on the disk while others are used; nil if they are the same.
    private var stored: SavedSettings?
    /// The value of ``StateLock/takings`` when the saved settings were read.
    private var takingsRead = 0
    /// Why the saved settings on the disk are not used; nil if they are.
    private var savedProblem: ConfigurationProblem?
    /// The settings of the files, followed by the saved settings.
    private var whole = MachineConfiguration()
    private var moment: Int64?
    /// The settings at the moment that was taken last.
    private(set) var configuration = MachineConfiguration()

    /// - Parameter changed: called when ``notices`` has changed between two passes.
    init(
        _ files: ConfigurationFiles, _ state: StateFolder, _ lock: StateLock, _ log: EventLog,
        changed: @escaping @MainLoop () -> Void
    ) {
        self.files = files
        commands = FileCommands(files, caller: geteuid())
        self.state = state
        self.log = log
        self.lock = lock
        lastGood = LastGoodTexts(state.lastGood, of: files, lock, log, changed: changed)
    }

    /// The problems of the files as they are, and of the saved settings.
    var problems: [ConfigurationProblem] { usable.problems + [savedProblem].compactMap(\.self) }

    /// The names of the files that have problems, each once.
    var namesOfProblems: [String] {
        var seen: Set<String> = []
        return problems.map(\.file).filter { seen.insert($0).inserted }
    }

    /// A text that is equal for equal texts of the files in use.
    private(set) lazy var textsIdentity = usable.texts.identity

    /// A line for people in front of a screen that names the files with problems; nil without problems.
    var problemLine: String? {
        let files = namesOfProblems
        let verb = files.count == 1 ? "has" : "have"
        return files.isEmpty ? nil : "screens: \(files.joined(separator: ", ")) \(verb) problems"
    }

    /// The files whose own text is not used.
    var brokenFiles: [UsableConfiguration.BrokenFile] {
        let saved = savedProblem.map { [UsableConfiguration.BrokenFile(name: $0.file, substitute: .none)] }
        return usable.brokenFiles + (saved ?? [])
    }

    /// The settings of the files alone at the current moment.
    var filesAlone: MachineConfiguration { usable.configuration.at(moment, in: .ofProcess) }

    /// The settings of the files alone, with the sections of all times.
    var filesOfAllTimes: MachineConfiguration { usable.configuration }

    /// Takes the moment at which timed sections are evaluated, in seconds since 1970; nil while it is not known.
    func take(moment: Int64?) {
        self.moment = moment
        configuration = whole.at(moment, in: .ofProcess)
    }

    /// The settings of a screen at the moment that was taken last, with the settings of run time for its display.
    func configuration(
        of screen: Screen, among screens: [Screen], with overrides: RuntimeOverrides
    ) -> ScreenConfiguration {
        configuration.effective(for: screen, among: screens, set: overrides[screen].overrides)
    }

    /// The next moment at which a timed section begins or ends.
    var nextChange: Int64? { whole.nextChange(after: moment, in: .ofProcess) }

    /// The sections of the files that match no connected screen, at any time.
    func unmatchedSections(among connectors: [Screen]) -> [UnmatchedSection] {
        whole.unmatchedSections(among: connectors)
    }

    /// The next change of a screen's settings by a timed section; nil if no change comes.
    ///
    /// - Parameter hidden: the keys that overrides hide.
    func nextSettings(of screen: Screen, among screens: [Screen], hidden: Set<String>) -> NextSettings? {
        whole.nextSettings(of: screen, among: screens, after: moment, in: .ofProcess, hidden: hidden)
    }

    /// The next moment at which the configuration turns a screen on or off, in seconds since 1970; nil if it does not.
    ///
    /// - Parameter set: settings of the display that override the configuration.
    func nextPowerChange(of screen: Screen, among screens: [Screen], set: ScreenOverrides) -> Int64? {
        whole.nextPowerChange(of: screen, among: screens, set: set, after: moment, in: .ofProcess)
    }

    /// The path of the file with the saved settings.
    var savedPath: String { state.saved.path }

    // MARK: Reading

    /// Reads everything at the start. Throws no error: the screens get what can be used.
    func readFirst() {
        removeLeftovers()
        readSaved()
        let lastGood = self.lastGood.read()
        let texts = files.texts(after: lastGood.last)
        use(UsableConfiguration(texts, lastGood: lastGood.last, former: lastGood.former))
    }

    private func removeLeftovers() {
        // Another daemon may be writing one of the files now.
        guard (try? lock.take()) != nil else { return }
        for path in state.removeLeftovers() { log.info("\(path) is removed: a process ended while writing it") }
    }

    private func readSaved() {
        takingsRead = lock.takings
        do throws(Failure) {
            saved = try state.saved.read()
            savedProblem = nil
        } catch {
            let problem = ConfigurationProblem(
                "cannot be read: \(error.cause); the saved settings do not count until it is restored and `screens "
                    + "reload` reads it; `screens reset --all`, or saving a setting, begins a new file",
                of: state.saved.path)
            savedProblem = problem
            log.error(problem.description)
        }
    }

    /// Reads the saved settings again if they could not be read. They are used from the next ``take(_:)`` on.
    func readSavedAgain() {
        guard savedProblem != nil else { return }
        readSaved()
        if savedProblem == nil { log.notice("\(state.saved.path): the saved settings count") }
    }

    /// Reads the files without using them yet.
    ///
    /// - Parameter mayBeGone: whether a person has requested the read, so that a missing file was removed on purpose.
    func read(mayBeGone: Bool = false) -> UsableConfiguration {
        let texts = mayBeGone ? files.texts() : files.texts(after: usable.texts)
        return UsableConfiguration(texts, lastGood: usable.texts)
    }

    /// Whether a later read of the files has the same settings and problems.
    func isSame(_ read: UsableConfiguration) -> Bool {
        read.configuration == usable.configuration && read.problems == usable.problems
    }

    /// Takes the texts and places of a later read with the same settings: a line may have another number.
    func takePlaces(of usable: UsableConfiguration) {
        self.usable = usable
        checkCommands()
        combine()
        lastGood.keep(usable.texts)
    }

    /// Finds the commands that `screens content` does not run because users other than root can change their files.
    private func checkCommands() {
        let places = usable.configuration.placesOfCommands
        let files = Set(places.map(\.file)).filter { commands.fault(ofFile: $0) != nil }
        commandNotices = places.filter { files.contains($0.file) }.prefix(Self.mostCommands).compactMap { place in
            commands.fault(ofFile: place.file).map {
                StatusNotice(
                    .commandNotRun, .warning, place.place, $0,
                    remedy: "only root may own and write the file, its folder and the folders above")
            }
        }
    }

    /// The faults of the state folder and of commands.
    var notices: [StatusNotice] {
        guard let failure = lastGood.failure else { return commandNotices }
        let remedy =
            failure.status == .busy
            ? StateLock.remedy
            : "let the daemon's user write to its folder, and make room there; if the folder was made again while "
                + "screensd ran, run `systemctl restart screensd`: its service sees only the folders that existed at "
                + "its start"
        return commandNotices + [
            StatusNotice(
                .stateNotWritten, .warning, lastGood.path,
                "cannot be written (\(failure.cause)): if a file is broken at the next start, an older text of it "
                    + "counts, or none",
                remedy: remedy)
        ]
    }

    /// Uses a later read of the files, and logs its problems.
    ///
    /// - Returns: whether the settings have changed.
    @discardableResult
    func take(_ usable: UsableConfiguration) -> Bool {
        let former = (configuration: whole, problems: problems)
        let isRepetition = usable.problems == self.usable.problems && usable.brokenFiles == self.usable.brokenFiles
        if !isRepetition { log.recovered(files.path) }
        use(usable)
        if problems.isEmpty, !former.problems.isEmpty { log.notice("the configuration no longer has problems") }
        return whole != former.configuration
    }

    private func use(_ usable: UsableConfiguration) {
        self.usable = usable
        for problem in usable.problems { log.error(problem.description, about: files.path) }
        for file in usable.brokenFiles {
            switch file.substitute {
            case .lastGood:
                log.error(
                    "\(file.name): its last text without problems counts until it is corrected", about: files.path)
            case .none: log.error("\(file.name): it does not count until it is corrected", about: files.path)
            }
        }
        checkCommands()
        for notice in commandNotices { log.warning(notice.text, about: files.path) }
        combine()
        log.setLevel(configuration.daemon.logLevel ?? .info)
        lastGood.keep(usable.texts)
    }

    private func combine() {
        whole = usable.configuration
        whole.sections += saved.sections
        take(moment: moment)
    }

    // MARK: Saved settings

    /// The keys of a screen's saved settings whose value in the files has changed since they were saved.
    func outdatedKeys(of screen: Screen, among screens: [Screen]) -> [String] {
        saved.outdatedKeys(of: screen, filesAlone.overrides(for: screen, among: screens))
    }

    /// Changes the saved settings, and returns when they are on the disk. Two changes must not run at the same time.
    ///
    /// - Returns: the new path of a former file that could not be read, whose settings are not used; nil if there is
    ///   none.
    @discardableResult
    func changeSaved(_ change: (inout SavedSettings) -> Void) async throws(Failure) -> String? {
        try takeFolder()
        var settings = saved
        change(&settings)
        return settings == stored ?? saved ? nil : try await write(settings)
    }

    /// Uses changed saved settings. ``storeSaved()`` or ``changeSaved(_:)`` writes them, unless they are put back.
    func useSaved(_ change: (inout SavedSettings) -> Void) throws(Failure) {
        try takeFolder()
        var settings = saved
        change(&settings)
        guard settings != saved else { return }
        stored = stored ?? saved
        saved = settings
        combine()
    }

    /// Writes the saved settings in use, and returns when they are on the disk.
    func storeSaved() async throws(Failure) {
        try await changeSaved { _ in }
    }

    /// Uses the saved settings on the disk again.
    func putBackSaved() {
        guard let stored else { return }
        saved = stored
        self.stored = nil
        combine()
    }

    /// Takes the lock of the folder, and reads what another daemon has saved there since.
    private func takeFolder() throws(Failure) {
        try lock.take()
        // If the folder was removed, the file is gone, and is written again.
        guard lock.takings != takingsRead, !FolderListing.lacks(state.saved.path) else { return }
        readSaved()
        combine()
    }

    /// Removes all saved settings, also if their file cannot be read. No other change may run at the same time.
    func removeAllSaved() async throws(Failure) {
        try takeFolder()
        if saved != SavedSettings() || savedProblem != nil { try await write(SavedSettings()) }
    }

    @discardableResult
    private func write(_ settings: SavedSettings) async throws(Failure) -> String? {
        let file = state.saved
        let damaged = try await DetachedThread.value { () throws(Failure) in try file.write(settings) }
        if let damaged { log.warning("\(file.path) could not be read, and is \(damaged) from now on") }
        // If the file was damaged only after it was read, no setting is lost.
        let lost = savedProblem == nil ? nil : damaged
        saved = settings
        stored = nil
        savedProblem = nil
        combine()
        return lost
    }
}
