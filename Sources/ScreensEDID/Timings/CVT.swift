/// VESA's Coordinated Video Timings, a formula for a timing from a size and a rate.
package enum CVT {
    /// The amount of blanking in a computed timing.
    package struct Blanking: Sendable, Hashable {
        fileprivate let revision: Int

        /// Blanking sufficient for a cathode ray tube (CVT 1.1 and 1.2 section 3.1).
        package static let standard = Self(revision: 0)

        /// Reduced blanking, version 1 (section 3.2).
        package static let reduced = Self(revision: 1)

        /// Reduced blanking, version 2 (CVT 1.2 section 3.3): 80 pixels, and a clock in steps of 1 kHz.
        package static let reduced2 = Self(revision: 2)
    }

    /// Returns the timing for a size and a rate, or nil if there is none.
    ///
    /// It implements VESA CVT 1.2 section 5. The rate of the result differs from the requested one, because the clock
    /// moves in steps of 250 kHz, or of 1 kHz for ``Blanking/reduced2``.
    ///
    /// - Parameters:
    ///   - width: The width in pixels; formulas other than ``Blanking/reduced2`` count in cells of 8 pixels.
    ///   - height: The height of the frame in lines.
    ///   - refresh: The rate of frames in Hz; for an interlaced timing, the rate of the fields.
    ///   - isInterlaced: Whether the frame is sent as two fields.
    ///   - blanking: The amount of blanking.
    package static func timing(
        width: Int,
        height: Int,
        refresh: Double,
        isInterlaced: Bool = false,
        blanking: Blanking = .standard
    ) -> Timing? {
        guard (8...65536).contains(width), (2...65536).contains(height), refresh > 0, refresh <= 10_000 else {
            return nil
        }
        let request = Request(width: width, height: height, refresh: refresh, isInterlaced: isInterlaced)
        return blanking.revision == 0 ? standard(request) : reduced(request, isSecond: blanking.revision == 2)
    }

    private struct Request {
        let width: Int
        let height: Int
        let refresh: Double
        let isInterlaced: Bool

        /// The lines of a frame, or of a field.
        var lines: Int { isInterlaced ? height / 2 : height }

        /// An interlaced field is half a line longer.
        var halfLine: Double { isInterlaced ? 0.5 : 0 }

        /// The width of the vertical sync encodes the aspect ratio (section 3.4.2, table 3-1).
        var verticalSync: Int {
            switch (width, height) {
            case _ where width * 3 == height * 4: 4
            case _ where width * 9 == height * 16: 5
            case _ where width * 10 == height * 16: 6
            case _ where width * 4 == height * 5: 7
            case _ where width * 9 == height * 15: 7
            default: 10
            }
        }
    }

    /// The pixels of a character cell. All quotients below are positive, so converting them to `Int` rounds down.
    private static let cell = 8

    /// The minimum lines of the vertical back porch (CVT 1.2; earlier versions had one less).
    private static let minimumBackPorch = 7

    private static func standard(_ request: Request) -> Timing? {
        let verticalFront = 3
        let lines = Double(request.lines)
        let width = Double(request.width / cell * cell)
        // 550 µs: the shortest time for vertical sync and back porch.
        let linePeriod =
            (1_000_000 / request.refresh - 550) / (lines + Double(verticalFront) + request.halfLine)
        guard linePeriod > 0.001 else { return nil }
        let syncAndBack = max(Int(550 / linePeriod) + 1, request.verticalSync + minimumBackPorch)
        // The blanking formula of section 5.2.3: gradient 300, offset 30, no less than a fifth of the line.
        let duty = max(30 - 300 * linePeriod / 1000, 20)
        let horizontalBlank = Int(width * duty / (100 - duty) / Double(2 * cell)) * 2 * cell
        let total = request.width / cell * cell + horizontalBlank
        let sync = Int(0.08 * Double(total) / Double(cell)) * cell
        let clock = Int(Double(total) / linePeriod / 0.25) * 250
        return timing(
            request,
            pixelClock: clock,
            horizontal: Porches(front: horizontalBlank / 2 - sync, sync: sync, back: horizontalBlank / 2),
            vertical: Porches(
                front: verticalFront,
                sync: request.verticalSync,
                back: syncAndBack - request.verticalSync
            ),
            isReduced: false
        )
    }

    private static func reduced(_ request: Request, isSecond: Bool) -> Timing? {
        let lines = Double(request.lines)
        let width = isSecond ? request.width : request.width / cell * cell
        let horizontalBlank = isSecond ? 80 : 160
        let verticalFront = isSecond ? 1 : 3
        let verticalSync = isSecond ? 8 : request.verticalSync
        // 460 µs: the shortest vertical blanking.
        let linePeriod = (1_000_000 / request.refresh - 460) / lines
        guard linePeriod > 0.001 else { return nil }
        let blank = max(Int(460 / linePeriod) + 1, verticalFront + verticalSync + (isSecond ? 6 : minimumBackPorch))
        let totalLines = lines + Double(blank) + request.halfLine
        // The clock is computed in MHz and in steps of MHz, as in the standard: another order would round down to other
        // steps.
        let megahertz = request.refresh * totalLines * Double(width + horizontalBlank) / 1_000_000
        let clock = isSecond ? Int(megahertz / 0.001) : Int(megahertz / 0.25) * 250
        return timing(
            request,
            pixelClock: clock,
            horizontal: isSecond ? Porches(front: 8, sync: 32, back: 40) : Porches(front: 48, sync: 32, back: 80),
            vertical: isSecond
                ? Porches(front: blank - verticalSync - 6, sync: verticalSync, back: 6)
                : Porches(front: verticalFront, sync: verticalSync, back: blank - verticalFront - verticalSync),
            isReduced: true
        )
    }

    private struct Porches {
        let front: Int
        let sync: Int
        let back: Int
    }

    private static func timing(
        _ request: Request,
        pixelClock: Int,
        horizontal: Porches,
        vertical: Porches,
        isReduced: Bool
    ) -> Timing {
        Timing(
            width: request.width,
            height: request.height,
            pixelClock: pixelClock,
            horizontal: ScreensEDID.Blanking(
                frontPorch: horizontal.front,
                sync: horizontal.sync,
                backPorch: horizontal.back,
                isSyncPositive: isReduced
            ),
            vertical: ScreensEDID.Blanking(
                frontPorch: vertical.front,
                sync: vertical.sync,
                backPorch: vertical.back,
                isSyncPositive: !isReduced
            ),
            isInterlaced: request.isInterlaced,
            aspectRatio: AspectRatio(ofWidth: request.width, height: request.height)
        )
    }
}
