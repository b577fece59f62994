import ScreensLinux
import ScreensManager

/// The methods of the interface, one row each.
extension MethodTable {
    @MainLoop
    init(
        _ service: ManagerService, _ settings: SettingCalls, _ saved: SavedSettingCalls, _ leases: LeaseCalls,
        _ draws: DrawCalls, _ layers: LayerCalls, _ playlists: PlaylistCalls, _ played: PlayedCalls,
        _ notifications: NotificationCalls, _ presence: PresenceCalls, _ power: PowerCalls,
        _ reading: ConfigurationReading
    ) {
        let admins: [ClientRights] = [.all]
        // `SettingCalls` limits them to some settings, and `ManagerService` to some pictures.
        let operators = admins + [.operating]
        let readers = operators + [.reading]
        // `LeaseCalls` and `DrawCalls` limit them to the screens whose content is a program.
        let programs = admins + [.contents]
        self.init([
            MethodRow("List", for: readers, .reply(service.list)),
            MethodRow("Watch", for: readers + [.contents], .events),
            MethodRow("Modes", for: readers, .reply(service.modes)),
            MethodRow("Inspect", for: readers, .reply(service.inspect)),
            MethodRow("Status", for: readers, .reply(service.status)),
            MethodRow("Statistics", for: readers, .reply(service.statistics)),
            MethodRow("Snapshot", for: operators, .replyToClient(service.snapshot)),
            MethodRow("Identify", for: admins, isLogged: true, .reply(service.identify)),
            MethodRow("Notify", for: operators, isLogged: true, .reply(notifications.notify)),
            MethodRow("Get", for: readers, .reply(service.get)),
            MethodRow("Set", for: operators, isLogged: true, .replyToClient(settings.set)),
            MethodRow("Confirm", for: admins, isLogged: true, .reply(settings.confirm)),
            MethodRow("Revert", for: admins, isLogged: true, .reply(settings.revert)),
            MethodRow("Reset", for: operators, isLogged: true, .replyToClient(settings.reset)),
            MethodRow("ResetAll", for: admins, isLogged: true, .reply(saved.resetAll)),
            MethodRow("ResetAbsent", for: admins, isLogged: true, .reply(saved.resetAbsent)),
            MethodRow("Adopt", for: admins, isLogged: true, .reply(settings.adopt)),
            MethodRow("Save", for: admins, isLogged: true, .reply(saved.save)),
            MethodRow("Reload", for: admins, isLogged: true, .reply(reading.reload(_:))),
            MethodRow("Next", for: operators, isLogged: true, .reply(playlists.next)),
            MethodRow("Previous", for: operators, isLogged: true, .reply(playlists.previous)),
            MethodRow("Go", for: operators, isLogged: true, .reply(playlists.go)),
            MethodRow("Played", for: admins, .reply(played.played)),
            MethodRow("Lease", for: programs, isLogged: true, .descriptor(leases.lend)),
            MethodRow("Revoke", for: admins, isLogged: true, .reply(leases.revoke)),
            MethodRow("FrameFormats", for: readers + [.contents], .reply(draws.formats)),
            MethodRow("Draw", for: programs, isLogged: true, takesDescriptors: true, .replyToClient(draws.draw)),
            // Calls for each frame are not logged, because they would fill the log.
            MethodRow("AddBuffers", for: programs, takesDescriptors: true, .replyToClient(draws.addBuffers)),
            MethodRow("Frame", for: programs, takesDescriptors: true, .replyToClient(draws.frame)),
            MethodRow("PlaceLayer", for: programs, .replyToClient(layers.place)),
            MethodRow("RemoveLayer", for: programs, .replyToClient(layers.remove)),
            // Sensors report without a pause. Only the screens that they turn on are logged.
            MethodRow("ReportPresence", for: operators + [.presence], .replyToClient(presence.report)),
            MethodRow("PowerOrders", for: [.power], .replyToClient(power.orders)),
            MethodRow("PowerFact", for: [.power], .replyToClient(power.fact)),
        ])
    }
}
