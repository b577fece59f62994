import ScreensConfiguration
import ScreensManager
import ScreensVarlink

/// The settings that the right to operate covers: power on or off, brightness, and contents of the configuration's
/// files. They hold until the daemon ends or reads its configuration again. The right does not save them; a client with
/// all rights saves them together with its own.
struct OperatedSettings {
    private static let keys = ["power", "brightness", "content"]
    /// The most contents in a remedy, which is one line.
    private static let mostListed = 8

    /// The names of contents in the files, followed by the contents and fallbacks of all sections, without programs,
    /// which no client may set otherwise.
    private let contents: [ContentSetting]

    init(_ files: MachineConfiguration) {
        var seen: Set<ContentSetting> = []
        let ofSections = files.settingsOfAllTimes.flatMap { [$0.overrides.content, $0.overrides.fallback] }
        contents = (files.contents.names.map { .named($0) } + ofSections.compactMap(\.self))
            .filter { $0.program == nil && seen.insert($0).inserted }
    }

    /// Returns a change that the right covers as a whole. Its resets do not touch saved settings.
    ///
    /// - Throws: the refusal of the whole change, if a part of it needs all rights.
    func permitted(_ change: SettingChange) throws(VarlinkError) -> SettingChange {
        let settings = change.settings
        let others = settings.keys(.call).filter { !Self.keys.contains($0) }
        if !others.isEmpty { throw Self.denied(SettingTable.words(others, "and")) }
        if case .scheduled? = settings.power { throw Self.denied("power by times of the day") }
        var permitted = change
        if let content = settings.content {
            guard let ofFiles = contents.first(where: { $0 == content }) else {
                throw Self.denied("a content that no section of the files has", offering: contents)
            }
            // Swift compares texts by their characters, but the kernel finds files by bytes, so the bytes of the
            // configuration are used.
            permitted.settings.content = ofFiles
        }
        let resets = change.resets.map(\.key).filter { !Self.keys.contains($0) }
        if !resets.isEmpty {
            throw Self.denied(
                change.resets.count == SettingTable.settings.count
                    ? "a reset of all settings" : "a reset of \(SettingTable.words(resets, "and"))")
        }
        if change.adopted != nil { throw Self.denied("adopt") }
        if change.confirmation != nil { throw Self.denied("confirmSeconds") }
        if change.isSaved { throw Self.denied("save") }
        permitted.keepsSaved = true
        return permitted
    }

    private static func denied(_ subject: String, offering contents: [ContentSetting] = []) -> VarlinkError {
        var listed = contents.prefix(mostListed).map { content in
            var settings = ScreenOverrides()
            settings.content = content
            return settings.json["content"]?.description ?? ""
        }
        if contents.count > mostListed { listed.append("…") }
        let offer = listed.isEmpty ? "" : ": \(listed.joined(separator: ", "))"
        return ManagerError.denied(
            "\(subject) needs all rights; the right to operate covers power (on or off), brightness, and contents of "
                + "the configuration's files\(offer)", needing: .all)
    }
}
