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
        } catch let problem as ValueProblem {
            throw ManagerError.failed("cannot write \(path): what was set \(problem.message)")
        } catch {
            throw ManagerError.failed("cannot write \(path): \(error)")
        }
        return Reply(["file": .string(path)])
    }

    /// What was set and is to stay: what is only tried is not.
    private var changesToSave: [ScreenSection] {
        changes.map { change in
            var saved = change
            if let trial = unconfirmed[change.match] { saved.wishes.mode = trial.former }
            saved.match.connector = lasting(change.match.connector)
            return saved
        }
    }

    /// Cards may have other numbers after the next start: a connector is written without its card where no other has its
    /// name.
    private func lasting(_ connector: TextPattern?) -> TextPattern? {
        let named = kit.connectors.first { TextPattern(literal: $0.qualifiedName) == connector }
        guard let named, kit.connectors.count(where: { $0.name == named.name }) == 1 else { return connector }
        return TextPattern(literal: named.name)
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
            sections = saved.configuration.sections.filter { $0.arrangement == nil }
            var written = MachineConfiguration()
            written.sections = sections
            guard written == saved.configuration else {
                throw Failure(
                    .badConfiguration,
                    "cannot write over \(path): it has more in it than [[screen]] sections; give that a file of its own"
                )
            }
        }
        for change in changes {
            if let index = sections.lastIndex(where: { $0.match == change.match && $0.arrangement == nil }) {
                // As the last, it goes before what others of the file say of that display too.
                var section = sections.remove(at: index)
                section.wishes = section.wishes.overridden(by: change.wishes)
                sections.append(section)
            } else {
                sections.append(change)
            }
        }
        return sections
    }
}
