import Testing

@testable import ProgramSamples
@testable import Screens
@testable import ScreensManager

/// The exact JSON documents: programs rely on them, and only additions are allowed.
struct DocumentTests {
    private let preferred = ScreenMode.sample(0, 1920, 1080, preferred: true, aspect: 2)
    private let smaller = ScreenMode.sample(1, 1280, 720, millihertz: 59940)

    private let preferredText = """
        {"clockKilohertz":135000,"current":true,"height":1080,"htotal":2000,"id":0,"interlaced":false,\
        "name":"1920x1080","pictureAspect":{"height":9,"width":16},"preferred":true,"refreshMillihertz":60000,\
        "refreshRate":{"denominator":1,"numerator":60},"vtotal":1125,"width":1920}
        """

    @Test func aLitScreenHasAllItsKeys() throws {
        let screen = Screen.sample(
            "HDMI-A-1", physicalSize: Size(width: 598, height: 336), modes: [smaller, preferred], current: preferred)
        #expect(
            try JSONLine.encode([ScreenDocument(screen)]) == """
                [{"card":"/dev/dri/card1","connector":42,"content":null,"currentMode":\(preferredText),"dark":null,\
                "driver":"i915",\
                "identity":null,"kind":"display","largestMode":\(preferredText),"layout":null,"lessee":null,\
                "name":"HDMI-A-1",\
                "physicalSize":{"height":336,"width":598},"preferredMode":\(preferredText),"role":"external",\
                "stale":false,"status":"connected"}]

                """)
    }

    @Test func aLineHasOnlyPrintableCharacters() throws {
        #expect(try JSONLine.encode(["a\u{9B}31m", "b\u{202E}"]) == #"["a\u009B31m","b\u202E"]"# + "\n")
    }

    @Test func missingValuesAreNullAndNotLeftOut() throws {
        #expect(
            try JSONLine.encode(ScreenDocument(.empty("DP-1"))) == """
                {"card":"/dev/dri/card1","connector":42,"content":null,"currentMode":null,\
                "dark":{"message":"no display is plugged in","reason":"disconnected"},"driver":"i915",\
                "identity":null,"kind":"display","largestMode":null,"layout":null,"lessee":null,"name":"DP-1",\
                "physicalSize":null,\
                "preferredMode":null,\
                "role":"external","stale":false,"status":"disconnected"}

                """)
    }

    @Test func anIdentityComesFromTheEDID() throws {
        #expect(
            try JSONLine.encode(IdentityDocument(.sample(vendor: nil))) == """
                {"make":"DEL","model":"U2410","productCode":41137,"serial":"F525","vendor":null,"year":2010}

                """)
        let text = try JSONLine.encode(ScreenDocument(.sample("DP-1", identity: .sample())))
        #expect(text.contains(#""identity":{"make":"DEL","model":"U2410","productCode":41137"#))
    }

    @Test func aModeIsCurrentOnlyIfTheScreenRunsIt() throws {
        #expect(try JSONLine.encode(ModeDocument(preferred, current: preferred)) == preferredText + "\n")
        let other = try JSONLine.encode(ModeDocument(smaller, current: preferred))
        #expect(other.contains(#""current":false"#))
        #expect(other.contains(#""pictureAspect":null"#))
        #expect(other.contains(#""refreshMillihertz":59940"#))
        #expect(other.contains(#""refreshRate":{"denominator":1020,"numerator":61139}"#))
    }

    @Test func theSnapshotCarriesScreensAndTheOthersOne() throws {
        let snapshot = EventRecord(.snapshot([]), time: 5)
        #expect(
            try JSONLine.encode(EventDocument(snapshot, changes: [])) == """
                {"event":"snapshot","screens":[],"sequence":0,"time":5}

                """)
        let screen = Screen.empty("DP-1")
        let text = try JSONLine.encode(ScreenDocument(screen)).dropLast()
        let connected = EventRecord(.connected(screen), sequence: 1, time: 6)
        #expect(
            try JSONLine.encode(EventDocument(connected, changes: [])) == """
                {"event":"connected","screen":\(text),"sequence":1,"time":6}

                """)
        let changed = EventRecord(.changed(screen, [.dark]), sequence: 2, time: 7)
        #expect(
            try JSONLine.encode(EventDocument(changed, changes: ["dark"])) == """
                {"changes":["dark"],"event":"changed","screen":\(text),"sequence":2,"time":7}

                """)
    }

    @Test func statisticsHaveTheCountsOfTheDisplayLinks() throws {
        let statistics = ScreenStatistics(
            screen: Screen.sample("HDMI-A-1").id, name: "HDMI-A-1", card: "/dev/dri/card1", mode: preferred,
            presented: 600, shownSince: .zero,
            missedFrames: MissedFrames(delegateLate: 1, kernelLate: 2, paused: 9), modesets: 2, stalls: 0,
            pacing: .vblank,
            schedule: .latest,
            layout: PictureLayout(
                bounds: Size(width: 1080, height: 1920), orientation: .clockwise, isRotatedByPlane: true,
                insets: EdgeInsets(top: 1, right: 2, bottom: 3, left: 4), compensation: .plane, format: .rgb565),
            drawingMemory: .shadow, margin: .nanoseconds(1_000_007),
            lateness: DurationSummary(
                p50: .nanoseconds(1), p99: .nanoseconds(2), max: .nanoseconds(3), buckets: []),
            rendering: DurationSummary(
                p50: .nanoseconds(4), p99: .nanoseconds(5), max: .nanoseconds(6), buckets: []))
        #expect(
            try JSONLine.encode(StatisticsDocument([statistics])) == """
                {"screens":[{"card":"/dev/dri/card1","drawingMemory":"shadow","latenessNanoseconds":{"max":3,"p50":1,\
                "p99":2},\
                "layout":{"bounds":{"height":1920,"width":1080},"compensation":"plane","format":"rgb565",\
                "insets":{"bottom":3,"left":4,"right":2,"top":1},"reflected":false,"rotatedByPlane":true,\
                "rotation":90},"marginNanoseconds":1000007,"missed":3,\
                "missedBy":{"delegateLate":1,"kernelLate":2,"paused":9},"mode":\(preferredText),"modesets":2,\
                "name":"HDMI-A-1","pacing":"vblank","presented":600,"renderNanoseconds":{"max":6,"p50":4,"p99":5},\
                "schedule":"latest",\
                "stalls":0}]}

                """)
    }
}
