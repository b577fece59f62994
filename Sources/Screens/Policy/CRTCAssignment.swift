/// Gives CRTCs to connectors so that as many as possible get one.
///
/// A maximum bipartite matching by augmenting paths. Connectors that run keep what they have: a modeset that nobody
/// asked for would be seen.
package enum CRTCAssignment {
    /// A connector that wants a CRTC.
    package struct Request: Hashable {
        let connector: UInt32
        /// Bit N stands for the N-th CRTC of the card.
        let possibleCRTCs: UInt32
        /// The CRTC that the connector is fed by now, which is kept if it can be.
        let current: Int?

        package init(connector: UInt32, possibleCRTCs: UInt32, current: Int?) {
            self.connector = connector
            self.possibleCRTCs = possibleCRTCs
            self.current = current
        }
    }

    /// - Parameters:
    ///   - requests: those that want a CRTC, the most important first.
    ///   - taken: the CRTCs of running connectors, which are not touched.
    /// - Returns: the index of the CRTC by connector; a connector that gets none is missing.
    package static func assign(_ requests: [Request], crtcCount: Int, taken: Set<Int>) -> [UInt32: Int] {
        var owner = [Int?](repeating: nil, count: crtcCount)

        func place(_ request: Int, _ visited: inout Set<Int>) -> Bool {
            let possible = (0..<crtcCount).filter {
                !taken.contains($0) && requests[request].possibleCRTCs & (1 << UInt32($0)) != 0
            }
            // Its own first, then a free one, and somebody else's only if there is no other way.
            func rank(_ crtc: Int) -> Int {
                crtc == requests[request].current ? 0 : owner[crtc] == nil ? 1 : 2
            }
            for crtc in possible.sorted(by: { (rank($0), $0) < (rank($1), $1) })
            where visited.insert(crtc).inserted {
                if let other = owner[crtc] {
                    guard place(other, &visited) else { continue }
                }
                owner[crtc] = request
                return true
            }
            return false
        }

        // Who has a CRTC already gets to keep it unless another could not be placed at all.
        let order = requests.indices.sorted {
            (requests[$0].current == nil ? 1 : 0, $0) < (requests[$1].current == nil ? 1 : 0, $1)
        }
        for request in order {
            var visited: Set<Int> = []
            _ = place(request, &visited)
        }
        var assignment: [UInt32: Int] = [:]
        for (crtc, request) in owner.enumerated() {
            if let request { assignment[requests[request].connector] = crtc }
        }
        return assignment
    }
}
