import Configuration
import Glibc
import ProgramKit
import Screens
import Varlink

/// Keeping what was set at run time.
extension Daemon {
    func save() async throws(VarlinkError) -> Reply {
        let path = plan.files.folder + "/90-saved.toml"
        let folder = plan.files.folder
        do {
            let saved = changesToSave
            let text = try ConfigurationWriter.text(for: try sections(at: path, with: saved))
            let former = Set(changes)
            // The first time there is no folder yet; why it cannot be made, the file says.
            mkdir(folder, 0o755)
            try await DetachedThread.value { () throws(Failure) in
                try WholeFile.write(Array(text.utf8), to: path, survivesPowerCuts: true)
            }
            // From now on it is the files that say it, and whatever else has changed in them.
            let reading = plan.files.read()
            guard reading.mistakes.isEmpty else {
                throw ManagerError.brokenConfiguration(reading.mistakes.map(\.description))
            }
            let formerMetricsFile = metricsFile
            take(reading.configuration)
            let overruled = screens(wantedOtherwiseThan: saved)
            // What is tried stays beside it until it is confirmed or over, and so does what was set meanwhile.
            changes = changes.filter { change in
                unconfirmed[change.match] != nil || !former.contains(change)
                    || overruled.contains(where: change.match.matches)
            }
            settleSoon()
            if metricsFile != formerMetricsFile { feedWatchdog() }
            guard overruled.isEmpty else {
                let names = overruled.map(\.name).joined(separator: ", ")
                throw ManagerError.failed(
                    "it is saved in \(path), but a later file of that folder says otherwise of \(names): what was set counts only until screensd ends"
                )
            }
        } catch let error as VarlinkError {
            throw error
        } catch let failure as Failure where failure.status == .cannotCreate && access(folder, W_OK) != 0 {
            throw ManagerError.notPermitted(failure.message)
        } catch let failure as Failure {
            throw ManagerError.of(failure)
        } catch {
            throw ManagerError.failed("cannot write \(path): \(error)")
        }
        return Reply(["file": .string(path)])
    }

    /// What was set and is to stay: what is only tried is not.
    private var changesToSave: [ScreenSection] {
        changes.map { change in
            guard let trial = unconfirmed[change.match] else { return change }
            var change = change
            change.wishes.mode = trial.former
            return change
        }
    }

    /// The screens for which the files go before what was saved in one of them.
    private func screens(wantedOtherwiseThan saved: [ScreenSection]) -> [Screen] {
        var wanted = file
        wanted.sections += saved
        return kit.screens.filter { screen in
            wanted.effective(for: screen, among: kit.screens) != file.effective(for: screen, among: kit.screens)
        }
    }

    /// What was saved before, and what has been set since.
    ///
    /// - Throws: ``Failure`` where what is there cannot be read: written over, it would be lost.
    private func sections(at path: String, with changes: [ScreenSection]) throws(Failure) -> [ScreenSection] {
        var sections: [ScreenSection] = []
        if access(path, F_OK) == 0 {
            let bytes = try InputFile.plainContent(of: path, limit: 1 << 20)
            let saved = MachineConfiguration.reading(bytes, as: path)
            if let mistake = saved.mistakes.first {
                throw Failure(.badConfiguration, "cannot write over \(path), which has mistakes: \(mistake)")
            }
            sections = saved.configuration.sections
        }
        for change in changes {
            if let index = sections.lastIndex(where: { $0.match == change.match && $0.arrangement == nil }) {
                sections[index].wishes = sections[index].wishes.overridden(by: change.wishes)
            } else {
                sections.append(change)
            }
        }
        return sections
    }
}
