import Ingredients
import Testing

/// The ingredient lines that a step uses.
@Suite struct StepUseTests {
    /// The floors are the measured values when they were set: raise them with every improvement. The steps that are held out
    /// have floors of their own, because nothing was tuned on them.
    @Test(
        "precision and recall of the uses of marked steps stay above their floors",
        arguments: [(heldOut: false, floor: 0.985), (heldOut: true, floor: 0.965)])
    func marked(heldOut: Bool, floor: Double) {
        var (right, read, meant) = (0, 0, 0)
        for step in MarkedStep.all where step.isHeldOut || !heldOut {
            let lines = Set(StepUses(step.ingredients).lines(in: step.text))
            right += lines.intersection(step.uses).count
            read += lines.count
            meant += step.uses.count
        }
        #expect(Double(right) / Double(read) >= floor, "\(right) of \(read) read are right, \(meant) are meant")
        #expect(Double(right) / Double(meant) >= floor, "\(right) of \(meant) meant are read")
    }
}
