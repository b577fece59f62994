import Dispatch
import Glibc
import Screens

/// A butterfly on each screen, which flies by itself until arrow keys, W, A, S, D or a gamepad steer it.
final class Meadow: PainterDelegate {
    private let sprites: Sprites
    private let steering: Steering

    init(steering: Steering) throws {
        sprites = try Sprites()
        self.steering = steering
    }

    func makePainter(for view: borrowing ExternalView) -> ButterflyPainter {
        ButterflyPainter(sprites, steering: steering, size: view.bounds.size)
    }
}

///     butterfly                                       on the displays of this machine
///     butterfly --simulate MODE [COPY.png [EVENTS]]   60 frames on a simulated display of a mode such as 1280x720@60,
///                                                     with a copy of the last one; EVENTS are the output of
///                                                     `cat /dev/input/event0`
@main struct Main {
    static func main() async throws {
        let arguments = CommandLine.arguments.dropFirst()
        let steering = Steering()
        let meadow = try Meadow(steering: steering)
        if arguments.first == "--simulate" {
            return try await simulate(meadow, steering: steering, Array(arguments.dropFirst()))
        }
        guard arguments.isEmpty else {
            print("usage: butterfly [--simulate MODE [COPY.png [EVENTS]]]")
            exit(EX_USAGE)
        }
        let kit = try VideoKit(delegate: meadow)
        try await kit.start()
        DispatchQueue(label: "input").async {
            var devices = InputDevices(steering: steering)
            while true { devices.readNext() }
        }
        for await event in kit.events {
            if case .warning(_, let message) = event { print(message) }
        }
    }
}
