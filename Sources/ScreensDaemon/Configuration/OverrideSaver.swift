import Configuration
import Glibc
import ProgramKit
import Screens

/// Writes the settings that were changed at run time as a file of the configuration.
@MainLoop
final class OverrideSaver {
    /// Why nothing was saved.
    enum SavingFailure: Error {
        /// It is written, but the files have problems and are not used.
        case brokenConfiguration([ConfigurationProblem])
        case notPermitted(String)
        case failed(String)
    }

    private let folder: String
    private let source: ConfigurationSource
    private let overrides: RuntimeOverrides
    private let kit: VideoKit
    /// The file that is written.
    let path: String

    init(_ files: ConfigurationFiles, _ source: ConfigurationSource, _ overrides: RuntimeOverrides, _ kit: VideoKit) {
        folder = files.folder
        path = files.folder + "/90-saved.toml"
        self.source = source
        self.overrides = overrides
        self.kit = kit
    }

    /// Saves the overrides, which are part of the files from then on.
    ///
    /// Settings that are only tried are not saved.
    ///
    /// - Returns: the screens for which a later file overrides the saved settings: their overrides stay.
    func save() async throws(SavingFailure) -> [Screen] {
        let connectors = kit.connectors
        overrides.follow(connectors)
        let former = overrides.entries
        let saved = former.map { entry in
            ScreenSection(match: ScreenMatch(entry.display, among: connectors), overrides: entry.lasting)
        }
        try await write(saved)
        // With whatever else has changed in the files.
        let reading = source.read()
        let problems = reading.problems
        guard problems.isEmpty, source.take(reading).isEmpty else { throw .brokenConfiguration(problems) }
        let overruled = screens(overruling: saved)
        // A trial stays beside it until it is confirmed or over, and so does what was set meanwhile.
        let kept = Set(overruled.map(overrides.display))
        overrides.removeAll { entry in
            entry.trial == nil && !kept.contains(entry.display)
                && former.contains {
                    $0.display == entry.display && $0.overrides == entry.overrides && $0.trial == nil
                }
        }
        return overruled
    }

    private func write(_ saved: [ScreenSection]) async throws(SavingFailure) {
        let path = path
        do {
            let text = try ConfigurationWriter.text(for: try merged(saved))
            // The first time there is no folder yet; where it cannot be made, writing the file fails with the reason.
            mkdir(folder, 0o755)
            try await DetachedThread.value { () throws(Failure) in
                try WholeFile.write(Array(text.utf8), to: path, survivesPowerCuts: true)
            }
        } catch let failure as Failure {
            let isForbidden = failure.status == .cannotCreate && access(folder, W_OK) != 0
            throw isForbidden || failure.status == .noPermission
                ? .notPermitted(failure.message) : .failed(failure.message)
        } catch let problem as ValueProblem {
            throw .failed("cannot write \(path): a setting \(problem.message)")
        } catch {
            throw .failed("cannot write \(path): \(error)")
        }
    }

    /// The sections of the file as it is, with the saved ones in them.
    ///
    /// - Throws: ``Failure`` where the file cannot be read: written over, its content would be lost.
    private func merged(_ saved: [ScreenSection]) throws(Failure) -> [ScreenSection] {
        var sections = try formerSections()
        for section in saved {
            guard let index = sections.lastIndex(where: { $0.match == section.match && $0.arrangement == nil }) else {
                sections.append(section)
                continue
            }
            // As the last, it overrides the other sections of the file for that display.
            var former = sections.remove(at: index)
            former.overrides = former.overrides.overridden(by: section.overrides)
            sections.append(former)
        }
        return sections
    }

    private func formerSections() throws(Failure) -> [ScreenSection] {
        guard access(path, F_OK) == 0 else { return [] }
        let bytes = try InputFile.plainContent(of: path, limit: 1 << 20)
        let file = MachineConfiguration.reading(bytes, as: path)
        if let problem = file.problems.first {
            throw Failure(.badConfiguration, "cannot write over \(path), which has problems: \(problem)")
        }
        var written = MachineConfiguration()
        written.sections = file.configuration.sections.filter { $0.arrangement == nil }
        guard written == file.configuration else {
            throw Failure(
                .badConfiguration,
                "cannot write over \(path): it has more than [[screen]] sections; move the rest to another file")
        }
        return written.sections
    }

    /// The screens for which other files override what was saved in one of them.
    private func screens(overruling saved: [ScreenSection]) -> [Screen] {
        var requested = source.configuration
        requested.sections += saved
        let screens = kit.screens
        return screens.filter { screen in
            requested.effective(for: screen, among: screens)
                != source.configuration.effective(for: screen, among: screens)
        }
    }
}
