import Events
import Layout
import Testing

@Suite struct OriginTests {
    /// An origin made for a repeated request is no name; an origin from outside is one.
    @Test(
        "origins made for requests are told apart from origins of imports",
        arguments: [
            ("larder/m12:8d1f", true), ("larder/m12/larder-command:8d1f", true), ("larder-command:8d1f", true),
            ("larder/m12/app:8d1f", false), ("larder/7d99be4742762d8af8e863164d007252:12", false),
            ("foodcom:137739", false),
            ("larder/accounts:x", false), ("larder/mint:x", false), ("larder/m:x", false), ("nothing", false),
        ])
    func requestsAreToldApart(externalID: String, isOfRequest: Bool) {
        #expect(Origin.isOfRequest(externalID: externalID) == isOfRequest)
    }

    @Test("an origin of a request contains the member and their key") func aMembersKeysAreTheirOwn() {
        #expect(Origin(source: Origin.source(ofRequestsBy: MemberID(12)), id: "k").externalID == "larder/m12:k")
    }
}
