/// Names a screen for as long as its display stays connected.
///
/// It is good for one connection: the same display gets another id when it is plugged in again. What is to follow a
/// display, or a connector, is kept under the display's identity or the connector's name.
public struct ScreenID: Sendable, Hashable, CustomStringConvertible {
    let card: String
    let connector: UInt32
    let session: UInt64
    let connection: UInt64

    /// For logs; its form may change.
    public var description: String { "\(card)#\(connector).\(session).\(connection)" }
}
