import Foundation

extension Story {
    /// Something in an undisturbed run went wrong: there is nothing to compare disasters with.
    package struct Untold: Error, CustomStringConvertible { package var description: String }

    /// Runs the script's commands under the recorder, in a directory that holds nothing at first.
    package static func tell(_ script: Script, _ products: Products, in scratch: Scratch, examiner: Examiner) throws
        -> Story
    {
        let recorder = try Recorder(products, in: scratch)
        var ends: [(name: String, end: Int)] = []
        for line in script.lines {
            let end = try recorder.launch(line, at: "\(recorder.root)/\(script.community)").run(in: scratch)
            guard end.isDone else { throw Untold(description: "\(line.name) \(end.summary)") }
            let trace = try recorder.trace()
            if line.answersOften {
                let begin = ends.last?.end ?? 0
                ends += trace.answers.filter { $0 >= begin }.map { (line.name, $0 + 1) }
            } else {
                ends.append((line.name, trace.steps.count))
            }
        }
        let trace = try recorder.trace()
        return try Story(trace, ends, script, examiner: examiner, in: scratch)
    }

    private init(
        _ trace: Trace, _ ends: [(name: String, end: Int)], _ script: Script, examiner: Examiner, in scratch: Scratch
    ) throws {
        var disk = Disk()
        var (chapters, states): ([Chapter], [UInt64: Examination]) = ([], [:])
        var step = 0
        for (name, end) in ends {
            while step < end {
                try disk.take(trace.steps[step])
                step += 1
            }
            let image = try Image(disk.image(after: .nothing), in: scratch)
            defer { image.remove() }
            let state = try examiner.examine(
                ExaminationRequest(directory: "\(image.path)/\(script.community)", isUsed: false, isSigned: false))
            guard state.refusal == nil, state.failures.isEmpty, state.obstacles.isEmpty else {
                throw Untold(description: "after \(name): \(state.refusal ?? "") \(state.failures) \(state.obstacles)")
            }
            if let before = states[state.head], before != state {
                throw Untold(description: "\(name) changed what was there, and appended nothing")
            }
            states[state.head] = state
            chapters.append(Chapter(name: name, end: end, state: state))
        }
        self.init(
            trace: trace, chapters: chapters, states: states, community: script.community,
            isSigned: script.lines.contains { $0.name == Self.signing })
    }
}
