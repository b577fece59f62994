import CScreens
import Screens

// The functions of screens.h, in its order. Each finds its kit, and reports an error as a number and a text.

@_cdecl("screens_error")
public func error() -> UnsafePointer<CChar>? { cscreens_error() }

@_cdecl("screens_version")
public func version() -> UnsafePointer<CChar>? {
    cscreens_version()
}

// MARK: A kit

@_cdecl("screens_start")
public func start(_ options: UnsafePointer<screens_options>?) -> OpaquePointer? {
    var kit: OpaquePointer?
    _ = report { () throws(ScreenError) in
        let options = try KitOptions(StructReader.read(options, screens_options()))
        try ProgramFunctions.mayWait("start")
        kit = try Kit.started(options).pointer
        return SCREENS_OK
    }
    return kit
}

@_cdecl("screens_run")
public func run(_ pointer: OpaquePointer?) -> Int32 {
    call(pointer) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayEnd("run")
        try kit.run()
        return SCREENS_OK
    }
}

@_cdecl("screens_quit")
public func quit(_ kit: OpaquePointer?) {
    // On a stopped kit there is nothing to end.
    try? KitTable.call(kit) { (kit) throws(ScreenError) in kit.quit() }
}

@_cdecl("screens_stop")
public func stop(_ kit: OpaquePointer?) -> Int32 {
    report { () throws(ScreenError) in
        try ProgramFunctions.mayEnd("stop")
        try KitTable.end(kit) { $0.stop() }
        return SCREENS_OK
    }
}

@_cdecl("screens_pause")
public func pause(_ kit: OpaquePointer?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("pause")
        waiting { await kit.kit.pause() }
        return SCREENS_OK
    }
}

@_cdecl("screens_resume")
public func resume(_ kit: OpaquePointer?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("resume")
        waiting { await kit.kit.resume() }
        return SCREENS_OK
    }
}

@_cdecl("screens_event_descriptor")
public func eventDescriptor(_ kit: OpaquePointer?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        guard kit.options.event == nil else {
            throw ScreenError(
                .invalidArgument, operation: "read", object: "the events",
                remedy: "the kit has an event function for them")
        }
        return Int(kit.events.descriptor)
    }
}

@_cdecl("screens_next_event")
public func nextEvent(_ kit: OpaquePointer?, _ event: UnsafeMutablePointer<screens_event>?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let out = try StructWriter(event)
        guard let next = kit.events.take() else { return 0 }
        out.write(kit.event(next))
        return 1
    }
}

// MARK: Screens

@_cdecl("screens_list")
public func list(_ kit: OpaquePointer?, _ list: UnsafeMutablePointer<screens_screen>?, _ count: Int) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let screens = kit.kit.screens
        try StructWriter.write(screens.map(kit.screen), to: list, count)
        return screens.count
    }
}

@_cdecl("screens_modes")
public func modes(
    _ kit: OpaquePointer?, _ screen: UInt64, _ list: UnsafeMutablePointer<screens_mode>?, _ count: Int
) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let screen = try kit.connectedScreen(screen, "list the modes of")
        let names = ModeNames(screen.availableModes)
        let modes = names.modes.map { mode in
            screens_mode(mode, name: names.name(of: mode), isCurrent: mode == screen.currentMode)
        }
        try StructWriter.write(modes, to: list, count)
        return modes.count
    }
}

// MARK: Settings

@_cdecl("screens_get_settings")
public func getSettings(_ kit: OpaquePointer?, _ screen: UInt64, _ settings: UnsafeMutablePointer<screens_settings>?)
    -> Int32
{
    call(kit) { (kit) throws(ScreenError) in
        let out = try StructWriter(settings)
        let screen = try kit.connectedScreen(screen, "read the settings of")
        let found = kit.kit.settings(of: screen.id) ?? ScreenSettings()
        out.write(try screens_settings(found, mode: ModeNames(screen.availableModes).text(of: found.mode)))
        return SCREENS_OK
    }
}

@_cdecl("screens_apply")
public func apply(_ kit: OpaquePointer?, _ screen: UInt64, _ settings: UnsafePointer<screens_settings>?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("apply settings")
        let wanted = try StructReader.read(settings, screens_settings())
        let screen = try kit.connectedScreen(screen, "set up")
        let id = screen.id
        var new = kit.kit.settings(of: id) ?? ScreenSettings()
        try new.take(wanted, ModeNames(screen.availableModes))
        switch try waiting({ [kit = kit.kit, new] () throws(ScreenError) in try await kit.apply(new, to: id) }) {
        case .set: return SCREENS_OK
        case .setOtherwise(let deviations):
            setError(deviations.map(\.message).joined(separator: "; "))
            return SCREENS_SET_OTHERWISE
        case .notSet(let dark):
            setError(dark.message)
            return SCREENS_NOT_SET
        }
    }
}

// MARK: Frames

@_cdecl("screens_request_frame")
public func requestFrame(_ kit: OpaquePointer?, _ screen: UInt64) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        kit.kit.setNeedsDisplay(screen == 0 ? nil : try kit.connectedScreen(screen, "request a frame of").id)
        return SCREENS_OK
    }
}

