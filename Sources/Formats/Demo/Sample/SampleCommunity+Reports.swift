import Events

/// The parts from which scenes are made.
extension SampleCommunity {
    // MARK: Reports

    /// Reports that are not resolved, by their ids: `report/<reporter>/<id of the reported>`.
    var openReports: [String] {
        let reports = ids.filter { $0.hasPrefix("report/") }
        let resolved = Set(commands.filter { $0.kind == .reportResolved }.compactMap(\.subject))
        return reports.filter { !resolved.contains(reference($0)) }
    }

    mutating func report(_ id: String, by name: String, _ why: ProtoReportReason.Value, note: String? = nil) {
        var report = ProtoReport()
        if let note { report.note = note }
        act(
            .reportFiled, by: member(name), on: reference(id), id: "report/\(name)/\(id)",
            payload: note == nil ? .none : .report(report), value: UInt8(why.rawValue))
    }

    mutating func resolve(
        _ id: String, by name: String, _ outcome: ProtoReportOutcome.Value, note: String? = nil
    ) {
        var resolution = ProtoResolution()
        if let note { resolution.note = note }
        act(
            .reportResolved, by: member("yara"), on: reference("report/\(name)/\(id)"),
            payload: note == nil ? .none : .resolution(resolution), value: UInt8(outcome.rawValue))
    }

    func reason(_ text: String) -> Payload {
        var reason = ProtoReason()
        reason.reason = text
        return .reason(reason)
    }

    // MARK: Comments and recipes

    /// The ids of a member's comments, oldest first, without those that are deleted or whose recipe is.
    func comments(of author: Int) -> [String] {
        let living = Dictionary(
            uniqueKeysWithValues: recipes.indices.flatMap { recipe in
                recipes[recipe].comments.map { ($0.id, $0.author == author && $0.isLiving && recipes[recipe].isLiving) }
            })
        return ids.filter { living[$0] == true }
    }

    func newest(for member: Int, where isRight: (Recipe) -> Bool) -> Int? {
        recipes.indices.last { canTouch(member, $0) && recipes[$0].author != member && isRight(recipes[$0]) }
    }

    mutating func setLiving(_ id: String, _ isLiving: Bool) {
        guard let recipe = recipes.firstIndex(where: { $0.id == id }) else { return }
        recipes[recipe].isLiving = isLiving
    }

    mutating func markDeleted(_ comment: String) {
        for recipe in recipes.indices {
            for index in recipes[recipe].comments.indices where recipes[recipe].comments[index].id == comment {
                recipes[recipe].comments[index].isLiving = false
            }
        }
    }
}
