package import CloudEvents
package import Events
import Layout
import Recipes

extension FoodComPlan {
    static let source = "foodcom"

    /// Submits everything in order of its day: within a day members, then recipes, then interactions.
    ///
    /// Every command has an origin: a second run appends nothing, and a run after an interruption appends the rest. `begin`
    /// begins to decide a batch while the next one is read; an error that it or its answer throws ends the run. `progress`
    /// receives the number of commands done and their total.
    package func run(
        begin: @escaping BatchesUnderway<Int>.Begin, progress: @escaping (Int, Int) -> Void
    ) throws -> ImportReport {
        let clock = ContinuousClock()
        let start = clock.now
        var report = ImportReport()
        report.read = read
        report.refused = Dictionary(uniqueKeysWithValues: refused.map { ($0.rawValue, $1) })
        report.redated = redated
        report.minutesOutOfRange = minutesOutOfRange
        var done = 0
        var underway = BatchesUnderway<Int>(begin: begin) { count, results in
            for result in results {
                switch result {
                case .success(let outcome): report.count(outcome)
                case .failure(let refusal): report.refusedCommands[refusal.code.rawValue, default: 0] += 1
                }
            }
            done += count
            progress(done, commandCount)
        }
        try underway.run(batchesOf: Self.batchCount, forEachCommand)
        report.seconds = (clock.now - start).roundedSeconds
        return report
    }

    /// Every command, in order.
    func forEachCommand(_ body: (Command) throws -> Void) throws {
        var (member, recipe, interaction) = (0, 0, 0)
        while true {
            let memberDay = member < memberOrder.count ? members[Int(memberOrder[member])].day : nil
            let recipeDay = recipe < recipeOrder.count ? recipes[Int(recipeOrder[recipe])].day : nil
            let interactionDay =
                interaction < interactionOrder.count ? interactions[Int(interactionOrder[interaction])].day : nil
            guard let day = [memberDay, recipeDay, interactionDay].compactMap({ $0 }).min() else { return }
            if memberDay == day {
                try body(registration(of: members[Int(memberOrder[member])]))
                member += 1
            } else if recipeDay == day {
                try body(try posting(of: recipes[Int(recipeOrder[recipe])]))
                recipe += 1
            } else {
                for command in try commands(of: interactions[Int(interactionOrder[interaction])]) { try body(command) }
                interaction += 1
            }
        }
    }

    private func registration(of member: Member) -> Command {
        var registration = ProtoMemberRegistered()
        registration.username = "cook\(member.user)"
        registration.name = registration.username
        return Command(
            .memberRegistered, actor: nil, occurredAt: Timestamp(day: member.day),
            origin: Origin(source: Self.source, id: Self.memberID(member.user)), payload: .registration(registration))
    }

    private func posting(of recipe: Recipe) throws -> Command {
        let record = try row(of: recipesFile, at: recipe.offset, count: recipe.byteCount, FoodComColumns.recipes)
        // The plan accepted this row. If it is not acceptable now, the file has changed.
        guard FoodComColumns.number(record.fields[1]) == recipe.id,
            let content = try? FoodComColumns.content(
                record.fields, title: record.fields[0].withSingleBlanks.normalized)
        else { throw changed(recipesFile) }
        return Command(
            .recipePosted, actor: Self.member(recipe.contributor), occurredAt: Timestamp(day: recipe.day),
            origin: Origin(source: Self.source, id: String(recipe.id)), payload: .recipe(content))
    }

    private func commands(of row: Interaction) throws -> [Command] {
        let recipe = recipes[Int(row.recipe)].id
        let (year, month, day) = row.fileDay.civil
        let date = "\(Self.padded(year, 4))-\(Self.padded(month, 2))-\(Self.padded(day, 2))"
        return try Self.kinds(of: row).map { kind in
            var command = Command(
                kind, actor: Self.member(row.user), subject: .external(source: Self.source, id: String(recipe)),
                occurredAt: Timestamp(day: row.day),
                origin: Origin(
                    source: Self.source, id: "\(row.user)/\(recipe)/\(date)/\(row.ordinal)/\(kind.name)"))
            if kind == .recipeRated { command.value = row.rating }
            if kind == .commentPosted {
                var text = ProtoText()
                text.text = try review(of: row)
                command.payload = .text(text)
            }
            return command
        }
    }

    private func review(of row: Interaction) throws -> String {
        let record = try self.row(
            of: interactionsFile, at: row.offset, count: row.byteCount, FoodComColumns.interactions)
        // The plan accepted this row. If it is not acceptable now, the file has changed.
        guard FoodComColumns.number(record.fields[0]) == row.user,
            let comment = try? FoodComColumns.comment(record.fields[4])
        else { throw changed(interactionsFile) }
        return comment
    }

    private func row(
        of file: any ByteFile, at offset: Int64, count: Int32, _ columns: [String]
    ) throws(Refusal) -> CSVRecord {
        guard let record = CSVReader.record(in: try file.bytes(at: offset, count: Int(count))),
            record.fields.count == columns.count
        else { throw changed(file) }
        return record
    }

    private func changed(_ file: any ByteFile) -> Refusal {
        Refusal(.conflict, "\(file.name) changed while it was imported; import it again")
    }

    private static func memberID(_ user: UInt64) -> String { "member/\(user)" }

    /// A reference by origin, which stays valid if the member changes their name.
    private static func member(_ user: UInt64) -> Reference { .external(source: source, id: memberID(user)) }

    private static func padded(_ value: Int, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
