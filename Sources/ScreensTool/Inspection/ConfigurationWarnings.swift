import Glibc
import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager
import ScreensPictures
import ScreensReports

/// Faults of a configuration that is valid: pictures and programs that are not there, and saved settings that hide changes of the files.
struct ConfigurationWarning: Encodable, Hashable {
    /// The most pictures of a folder that are looked at: each may take a tenth of a second.
    private static let mostPictures = 200
    /// Those of `PATH` in a service (`systemd.exec(5)`), with those of a machine whose `/bin` is a folder of its own.
    private static let programFolders = ["/usr/local/sbin", "/usr/local/bin", "/usr/sbin", "/usr/bin", "/sbin", "/bin"]

    /// `FILE:LINE`, or the screen.
    let place: String
    let message: String

    var text: String { "\(place): \(message)" }

    /// Of the pictures, folders and programs that the configuration names.
    static func ofFiles(_ configuration: MachineConfiguration, _ service: ServiceAccess?) -> [ConfigurationWarning] {
        let limits = PictureLimits(megapixels: configuration.daemon.largestPicture)
        return configuration.settingsOfAllTimes.flatMap { overrides, places in
            [("content", overrides.content), ("fallback", overrides.fallback)].compactMap { key, content in
                guard let problem = content.flatMap({ problem(with: $0, service, limits) }),
                    case .file(let place)? = places[key]
                else { return nil }
                return ConfigurationWarning(place: place, message: "\(key): \(problem)")
            }
        }
    }

    /// Of files that are gone, while the daemon goes on with their last texts.
    ///
    /// - Parameters:
    ///   - texts: as the daemon reads them.
    ///   - there: those that are there.
    static func ofGone(_ texts: ConfigurationTexts, among there: ConfigurationTexts) -> [ConfigurationWarning] {
        texts.files.compactMap { file in
            guard there[file.name] == nil, let failure = file.failure else { return nil }
            return ConfigurationWarning(place: file.name, message: "\(failure); until then its last text counts")
        }
    }

    /// Of files in the folder of a configuration that are not read because of their names.
    static func ofNames(in folder: String) -> [ConfigurationWarning] {
        let names = (try? FolderListing.names(in: folder, limit: 256)) ?? []
        return names.filter { !$0.hasSuffix(".toml") && !$0.hasPrefix(".") && !$0.hasSuffix("~") }.sorted().map {
            ConfigurationWarning(place: "\(folder)/\($0)", message: "is not read: its name does not end in .toml")
        }
    }

    /// Of saved settings that are damaged.
    static func ofDamage(_ state: StateFolder?) -> [ConfigurationWarning] {
        guard let saved = state?.saved else { return [] }
        do throws(Failure) {
            _ = try saved.read()
            return []
        } catch {
            return [ConfigurationWarning(place: "daemon", message: "the saved settings do not count: \(error.message)")]
        }
    }

    /// Of the file of the metrics, which needs a folder that can be written to. Whether the service may do that can be in access
    /// lists, which are not read: the daemon reports it.
    static func ofMetrics(_ configuration: MachineConfiguration) -> [ConfigurationWarning] {
        guard let path = configuration.daemon.metrics else { return [] }
        let folder = FolderListing.folder(of: path)
        guard access(folder, W_OK) != 0, [ENOENT, ENOTDIR, EROFS].contains(errno) else { return [] }
        let message = "\(path) cannot be written: \(SystemError.text(of: errno)); \(MetricsRemedy.text(of: path))"
        return [ConfigurationWarning(place: "daemon.metrics", message: message)]
    }

    /// Of sections that match no screen of this machine. Without any card here, the configuration is for another machine.
    static func ofSections(
        _ configuration: MachineConfiguration, among connectors: [Screen]
    ) -> [ConfigurationWarning] {
        guard !connectors.isEmpty else { return [] }
        return configuration.unmatchedSections(among: connectors).map {
            ConfigurationWarning(place: $0.place, message: $0.message)
        }
    }

    private static func problem(
        with content: ShownContent, _ service: ServiceAccess?, _ limits: PictureLimits
    ) -> String? {
        switch content.form?.need {
        case .program(let name): fault(ofProgram: name)
        case .picture(let path): fault(of: path, limits, service)
        case .pictures(let folder): fault(ofFolder: folder, limits, service)
        case nil: nil
        }
    }

    /// Why a picture cannot be shown: the service cannot read it, or it can be read here, and is damaged or too large.
    private static func fault(of path: String, _ limits: PictureLimits, _ service: ServiceAccess?) -> String? {
        if let problem = ServiceAccess.problem(with: path, isFolder: false, service) { return problem }
        do throws(Failure) {
            try PictureInput.check(path, limits: limits)
            return nil
        } catch {
            return error.status == .badData ? error.message : nil
        }
    }

    /// Why a service of this machine cannot start a program, by its path or its name.
    private static func fault(ofProgram name: String) -> String? {
        guard let fault = ProgramFile(name).fault(in: programFolders) else { return nil }
        if fault != ENOENT || name.contains("/") { return "cannot run \(name): \(SystemError.text(of: fault))" }
        let folders = programFolders.prefix(4).joined(separator: ", ")
        return "no program '\(name)' is in \(folders): install it, or write its path"
    }

    /// The service has to be able to read the folder. Where it can be read here, it has to have a picture, and the first ones have to be such that can be shown.
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

    /// Of saved settings for which the files have another value than when they were saved.
    static func ofSaved(
        _ saved: SavedSettings, _ files: MachineConfiguration, among screens: [Screen]
    ) -> [ConfigurationWarning] {
        screens.flatMap { screen in
            saved.outdatedKeys(of: screen, files.overrides(for: screen, among: screens)).map { key in
                ConfigurationWarning(
                    place: screen.qualifiedName,
                    message:
                        "the saved value of \(key) overrides the files, which have another one than when it was saved; `screens reset \(screen.name) \(key)` removes it"
                )
            }
        }
    }
}
