import Screens
import ScreensConfiguration
import ScreensContents
import ScreensLinux
import ScreensManager

/// The proof of play: each picture of a content that was really on a screen.
@MainLoop
final class ProofOfPlay {
    /// The most pictures that are kept in memory.
    private static let mostKept = 1000
    /// The time from one write to the next.
    private static let interval = Duration.seconds(60)

    private let records: ScreenRecords
    private let clock: ScheduleClock
    private let log: EventLog
    private let onFault: @MainLoop () -> Void
    private var kept: [PlayedDocument] = []
    private var files: PlayedFiles?
    private var timer: LoopTimer?
    private var onPlayed: @MainLoop (PlayedDocument) -> Void = { _ in }

    /// - Parameter onFault: called when ``notices`` has changed.
    init(_ records: ScreenRecords, _ clock: ScheduleClock, _ log: EventLog, onFault: @escaping @MainLoop () -> Void) {
        self.records = records
        self.clock = clock
        self.log = log
        self.onFault = onFault
    }

    /// Reports each picture from now on.
    func begin(_ onPlayed: @escaping @MainLoop (PlayedDocument) -> Void) { self.onPlayed = onPlayed }

    /// Writes files into a folder from now on; nil writes none.
    func use(_ folder: PlayedFolder?) {
        if let folder, let files, files.folder.path == folder.path {
            return files.keep(days: folder.days)
        }
        files?.write { [] }
        files = folder.map { PlayedFiles($0, log, changed: onFault) }
        wait()
    }

    /// The fault of the files, if there is one.
    var notices: [StatusNotice] {
        guard let files, let fault = files.fault else { return [] }
        return [
            StatusNotice(
                .playedNotWritten, .warning, files.folder.path,
                "the proof of play is not written: \(fault.message)"
                    + (files.lost > 0 ? "; \(files.lost) pictures are lost" : ""),
                remedy: "let the daemon's user write in the folder, on a file system that has room")
        ]
    }

    // MARK: The pictures

    /// Takes the pictures that the screens have begun since the last call. It is called after each change of a screen
    /// or of its content.
    func update() {
        for record in records.all { update(record) }
    }

    private func update(_ record: ScreenRecord) {
        for begin in record.takePictures() {
            let display = PlayedScreen.Display(
                identity: record.screen.identity?.description,
                period: record.screen.currentMode?.refreshRate.duration(ofRefreshes: 1))
            let name = record.content.name(of: begin.picture)
            let offset = name?.due.map { WallClock.time(of: begin.time) - $0 }
            if let piece = record.played.take(begin, named: name, on: display, offset: offset) {
                report(piece, on: record, .next)
            }
        }
        guard record.played.open != nil else { return }
        wait()
        guard !record.showsContent else { return }
        end(on: record, .off)
        record.forgetPicture()
    }

    private func end(on record: ScreenRecord, _ end: PlayedDocument.End) {
        see(record)
        if let piece = record.played.end(at: .now, isSeen: false) { report(piece, on: record, end) }
    }

    /// Notes whether the picture on a screen has been flipped to.
    private func see(_ record: ScreenRecord) {
        guard record.played.open?.isSeen == false,
            let statistics = records.environment.kit.statistics().first(where: { $0.qualifiedName == record.name })
        else { return }
        record.played.flipped(at: statistics.shownSince, statistics.mode.refreshRate.duration(ofRefreshes: 1))
    }

    private func report(_ piece: PlayedScreen.Piece, on record: ScreenRecord, _ end: PlayedDocument.End) {
        let played = document(piece, on: record, end)
        kept = kept.suffix(Self.mostKept - 1) + [played]
        files?.add([played])
        onPlayed(played)
        wait()
    }

    private func document(
        _ piece: PlayedScreen.Piece, on record: ScreenRecord, _ end: PlayedDocument.End
    ) -> PlayedDocument {
        let length = piece.start.duration(to: piece.end)
        let refreshes = piece.display.period.map { Int64((length / $0).rounded()) } ?? 0
        return PlayedDocument(
            screen: record.name, identity: piece.display.identity, item: piece.name.title,
            number: piece.name.number, from: WallClock.time(of: piece.start).wholeMilliseconds,
            to: WallClock.time(of: piece.end).wholeMilliseconds, refreshes: refreshes, end: end,
            clockKnown: clock.moment != nil)
    }

    // MARK: The files

    private func wait() {
        guard files != nil else {
            timer = nil
            return
        }
        guard timer == nil else { return }
        timer = LoopTimer(after: Self.interval) { [weak self] in self?.write() }
    }

    private func write() {
        timer = nil
        update()
        files?.write { openDocuments(.lost) }
        // Nothing is written while no picture is on a screen.
        if records.all.contains(where: { $0.played.open != nil }) || files?.fault != nil { wait() }
    }

    /// The pictures that are on the screens now.
    private func openDocuments(_ end: PlayedDocument.End) -> [PlayedDocument] {
        records.all.compactMap { record in
            see(record)
            return record.played.piece(until: .now).map { document($0, on: record, end) }
        }
    }

    /// Ends all pictures, and returns when they are stored, or when that takes too long.
    func endWithDaemon() async {
        update()
        for record in records.all { end(on: record, .daemon) }
        timer = nil
        await files?.end()
    }

    // MARK: Reading

    /// Returns the pictures that were on the screens in a range of times, in milliseconds since 1970: the newest ones,
    /// and all of them in sums.
    func played(
        in times: Range<Int64>, on screen: String?
    ) async throws(Failure) -> (newest: [PlayedDocument], sums: [PlayedSumDocument]) {
        update()
        var (found, sums) = (kept, PlayedSums())
        if let files {
            (found, sums) = try await files.read(
                in: times, on: screen, open: { self.openDocuments(.lost) }, most: Self.mostKept)
        } else {
            found = found.compactMap { $0.part(in: times, on: screen) }
            for played in found { sums.add(played) }
            found = PlayedFolder.newest(found, most: Self.mostKept)
        }
        for played in openDocuments(.now).compactMap({ $0.part(in: times, on: screen) }) {
            found.append(played)
            sums.add(played)
        }
        return (found, sums.documents)
    }
}

extension Duration {
    fileprivate var wholeMilliseconds: Int64 { wholeNanoseconds / 1_000_000 }
}
