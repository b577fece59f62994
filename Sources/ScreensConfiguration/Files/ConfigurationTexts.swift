import ScreensLinux

/// The texts of a configuration's files, in the order in which they count.
package struct ConfigurationTexts: Sendable, Hashable {
    /// A file, with its text or the reason why there is none.
    package struct File: Sendable, Hashable {
        /// Its path, as problems name it.
        package let name: String
        /// Its bytes; nil where it cannot be read.
        package let text: [UInt8]?
        /// Why it cannot be read: a sentence without a subject.
        package let failure: String?
        /// The status of a program that ends for it.
        let status: ExitStatus?
        /// Whether it is a folder that cannot be listed, and stands for the files in it.
        let isFolder: Bool

        /// A file that was read.
        package init(_ name: String, _ text: [UInt8]) {
            self.name = name
            self.text = text
            failure = nil
            status = nil
            isFolder = false
        }

        /// A file that cannot be read.
        ///
        /// - Parameter isFolder: whether it is a folder of files that are not known.
        package init(_ name: String, failure: String, _ status: ExitStatus? = nil, isFolder: Bool = false) {
            self.name = name
            text = nil
            self.failure = failure
            self.status = status
            self.isFolder = isFolder
        }
    }

    /// The files.
    package private(set) var files: [File]
    /// Whether there is no file at all, which is a problem too.
    package let isMissing: Bool

    /// Texts in their order.
    package init(_ files: [File] = [], isMissing: Bool = false) {
        self.files = files
        self.isMissing = isMissing
    }

    /// The file of a name.
    package subscript(name: String) -> File? { files.first { $0.name == name } }

    /// Whether one of the files is in a folder.
    func hasFiles(in folder: String) -> Bool { files.contains { $0.name.hasPrefix(folder + "/") } }

    /// The settings of all files, and every problem.
    package var reading: ConfigurationFiles.Reading {
        let list = ProblemList()
        var reading = ConfigurationFiles.Reading()
        var arrangements: [String: String] = [:]
        for file in files {
            guard let text = file.text else {
                reading.unreadable = reading.unreadable ?? file.status
                list.add(file.failure ?? "cannot be read", file: file.name)
                list.finishFile()
                continue
            }
            reading.files.append(file.name)
            reading.configuration.append(
                MachineConfiguration(file: file.name, bytes: text, list: list, names: &arrangements))
        }
        reading.problems = list.problems
        reading.isMissing = isMissing
        return reading
    }

    /// The texts that stand for a file: the one of its name, and for a folder all below it.
    func texts(for file: File) -> [File] {
        files.filter { $0.name == file.name || file.isFolder && $0.name.hasPrefix(file.name + "/") }
    }

    /// These texts with the last good ones in the place of each that has problems; one that has none is left out.
    func mended(by lastGood: ConfigurationTexts) -> ConfigurationTexts {
        ConfigurationTexts(
            files.flatMap { file in
                // On its own: of all files together at most a hundred problems are listed.
                ConfigurationTexts([file]).reading.problems.isEmpty ? [file] : lastGood.texts(for: file)
            })
    }

    /// The same texts with a problem in the place of each empty one that had a text before: a power cut leaves such files, and a
    /// person who wants no settings removes the file, or leaves a comment in it.
    package func withoutEmptied(after lastGood: ConfigurationTexts) -> ConfigurationTexts {
        let files = files.map { file in
            guard file.text?.isEmpty == true, lastGood[file.name]?.text?.isEmpty == false else { return file }
            return File(
                file.name,
                failure:
                    "is empty, as after a power cut; if it is to have no settings, leave a comment in it")
        }
        return ConfigurationTexts(files, isMissing: isMissing)
    }

    /// The same texts without those of some files.
    package func without(_ names: Set<String>) -> ConfigurationTexts {
        ConfigurationTexts(files.filter { !names.contains($0.name) })
    }
}
