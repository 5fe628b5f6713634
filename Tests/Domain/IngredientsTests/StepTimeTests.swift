import Ingredients
import Testing

/// The times in the text of a step.
@Suite struct StepTimeTests {
    /// The floors are the measured values when they were set: raise them with every improvement. The steps that are held out
    /// have floors of their own, because nothing was tuned on them.
    @Test(
        "precision and recall of the times of marked steps stay above their floors",
        arguments: [(heldOut: false, floor: 0.99), (heldOut: true, floor: 0.97)])
    func marked(heldOut: Bool, floor: Double) {
        var (right, read, meant) = (0, 0, 0)
        for step in MarkedStep.all where step.isHeldOut || !heldOut {
            let times = StepTime.all(in: step.text).map {
                MarkedStep.Time(text: String(step.text[$0.range]), least: $0.least, most: $0.most)
            }
            var meantTimes = step.times
            right += times.count { time in
                meantTimes.firstIndex(of: time).map { meantTimes.remove(at: $0) } != nil
            }
            read += times.count
            meant += step.times.count
        }
        #expect(Double(right) / Double(read) >= floor, "\(right) of \(read) read are right, \(meant) are meant")
        #expect(Double(right) / Double(meant) >= floor, "\(right) of \(meant) meant are read")
    }

    @Test("there are marked steps in five languages, a third of them held out") func thereAreEnough() {
        #expect(MarkedStep.all.count >= 390 && Set(MarkedStep.all.map(\.language)).count == 5)
        #expect(MarkedStep.all.count(where: \.isHeldOut) >= 100)
    }

    @Test(
        "what is no time of the step is left out",
        arguments: [
            "Turn it every 20 minutes.", "Salt it an hour before.", "It keeps for 3 days.", "Wait overnight.",
            "Cook it 2 minutes less than the packet says.", "Leave it a few minutes.", "Use 2 minced cloves.",
            "Den Braten alle 20 Minuten wenden.", "Hält sich 2 Tage im Kühlschrank.", "99999999999999 minutes",
        ])
    func noTimes(_ text: String) {
        #expect(StepTime.all(in: text).isEmpty, "\(StepTime.all(in: text).map { text[$0.range] })")
    }
}
