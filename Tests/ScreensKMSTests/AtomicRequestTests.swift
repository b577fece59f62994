import Testing

@testable import ScreensKMS

@Suite struct AtomicRequestTests {
    private let plane = Plane(
        id: PlaneID(rawValue: 31), possibleCRTCs: CRTCMask(first: 1), crtc: nil, framebuffer: nil, formats: [],
        linearFormats: [],
        properties: Properties([
            "CRTC_ID": .init(id: PropertyID(rawValue: 1), value: 0),
            "alpha": .init(id: PropertyID(rawValue: 2), value: 0),
            "type": .init(id: PropertyID(rawValue: 3), value: 1, isImmutable: true),
        ]))

    private func request(_ change: (inout AtomicRequest) -> Void) -> AtomicRequest {
        var request = AtomicRequest()
        change(&request)
        return request
    }

    @Test func aPropertyThatTheObjectDoesNotHaveIsNotSet() {
        var request = AtomicRequest()
        let isSet = request.set("zpos", of: plane, to: 1)
        #expect(!isSet && request == AtomicRequest())
    }

    @Test func aPropertyOfTheKernelAloneIsNotSet() {
        var request = AtomicRequest()
        let isSet = request.set("type", of: plane, to: 0)
        #expect(!isSet && request == AtomicRequest())
    }

    @Test func anObjectIsSetByItsNumberAndNoneByZero() {
        let crtc = CRTCID(rawValue: 52)
        #expect(request { $0.set("CRTC_ID", of: plane, to: crtc) } == request { $0.set("CRTC_ID", of: plane, to: 52) })
        let none = request { $0.set("CRTC_ID", of: plane, to: nil as CRTCID?) }
        #expect(none == request { $0.set("CRTC_ID", of: plane, to: 0) })
        #expect(none != AtomicRequest())
    }

    @Test func requestsAreJoinedInOrder() {
        var joined = request { $0.set("alpha", of: plane, to: 1) }
        joined.append(request { $0.set("alpha", of: plane, to: 2) })
        var reversed = request { $0.set("alpha", of: plane, to: 2) }
        reversed.append(request { $0.set("alpha", of: plane, to: 1) })
        #expect(joined != reversed)
    }
}
