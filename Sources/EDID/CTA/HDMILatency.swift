/// How late a display shows the picture and plays the sound (HDMI 1.4b section 8.3.2).
public struct HDMILatency: Sendable, Hashable {
    /// The picture's latency in ms, 0 to 500; nil where it is unknown or there is no picture.
    public let video: Int?

    /// The sound's latency in ms, 0 to 500; nil where it is unknown or there is no sound.
    public let audio: Int?

    /// Reads two bytes: 0 is unknown, 255 is not supported, others count steps of 2 ms from 1 on.
    init(video: Int, audio: Int) {
        func milliseconds(_ byte: Int) -> Int? {
            (1...251).contains(byte) ? (byte - 1) * 2 : nil
        }
        self.video = milliseconds(video)
        self.audio = milliseconds(audio)
    }
}
