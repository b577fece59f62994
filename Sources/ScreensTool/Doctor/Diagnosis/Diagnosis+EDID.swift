import EDID
import Screens

extension ConnectorFacts {
    /// Connectors whose displays say who they are; what hangs on others need not.
    private static let telling = ["HDMI", "DP", "eDP", "DVI", "VGA"]

    /// Oddities because of which the kernel drops what a display says, or does not get to read it: modes are lacking
    /// then, or a picture is wrong. Of the others most displays have some, and work.
    private static let harmful: Set<EDID.Finding.Code> = [
        .damagedHeader, .wrongChecksum, .missingExtensions, .truncatedBlock,
    ]

    /// What the display's EDID has to do with a black or wrong picture.
    var edid: Diagnosis.Finding? {
        guard screen.isConnected else { return nil }
        let name = screen.qualifiedName
        guard !screen.edid.isEmpty else {
            guard Self.telling.contains(where: { screen.name.hasPrefix("\($0)-") }) else { return nil }
            return Diagnosis.Finding(
                .warning, .edidMissing, name,
                "The display does not say who it is (no EDID): its modes are guesses, and may show nothing.",
                remedy: "Unplug it and plug it in again, without adapters, switches and long cables between.")
        }
        guard let description = try? DisplayDescription(decoding: screen.edid) else {
            return Diagnosis.Finding(
                .warning, .edidUnreadable, name,
                "What the display says of itself is no EDID (\(screen.edid.count) bytes): its modes are guesses.",
                remedy: "Unplug it and plug it in again, try another cable; the kernel takes a good one from "
                    + "drm.edid_firmware=.")
        }
        let harm = description.findings.filter { Self.harmful.contains($0.code) }
        guard !harm.isEmpty else { return nil }
        // A display can have a hundred broken blocks, and the first few say it all.
        let list = harm.prefix(3).map(\.description).joined(separator: "; ")
        return Diagnosis.Finding(
            .warning, .edidDamaged, name,
            "What the display says of itself is damaged, so modes may lack or be wrong: \(list).",
            remedy: "Try another cable or input; if it stays so, the display itself is at fault: choose a mode by hand "
                + "(screens show \(name) --mode WIDTHxHEIGHT).")
    }
}
