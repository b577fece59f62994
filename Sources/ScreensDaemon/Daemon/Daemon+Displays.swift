import Configuration
import Linux
import ProgramKit
import Screens

extension Daemon {
    /// Has every display be as the files, what was set at run time and the time of day want it.
    ///
    /// Returns when that is done, whoever does it: while it is being done once, it is done once more afterwards.
    func settle() async {
        guard !isSettling else {
            isSettlingAgain = true
            await withCheckedContinuation { settlers.append($0) }
            return
        }
        isSettling = true
        repeat {
            isSettlingAgain = false
            moment = WallClockTimer.now
            for screen in kit.screens {
                attended = (screen.qualifiedName, MonotonicClock.now)
                await settle(screen)
            }
            attended = nil
            forgetScreensThatLeft()
            watchPictures()
            watchTimes()
            // Set back meanwhile, which the timer has not heard of.
            if WallClockTimer.now < moment { isSettlingAgain = true }
        } while isSettlingAgain
        isSettling = false
        let waiting = settlers
        settlers = []
        for settler in waiting { settler.resume() }
    }

    /// Has it done without waiting for it.
    func settleSoon() {
        if isSettling {
            isSettlingAgain = true
        } else {
            Task { await settle() }
        }
    }

    /// What is wanted of a screen now.
    private func configuration(of screen: Screen) -> ScreenConfiguration {
        var whole = file
        whole.sections += changes
        return whole.effective(for: screen, among: kit.screens)
    }

    private func settle(_ screen: Screen) async {
        let wanted = configuration(of: screen)
        show(wanted, on: screen)
        let isIdle = driven[screen.qualifiedName]?.isIdle ?? false
        let settings = wanted.settings(isOn: wanted.power.isOn(at: moment, in: zone) && !isIdle)
        do {
            if kit.settings(of: screen.id) != settings { try await kit.apply(settings, to: screen.id) }
            try await setBrightness(wanted.brightness, of: screen)
        } catch  where error.code == .noSuchScreen {
            // It has left meanwhile, which is told of by an event.
        } catch {
            log.error("cannot \(error.description)")
        }
    }

    private func setBrightness(_ brightness: Double?, of screen: Screen) async throws(ScreenError) {
        guard driven[screen.qualifiedName]?.brightness != brightness else { return }
        if let brightness { try await kit.setBrightness(brightness, of: screen.id) }
        driven[screen.qualifiedName]?.brightness = brightness
    }

    private func forgetScreensThatLeft() {
        let connected = Set(kit.screens.map(\.qualifiedName))
        for name in driven.keys where !connected.contains(name) {
            // What it shows stays where it is: displays drop off for a second, or for a night.
            endContent(of: name)
            driven[name] = nil
        }
    }
}
