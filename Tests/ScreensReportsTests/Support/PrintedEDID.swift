/// The parts of the JSON of an EDID on which programs may rely, decoded as programs would decode them.
struct PrintedEDID: Decodable {
    struct Identity: Decodable {
        let make: String?
        let vendor: String?
        let model: String?
        let serial: String?
        let productCode: Int?
        let year: Int?
    }

    struct Timing: Decodable, Hashable {
        let width: Int
        let height: Int
        let refreshMillihertz: Int
        let interlaced: Bool
    }

    struct Finding: Decodable {
        let code: String
        let message: String
        let block: Int
    }

    let identity: Identity
    let detailedTimings: [Timing]
    let findings: [Finding]
}
