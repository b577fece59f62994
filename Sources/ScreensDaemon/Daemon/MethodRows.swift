import ScreensLinux

/// The methods of the interface, one row each.
extension MethodTable {
    @MainLoop
    init(
        _ service: ManagerService, _ settings: SettingCalls, _ saved: SavedSettingCalls, _ leases: LeaseCalls,
        _ draws: DrawCalls, _ reading: ConfigurationReading
    ) {
        let (admins, readers): ([ClientRights], [ClientRights]) = ([.all], [.all, .reading])
        self.init([
            ManagerMethod("List", for: readers, .reply(service.list)),
            ManagerMethod("Watch", for: readers + [.contents], .events),
            ManagerMethod("Modes", for: readers, .reply(service.modes)),
            ManagerMethod("Inspect", for: readers, .reply(service.inspect)),
            ManagerMethod("Status", for: readers, .reply(service.status)),
            ManagerMethod("Statistics", for: readers, .reply(service.statistics)),
            ManagerMethod("Snapshot", for: readers, .reply(service.snapshot)),
            ManagerMethod("Identify", for: admins, isLogged: true, .reply(service.identify)),
            ManagerMethod("Get", for: readers, .reply(service.get)),
            ManagerMethod("Set", for: admins, isLogged: true, .reply(settings.set)),
            ManagerMethod("Confirm", for: admins, isLogged: true, .reply(settings.confirm)),
            ManagerMethod("Revert", for: admins, isLogged: true, .reply(settings.revert)),
            ManagerMethod("Reset", for: admins, isLogged: true, .reply(settings.reset)),
            ManagerMethod("ResetAll", for: admins, isLogged: true, .reply(saved.resetAll)),
            ManagerMethod("ResetAbsent", for: admins, isLogged: true, .reply(saved.resetAbsent)),
            ManagerMethod("Adopt", for: admins, isLogged: true, .reply(settings.adopt)),
            ManagerMethod("Save", for: admins, isLogged: true, .reply(saved.save)),
            ManagerMethod("Reload", for: admins, isLogged: true, .reply(reading.reload(_:))),
            ManagerMethod("Lease", for: admins + [.contents], isLogged: true, .descriptor(leases.lend)),
            ManagerMethod("Revoke", for: admins, isLogged: true, .reply(leases.revoke)),
            ManagerMethod("FrameFormats", for: readers, .reply(draws.formats)),
            ManagerMethod("Draw", for: admins, isLogged: true, takesDescriptors: true, .replyToClient(draws.draw)),
            // Not logged: it is called for each frame, and would fill the log.
            ManagerMethod("Frame", for: admins, .replyToClient(draws.frame)),
        ])
    }
}
