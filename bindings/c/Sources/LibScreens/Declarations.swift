import CScreens

/// Requires that the functions here have the types that screens.h declares: the compiler checks it, and nothing calls
/// this.
private func requireDeclaredTypes() {
    func same<Function>(_: Function, _: Function) {}
    same(screens_error, error)
    same(screens_version, version)
    same(screens_start, start)
    same(screens_run, run)
    same(screens_quit, quit)
    same(screens_stop, stop)
    same(screens_pause, pause)
    same(screens_resume, resume)
    same(screens_event_descriptor, eventDescriptor)
    same(screens_next_event, nextEvent)
    same(screens_list, list)
    same(screens_modes, modes)
    same(screens_get_settings, getSettings)
    same(screens_apply, apply)
    same(screens_request_frame, requestFrame)
    same(screens_get_statistics, getStatistics)
    same(screens_capture, capture)
    same(screens_add_layer, addLayer)
    same(screens_change_layer, changeLayer)
    same(screens_request_layer, requestLayer)
    same(screens_remove_layer, removeLayer)
    same(screens_plug, plug)
    same(screens_unplug, unplug)
    same(screens_advance, advance)
    same(screens_advance_refreshes, advanceRefreshes)
}
