import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensReports

/// A fault of a valid configuration: a picture or a program that does not exist, or a saved setting that hides a change
/// in the files.
struct ConfigurationWarning: Encodable, Hashable {
    /// The limit of pictures in a folder that are examined: each may take a tenth of a second.
    private static let mostPictures = 200
    /// The folders of `PATH` in a service (`systemd.exec(5)`), and the further ones of a machine whose `/bin` is a
    /// separate folder.
    private static let programFolders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]

    /// The place: `FILE:LINE`, or a screen.
    let place: String
    let message: String

    var text: String { "\(place): \(message)" }

    /// Whether `screens-words` is installed: its socket is beside the daemon's.
    static var hasWords: Bool {
        access(FolderListing.folder(of: ManagerInterface.socketPath) + "/screens.Words", F_OK) == 0
    }

    /// Returns the faults of pictures, folders, programs and words that the configuration names.
    static func ofFiles(
        _ configuration: MachineConfiguration, _ service: ServiceAccess?, hasWords: Bool = Self.hasWords
    ) -> [ConfigurationWarning] {
        let budget = MemoryBudget()
        if let memory = configuration.daemon.memory { budget.setLimit(memory << 20) }
        let limits = PictureLimits(megapixels: configuration.daemon.largestPicture, budget)
        let named = configuration.contents.all.map { ($0.name, $0.content, $0.place) }
        let own = configuration.settingsOfAllTimes.flatMap { overrides, places in
            let contents = [("content", overrides.content), ("fallback", overrides.fallback)]
            return (contents + (overrides.overlay ?? []).map { ("overlay", $0.content) }).map { key, content in
                var place: String?
                if case .file(let line)? = places[key] { place = line }
                return (key, content ?? .none, place)
            }
        }
        return (named + own).flatMap { key, content, place in
            content.needs.compactMap { need in
                guard let place, let problem = problem(with: need, service, limits, hasWords) else { return nil }
                return ConfigurationWarning(place: place, message: "\(key): \(problem)")
            }
        }
    }

    /// Returns warnings about commands that `screens content` does not run, because other users can change their file.
    static func ofCommands(
        _ configuration: MachineConfiguration, in files: ConfigurationFiles
    ) -> [ConfigurationWarning] {
        guard files.path != "-" else { return [] }
        let commands = FileCommands(files, caller: geteuid())
        return configuration.placesOfCommands.compactMap { place, file in
            commands.fault(ofFile: file).map { ConfigurationWarning(place: place, message: "content: \($0)") }
        }
    }

    /// Returns warnings about removed files whose last texts the daemon still uses.
    ///
    /// - Parameters:
    ///   - texts: the texts as the daemon reads them.
    ///   - there: the texts of the files that exist.
    static func ofGone(_ texts: ConfigurationTexts, among there: ConfigurationTexts) -> [ConfigurationWarning] {
        texts.files.compactMap { file in
            guard there[file.name] == nil, let failure = file.failure else { return nil }
            return ConfigurationWarning(place: file.name, message: "\(failure); until then its last text counts")
        }
    }

    /// Returns warnings about files in the folder of a configuration that are not read because of their names.
    static func ofNames(in folder: String) -> [ConfigurationWarning] {
        let names = (try? FolderListing.names(in: folder, limit: 256)) ?? []
        return names.filter { !$0.hasSuffix(".toml") && !$0.hasPrefix(".") && !$0.hasSuffix("~") }.sorted().map {
            ConfigurationWarning(place: "\(folder)/\($0)", message: "is not read: its name does not end in .toml")
        }
    }

    /// Returns warnings about damaged saved settings.
    static func ofDamage(_ state: StateFolder?) -> [ConfigurationWarning] {
        guard let saved = state?.saved else { return [] }
        do throws(Failure) {
            _ = try saved.read()
            return []
        } catch {
            return [ConfigurationWarning(place: "daemon", message: "the saved settings do not count: \(error.message)")]
        }
    }

    /// Returns warnings about the metrics file, which needs a writable folder. The service may get permission from an
    /// access list, which is not read; the daemon reports a lack of it.
    static func ofMetrics(_ configuration: MachineConfiguration) -> [ConfigurationWarning] {
        guard let path = configuration.daemon.metrics else { return [] }
        let folder = FolderListing.folder(of: path)
        guard access(folder, W_OK) != 0, [ENOENT, ENOTDIR, EROFS].contains(errno) else { return [] }
        let message = "\(path) cannot be written: \(SystemError.text(of: errno)); \(MetricsRemedy.text(of: path))"
        return [ConfigurationWarning(place: "daemon.metrics", message: message)]
    }

    /// Returns warnings about sections that match no screen of this machine. If there is no card here, the
    /// configuration is for another machine.
    static func ofSections(
        _ configuration: MachineConfiguration, among connectors: [Screen]
    ) -> [ConfigurationWarning] {
        guard !connectors.isEmpty else { return [] }
        return configuration.unmatchedSections(among: connectors).map {
            ConfigurationWarning(place: $0.place, message: $0.message)
        }
    }

    private static func problem(
        with need: ContentNeed, _ service: ServiceAccess?, _ limits: PictureLimits, _ hasWords: Bool
    ) -> String? {
        switch need {
        case .program(let name): fault(ofProgram: name)
        case .code: hasWords ? nil : "a QR code is drawn by the package screens-words, which is not installed"
        case .words(let text, let isPlain): hasWords ? nil : fault(ofWords: text, isPlain: isPlain)
        case .picture(let path): fault(of: path, limits, service)
        case .film(let path), .textFile(let path): ServiceAccess.problem(with: path, isFolder: false, service)
        case .playlist(let path): fault(ofPlaylist: path, service)
        case .pictures(let folder): fault(ofFolder: folder, limits, service)
        }
    }

    /// Returns the part of words that the built-in font lacks.
    private static func fault(ofWords text: String, isPlain: Bool) -> String? {
        let remedy = "install the package screens-words"
        if let problem = BitmapFont.problem(with: text) { return "\(problem); \(remedy)" }
        return isPlain ? nil : "the built-in font has one look: \(remedy) for font, weight, outline and text-direction"
    }

    /// Returns why a picture cannot be shown: the service cannot read it, or it is readable here but damaged or too
    /// large.
    private static func fault(of path: String, _ limits: PictureLimits, _ service: ServiceAccess?) -> String? {
        if let problem = ServiceAccess.problem(with: path, isFolder: false, service) { return problem }
        do throws(Failure) {
            try PictureInput.check(path, limits: limits)
            return nil
        } catch {
            return error.status == .badData ? error.message : nil
        }
    }

    /// Returns why a playlist file cannot be shown: the service cannot read it, or it has no entry.
    private static func fault(ofPlaylist path: String, _ service: ServiceAccess?) -> String? {
        if let problem = ServiceAccess.problem(with: path, isFolder: false, service) { return problem }
        do throws(Failure) {
            let problems = try PlaylistText.read(path).problems
            let count = problems.count == 1 ? "a line" : "\(problems.count) lines"
            return problems.first.map { "\(count) of \(path) cannot be used: \($0)" }
        } catch {
            return [.badData, .noInput].contains(error.status) ? error.message : nil
        }
    }

    /// Returns why a service of this machine cannot start a program, given by its path or its name.
    private static func fault(ofProgram name: String) -> String? {
        guard let fault = ProgramFile(name).fault(in: programFolders) else { return nil }
        if fault != ENOENT || name.contains("/") { return "cannot run \(name): \(SystemError.text(of: fault))" }
        let folders = programFolders.prefix(4).joined(separator: ", ")
        return "no program '\(name)' is in \(folders): install it, or write its path"
    }

    /// Returns why a folder cannot be shown. The service must be able to read it. If it is readable here, it must
    /// contain a picture, and its first pictures must be valid.
    private static func fault(
        ofFolder path: String, _ limits: PictureLimits, _ service: ServiceAccess?
    ) -> String? {
        if let problem = ServiceAccess.problem(with: path, isFolder: true, service) { return problem }
        let folder = PictureFolder(path)
        guard let names = try? folder.pictures() else { return nil }
        guard !names.isEmpty else { return folder.emptyFailure.message }
        let faults = names.prefix(mostPictures).compactMap { fault(of: folder.path(of: $0), limits, service) }
        let total = names.count > mostPictures ? "the first \(mostPictures)" : "\(names.count)"
        return faults.first.map { "\(faults.count) of \(total) pictures cannot be shown: \($0)" }
    }

    /// Returns warnings about saved settings for which the files had another value when they were saved.
    static func ofSaved(
        _ saved: SavedSettings, _ files: MachineConfiguration, among screens: [Screen]
    ) -> [ConfigurationWarning] {
        screens.flatMap { screen in
            saved.outdatedKeys(of: screen, files.overrides(for: screen, among: screens)).map { key in
                ConfigurationWarning(
                    place: screen.qualifiedName,
                    message:
                        "the saved value of \(key) overrides the files, whose value has changed since it was saved; "
                        + "`screens reset \(screen.name) \(key)` removes it"
                )
            }
        }
    }
}
