import TestSupport
import Testing
import Views

@Suite struct NotificationsLawsTests {
    @Test(arguments: 0..<60 as Range<UInt64>)
    func laws(seed: UInt64) { #expect(ProjectorLaws<NotificationsProjector>.violations(seed: seed) == []) }
}