@_cdecl("screens_get_statistics")
public func getStatistics(
    _ kit: OpaquePointer?, _ screen: UInt64, _ statistics: UnsafeMutablePointer<screens_statistics>?
) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let out = try StructWriter(statistics)
        let id = try kit.numbers.id(of: screen, "read the statistics of")
        guard let found = kit.kit.statistics().first(where: { $0.screen == id }) else {
            throw ScreenError(
                .dark, operation: "read the statistics of", object: "screen \(screen)", remedy: "it was never lit")
        }
        out.write(screens_statistics(found))
        return SCREENS_OK
    }
}

@_cdecl("screens_capture")
public func capture(
    _ kit: OpaquePointer?, _ screen: UInt64, _ pixels: UnsafeMutablePointer<UInt32>?, _ count: Int,
    _ width: UnsafeMutablePointer<Int32>?, _ height: UnsafeMutablePointer<Int32>?
) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("capture a screen")
        let id = try kit.connectedScreen(screen, "capture").id
        let picture = try waiting { [kit = kit.kit] () throws(ScreenError) in try await kit.capture(id).picture }
        width?.pointee = Int32(clamping: picture.size.width)
        height?.pointee = Int32(clamping: picture.size.height)
        guard let pixels, count >= picture.pixels.count else {
            throw ScreenError(
                .invalidArgument, operation: "store", object: "\(picture.pixels.count) pixels",
                circumstances: "there is memory for \(pixels == nil ? 0 : count)",
                remedy: "call again with memory for width times height pixels, which are stored")
        }
        for (place, pixel) in picture.pixels.enumerated() { pixels[place] = pixel }
        return SCREENS_OK
    }
}

// MARK: Layers

@_cdecl("screens_add_layer")
public func addLayer(
    _ kit: OpaquePointer?, _ screen: UInt64, _ layer: UnsafePointer<screens_layer>?,
    _ number: UnsafeMutablePointer<UInt64>?
) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let layer = try StructReader.read(layer, screens_layer())
        guard let number else {
            throw ScreenError(.invalidArgument, operation: "store", object: "the number of a layer at NULL")
        }
        let screen = try kit.connectedScreen(screen, "add a layer to")
        number.pointee = kit.layers.add(try layer.added(to: screen.id, of: kit))
        return SCREENS_OK
    }
}

@_cdecl("screens_change_layer")
public func changeLayer(_ kit: OpaquePointer?, _ number: UInt64, _ layer: UnsafePointer<screens_layer>?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let change = try StructReader.read(layer, screens_layer())
        try change.change(try kit.layers.layer(number, "change"))
        return SCREENS_OK
    }
}

@_cdecl("screens_request_layer")
public func requestLayer(_ kit: OpaquePointer?, _ number: UInt64) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try kit.layers.layer(number, "request a frame of").setNeedsDisplay()
        return SCREENS_OK
    }
}

@_cdecl("screens_remove_layer")
public func removeLayer(_ kit: OpaquePointer?, _ number: UInt64) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("remove a layer")
        try kit.layers.remove(number).remove()
        return SCREENS_OK
    }
}

// MARK: Simulated screens

@_cdecl("screens_plug")
public func plug(_ kit: OpaquePointer?, _ modes: UnsafePointer<CChar>?, _ name: UnsafeMutablePointer<CChar>?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        let card = try kit.simulatedCard("plug in")
        let screens = try SimulatedScreen.list(try text(modes, "modes") ?? "")
        guard let screen = screens.first, screens.count == 1 else {
            throw ScreenError(
                .invalidArgument, operation: "plug in",
                object: screens.isEmpty ? "a display without a mode" : "\(screens.count) displays at once",
                remedy: "write one mode or several with spaces, such as \"1280x720@60 640x480@60\"")
        }
        let connector = try card.plug(screen)
        if let name { FixedText.store(connector, in: UnsafeMutableRawBufferPointer(start: name, count: 64)) }
        return SCREENS_OK
    }
}

@_cdecl("screens_unplug")
public func unplug(_ kit: OpaquePointer?, _ name: UnsafePointer<CChar>?) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try kit.simulatedCard("unplug").unplug(try text(name, "name") ?? "")
        return SCREENS_OK
    }
}

@_cdecl("screens_advance")
public func advance(_ kit: OpaquePointer?, _ nanoseconds: Int64) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("advance the clock")
        guard nanoseconds <= ClockLimit.nanoseconds else { throw ClockLimit.exceeded("\(nanoseconds) ns") }
        try kit.manualClock().advance(by: .nanoseconds(nanoseconds))
        return SCREENS_OK
    }
}

@_cdecl("screens_advance_refreshes")
public func advanceRefreshes(_ kit: OpaquePointer?, _ count: Int32) -> Int32 {
    call(kit) { (kit) throws(ScreenError) in
        try ProgramFunctions.mayWait("advance the clock")
        guard count <= ClockLimit.refreshes else { throw ClockLimit.exceeded("\(count) refreshes") }
        return try kit.manualClock().advance(refreshes: Int(max(count, 0))) ? 1 : 0
    }
}

/// The limits of one step of a manual clock, which stops at each refresh: a wrong number fails instead of running for
/// years.
private enum ClockLimit {
    /// A day.
    static let nanoseconds: Int64 = 86_400_000_000_000
    /// The refreshes of a day at 100 Hz.
    static let refreshes: Int32 = 8_640_000

    static func exceeded(_ object: String) -> ScreenError {
        ScreenError(
            .invalidArgument, operation: "advance the clock by", object: object,
            remedy: "at most a day, or \(refreshes) refreshes, with one call")
    }
}
