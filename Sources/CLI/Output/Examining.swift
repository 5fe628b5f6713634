import EventLog

extension Invocation {
    /// Works through something, with a bar for each part of the work. What ends with a noun counts that, and else events.
    func showingParts<R>(_ work: (LogExamination.Progress) throws -> R) throws -> R {
        var shown: (part: String, bar: ProgressBar)?
        defer { shown?.bar.finish() }
        return try work { part, done, total in
            if shown?.part != part {
                shown?.bar.finish()
                shown = (part, output.progressBar(part, unit: part.hasSuffix("images") ? "images" : "events"))
            }
            shown?.bar.update(done: done, of: total)
        }
    }
}

extension Terminal {
    /// What was found, a line for each check.
    func table(_ findings: [Finding]) -> String {
        var table = TextTable([.text("check"), .text("status"), .wrapped("finding")])
        for finding in findings { table.add([finding.name, finding.status.rawValue, finding.message]) }
        return table.text(for: self)
    }
}
