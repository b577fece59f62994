import EDID
import ProgramKit

/// The tables of timings.
extension EDIDReport {
    var detailedTimings: String {
        let timings = description.detailedTimings
        guard !timings.isEmpty else { return "" }
        let preferred = description.preferredTiming.flatMap(timings.firstIndex)
        var table = TextTable([
            ("TIMING", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("TOTAL", .right),
            ("BLOCK", .right), ("", .left),
        ])
        for (index, detailed) in timings.enumerated() {
            let timing = detailed.timing
            let marks = [
                ("preferred", index == preferred), ("interlaced", timing.isInterlaced), ("stereo", detailed.isStereo),
            ]
            table.add([
                detailed.form.description, "\(timing.width)x\(timing.height)",
                refresh(timing.refreshMillihertz), clock(timing.pixelClock),
                "\(timing.totalWidth)x\(timing.totalHeight)", String(detailed.block),
                marks.filter(\.1).map(\.0).joined(separator: ", "),
            ])
        }
        return table.text
    }

    /// What is named by codes, wherever it stands.
    var listedTimings: String {
        var table = TextTable([
            ("LISTED", .left), ("AS", .left), ("SIZE", .right), ("REFRESH", .right), ("CLOCK", .right), ("", .left),
        ])
        var isEmpty = true
        func add(_ list: String, _ timings: [ListedTiming]) {
            for listed in timings {
                isEmpty = false
                table.add([
                    list, listed.origin.description, "\(listed.width)x\(listed.height)",
                    refresh(listed.refreshMillihertz), listed.timing.map { clock($0.pixelClock) } ?? "-",
                    listed.timing?.isInterlaced == true ? "interlaced" : "",
                ])
            }
        }
        add("established", description.base.establishedTimings)
        add("standard", description.base.standardTimings)
        add("CVT code", description.base.cvtTimings)
        add("timing block", description.extensionTimings)
        let also420 = Set(description.ctaDataBlocks.flatMap(\.formatsAlsoIn420))
        for format in description.videoFormats {
            isEmpty = false
            table.add(row(format, isAlsoIn420: also420.contains(format.vic)))
        }
        add("CTA-861", description.ctaDataBlocks.flatMap(\.listedTimings))
        add("HDMI", description.hdmi?.timings ?? [])
        add("DisplayID", description.displayIDSections.flatMap(\.listedTimings))
        return isEmpty ? "" : table.text
    }

    private func row(_ format: ShortVideoDescriptor, isAlsoIn420: Bool) -> [String] {
        let marks = [
            ("native", format.isNative), ("interlaced", format.timing?.isInterlaced == true),
            ("also 4:2:0", isAlsoIn420),
        ]
        return [
            "CTA-861", "VIC \(format.vic)", format.timing.map { "\($0.width)x\($0.height)" } ?? "-",
            format.timing.map { refresh($0.refreshMillihertz) } ?? "-",
            format.timing.map { clock($0.pixelClock) } ?? "-", marks.filter(\.1).map(\.0).joined(separator: ", "),
        ]
    }

    private func refresh(_ millihertz: Int) -> String { "\(millihertz.thousandths) Hz" }

    private func clock(_ kilohertz: Int) -> String { "\(kilohertz.thousandths) MHz" }
}
