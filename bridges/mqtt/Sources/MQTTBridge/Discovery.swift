import ScreensJSON
import ScreensManager

/// The messages by which Home Assistant finds the machine and its displays: one for each device. Their keys are the
/// abbreviations that Home Assistant defines.
struct Discovery {
    let configuration: BridgeConfiguration
    let topics: Topics
    /// The version of the bridge.
    let version: String

    /// The topic of the machine's message, or of a display's.
    func topic(_ display: String? = nil) -> String {
        "\(configuration.discovery ?? "homeassistant")/device/\(object(display))/config"
    }

    /// The name of a device among all devices of Home Assistant, without the characters that it does not allow.
    private func object(_ display: String?) -> String {
        "screens_\(configuration.machine)" + (display.map { "_\($0)" } ?? "")
    }

    /// The message of the machine.
    ///
    /// - Parameter daemon: the version of the daemon; nil while that is not known.
    func machine(daemon: String?) -> JSONValue {
        var device = self.device(nil, name: configuration.name)
        device["mf"] = "Screens"
        if let daemon { device["sw"] = .string(daemon) }
        let components: [String: JSONValue] = [
            "problem": component(
                "binary_sensor", nil, "problem", "Problem",
                [
                    "dev_cla": "problem", "ent_cat": "diagnostic", "stat_t": .string(topics.state),
                    "val_tpl": "{{ value_json.problem }}",
                    "json_attr_t": .string(topics.state),
                ])
        ]
        return message(device, components, availability: [topics.availability, topics.daemon])
    }

    /// The message of a display.
    ///
    /// - Parameter contents: the names of the contents that may be chosen.
    func display(_ display: Display, contents: [String]) -> JSONValue {
        let id = display.id
        var device = self.device(id, name: name(of: display))
        device["via_device"] = .string(object(nil))
        let screen = try? display.document.decode(ScreenDocument.self)
        if let maker = screen?.identity?.vendor ?? screen?.identity?.make { device["mf"] = .string(maker) }
        if let model = screen?.identity?.model { device["mdl"] = .string(model) }
        if let serial = screen?.identity?.serial { device["sn"] = .string(serial) }
        var components = sensors(id)
        components.merge(controls(display, contents: contents)) { $1 }
        components.merge(events(id)) { $1 }
        return message(
            device, components,
            availability: [topics.availability, topics.daemon, topics.screen(id, "availability")])
    }

    private func name(of display: Display) -> String {
        let identity = (try? display.document.decode(ScreenDocument.self))?.identity
        let product = [identity?.vendor ?? identity?.make, identity?.model].compactMap(\.self).joined(separator: " ")
        let connector = display.screen.split(separator: "/").last.map(String.init) ?? display.screen
        return "\(configuration.name) \(product.isEmpty ? connector : product)"
    }

    private func device(_ display: String?, name: String) -> [String: JSONValue] {
        ["ids": [.string(object(display))], "name": .string(name)]
    }

    private func message(
        _ device: [String: JSONValue], _ components: [String: JSONValue], availability: [String]
    ) -> JSONValue {
        [
            "dev": .object(device), "cmps": .object(components), "avty_mode": "all", "qos": 1,
            "o": ["name": "screens-mqtt", "sw": .string(version)],
            "avty": .array(availability.map { ["topic": .string($0)] }),
        ]
    }

    private func component(
        _ platform: String, _ display: String?, _ id: String, _ name: String, _ keys: [String: JSONValue]
    ) -> JSONValue {
        var component = keys
        component["p"] = .string(platform)
        component["uniq_id"] = .string("\(object(display))_\(id)")
        component["name"] = .string(name)
        return .object(component)
    }

    /// A component whose state is one of the display's values.
    private func value(
        _ platform: String, _ id: String, _ key: String, _ name: String, _ keys: [String: JSONValue] = [:]
    ) -> JSONValue {
        var all = keys
        all["stat_t"] = .string(topics.screen(id, "values"))
        all["val_tpl"] = keys["val_tpl"] ?? .string("{{ value_json.\(key) }}")
        return component(platform, id, key, name, all)
    }

    /// The keys of a component that stays available while the display is away.
    private var lasting: [String: JSONValue] {
        [
            "avty_mode": "all",
            "avty": [["topic": .string(topics.availability)], ["topic": .string(topics.daemon)]],
        ]
    }

