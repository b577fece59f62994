import ScreensLinux

/// The texts of a configuration's files, in the order in which they apply.
package struct ConfigurationTexts: Sendable, Hashable {
    /// A file, with its text or the reason why there is none.
    package struct File: Sendable, Hashable {
        /// The path of the file, as in problems.
        package let name: String
        /// The bytes of the file; nil if it cannot be read.
        package let text: [UInt8]?
        /// The reason why it cannot be read: a sentence without a subject.
        package let failure: String?
        /// The exit status of a program that ends because of it.
        let status: ExitStatus?
        /// Whether it is a folder that cannot be listed, in place of the files in it.
        let isFolder: Bool

        /// Makes a file that was read.
        package init(_ name: String, _ text: [UInt8]) {
            self.name = name
            self.text = text
            failure = nil
            status = nil
            isFolder = false
        }

        /// Makes a file that cannot be read.
        ///
        /// - Parameter isFolder: whether it is a folder of unknown files.
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
    /// Whether no file exists at all, which is also a problem.
    package let isMissing: Bool

    /// Makes a list of texts in order.
    package init(_ files: [File] = [], isMissing: Bool = false) {
        self.files = files
        self.isMissing = isMissing
    }

    /// A text that is equal for equal names and texts, on each machine: a number of 64 bits in hexadecimal digits.
    ///
    /// It is FNV-1a, and not meant to be safe against texts that are made to have the same number.
    package var identity: String {
        var number: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ bytes: some Sequence<UInt8>) {
            for byte in bytes { number = (number ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        for file in files {
            // No name and no text of a file has this byte.
            add(file.name.utf8)
            add([0xFF])
            add(file.text ?? [])
            add([0xFF])
        }
        let digits = String(number, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Returns the file of a name.
    package subscript(name: String) -> File? { files.first { $0.name == name } }

    /// Returns whether one of the files is in a folder.
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
        reading.configuration.contents.check(list)
        reading.problems = list.problems
        reading.brokenFiles = list.brokenFiles
        reading.isMissing = isMissing
        return reading
    }

    /// Returns the texts for a file: the text of its name, or for a folder all texts below it.
    func texts(for file: File) -> [File] {
        files.filter { $0.name == file.name || file.isFolder && $0.name.hasPrefix(file.name + "/") }
    }

    /// Whether each file applies.
    var areGood: Bool { reading.brokenFiles.isEmpty }

    /// Returns these texts with the newest good text instead of each text that does not apply; a text without a good
    /// one is left out.
    ///
    /// - Parameter lastGood: the good texts, the newest first.
    func replacingBroken(by lastGood: [ConfigurationTexts]) -> ConfigurationTexts {
        ConfigurationTexts(
            files.flatMap { file -> [File] in
                // Each file is checked alone: some are refused only together with others.
                guard !ConfigurationTexts([file]).areGood else { return [file] }
                let texts = lastGood.map { $0.texts(for: file) }
                return texts.first { !$0.isEmpty && ConfigurationTexts($0).areGood } ?? texts.first ?? []
            })
    }

    /// Returns the same texts with a problem instead of each empty text that had content before: a power cut leaves
    /// such files, whereas a person who wants no settings removes the file, or leaves a comment in it.
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

    /// Returns the same texts without some files.
    package func without(_ names: Set<String>) -> ConfigurationTexts {
        ConfigurationTexts(files.filter { !names.contains($0.name) })
    }
}
