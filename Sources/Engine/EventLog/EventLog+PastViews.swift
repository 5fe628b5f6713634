import Layout

extension EventLog {
    /// Where views of earlier positions are kept. They hold what was written then: the log names the place, for
    /// destroying a key destroys them, too.
    package var pastViewsDirectory: String { "\(directory)/views/as-of" }

    /// Removes all of them. One that is being made by another process goes with them.
    func removePastViews() throws { try removeForGood(["as-of"], in: "\(directory)/views") }
}