    private func sensors(_ id: String) -> [String: JSONValue] {
        let connected = lasting.merging(["dev_cla": "connectivity", "ent_cat": "diagnostic"]) { $1 }
        return [
            "connected": value("binary_sensor", id, "connected", "Connected", connected),
            "problem": value(
                "binary_sensor", id, "problem", "Problem",
                ["dev_cla": "problem", "json_attr_t": .string(topics.screen(id, "values"))]),
            // Home Assistant refuses a longer state.
            "showing": value(
                "sensor", id, "showing", "Showing",
                ["ic": "mdi:image", "val_tpl": "{{ value_json.showing[:255] }}"]),
            "mode": value("sensor", id, "mode", "Mode", ["ent_cat": "diagnostic"]),
            "missed": value(
                "sensor", id, "missed", "Missed frames", ["ent_cat": "diagnostic", "stat_cla": "total_increasing"]),
        ]
    }

    /// The components that change something. A component that the configuration forbids, and a selection without
    /// contents, is an entry with its platform alone: Home Assistant keeps a component until such an entry removes it.
    private func controls(_ display: Display, contents: [String]) -> [String: JSONValue] {
        let (id, permits) = (display.id, configuration.permissions)
        var components: [String: JSONValue] = [
            "power": ["p": "light"], "content": ["p": "select"], "next": ["p": "button"], "previous": ["p": "button"],
            "snapshot": ["p": "button"], "picture": ["p": "image"], "words": ["p": "notify"],
        ]
        if permits.power {
            var light: [String: JSONValue] = [
                "cmd_t": .string(topics.screen(id, "set/power")), "stat_t": .string(topics.screen(id, "values")),
                "stat_val_tpl": "{{ value_json.power }}", "ic": "mdi:monitor",
            ]
            if permits.brightness, DisplayValues.hasBrightness(display) {
                light["bri_cmd_t"] = .string(topics.screen(id, "set/brightness"))
                light["bri_stat_t"] = .string(topics.screen(id, "values"))
                // Home Assistant ignores an empty text; a null would become the text None.
                light["bri_val_tpl"] = "{{ value_json.brightness | default('', true) }}"
                light["bri_scl"] = 100
                light["on_cmd_type"] = "last"
            }
            components["power"] = component("light", id, "power", "Screen", light)
        }
        if permits.content, !contents.isEmpty {
            components["content"] = value(
                "select", id, "content", "Content",
                ["cmd_t": .string(topics.screen(id, "set/content")), "ops": .array(contents.map(JSONValue.string))])
        }
        func button(_ word: String, _ name: String, _ icon: String) -> JSONValue {
            component(
                "button", id, word, name,
                ["cmd_t": .string(topics.screen(id, "do")), "pl_prs": .string(word), "ic": .string(icon)])
        }
        if permits.playlists {
            components["next"] = button("next", "Next", "mdi:skip-next")
            components["previous"] = button("previous", "Previous", "mdi:skip-previous")
        }
        if permits.snapshots {
            components["snapshot"] = button("snapshot", "Take snapshot", "mdi:camera")
            components["picture"] = component(
                "image", id, "picture", "Snapshot",
                ["img_t": .string(topics.screen(id, "snapshot")), "cont_type": "image/jpeg"])
        }
        if permits.words {
            components["words"] = component(
                "notify", id, "words", "Words",
                ["cmd_t": .string(topics.screen(id, "notify")), "ic": "mdi:message-text"])
        }
        return components
    }

    /// The events of a display, as one entity and as triggers.
    private func events(_ id: String) -> [String: JSONValue] {
        let topic = JSONValue.string(topics.screen(id, "event"))
        let words = ScreenEventWord.allCases.map { JSONValue.string($0.rawValue) }
        // Home Assistant ignores the event of an entity that is not available, and a display that goes has one.
        var components: [String: JSONValue] = [
            "events": component(
                "event", id, "events", "Events", lasting.merging(["stat_t": topic, "evt_typ": .array(words)]) { $1 })
        ]
        for word in ScreenEventWord.allCases {
            components["trigger_\(word.rawValue)"] = [
                "p": "device_automation", "atype": "trigger", "t": topic, "type": .string(word.rawValue),
                "stype": "screen", "pl": .string(word.rawValue), "val_tpl": "{{ value_json.event_type }}",
            ]
        }
        return components
    }
}

/// The events of a display.
enum ScreenEventWord: String, CaseIterable {
    case plugged, unplugged, failed, recovered

    var payload: JSONValue { ["event_type": .string(rawValue)] }
}
