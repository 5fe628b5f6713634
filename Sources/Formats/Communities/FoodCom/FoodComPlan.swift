package import CloudEvents
import Events
package import Layout
import Recipes

/// A row that was refused, for `--errors`.
package struct FoodComRefusedRow: Hashable, Sendable {
    package var file: String
    /// The line on which the row begins, from 1.
    package var line: Int
    package var reason: FoodComRefusal
    package var message: String
}

/// An import of the public «Food.com Recipes and Interactions» files, decided row by row before anything is submitted.
///
/// Both files are read twice: first to decide which rows are accepted and in which order they happened, then row by row to
/// submit their commands. So memory holds some dozens of bytes for each row, however long its text. The files must not
/// change in between.
package struct FoodComPlan {
    package static let batchCount = 500

    package private(set) var read = 0
    package private(set) var refused: [FoodComRefusal: Int] = [:]
    /// Rows dated before the recipe that they are about.
    package private(set) var redated = 0
    package private(set) var minutesOutOfRange = 0

    struct Member {
        var user: UInt64
        var day: Day
    }
    struct Recipe {
        var id: UInt64
        var contributor: UInt64
        var day: Day
        var offset: Int64
        var byteCount: Int32
    }
    struct Interaction {
        var user: UInt64
        var offset: Int64
        var recipe: Int32
        var day: Day
        var fileDay: Day
        /// The number of the row among those of one user, recipe and date, from 1.
        var ordinal: UInt32
        var byteCount: Int32
        var rating: UInt8
        var hasReview: Bool
    }

    private(set) var recipesFile: any ByteFile
    private(set) var interactionsFile: any ByteFile
    /// In the order of their first accepted rows.
    private(set) var members: [Member] = []
    private(set) var recipes: [Recipe] = []
    private(set) var interactions: [Interaction] = []
    /// Indices into `members`, `recipes` and `interactions`, in order of their days.
    private(set) var memberOrder: [Int32] = []
    private(set) var recipeOrder: [Int32] = []
    private(set) var interactionOrder: [Int32] = []
    package private(set) var commandCount = 0

    private var memberIndex: [UInt64: Int32] = [:]
    private let latest: Timestamp

    /// Reads both files and accepts or refuses every row. Dates after `now` are refused.
    ///
    /// `refused` gets every refused row, in the order of the files; `progress` the number of rows read. Throws what
    /// `refused` throws, and refuses when a file cannot be read or is not what its header says it should be.
    package init(
        recipes recipesFile: any ByteFile, interactions interactionsFile: any ByteFile, now: Timestamp,
        refused: (FoodComRefusedRow) throws -> Void = { _ in }, progress: (Int) -> Void = { _ in }
    ) throws {
        (self.recipesFile, self.interactionsFile) = (recipesFile, interactionsFile)
        for file in [recipesFile, interactionsFile] where !file.isSeekable {
            throw Refusal(.invalid, "\(file.name) is read twice: give the path of a file, not a pipe")
        }
        latest = Timestamp(microseconds: now.microseconds + ContentLimits.aheadMicroseconds)
        let recipeIndex = try readRecipes(refused, progress)
        try readInteractions(recipeIndex, refused, progress)
        memberIndex = [:]
        memberOrder = Self.order(members.map(\.day))
        recipeOrder = Self.order(recipes.map(\.day))
        interactionOrder = Self.order(interactions.map(\.day))
    }

    /// The indices sorted by day, and within a day in the order given.
    private static func order(_ days: [Day]) -> [Int32] {
        let keys = days.indices.map { Int64(days[$0].number) << 32 | Int64($0) }.sorted()
        return keys.map { Int32(truncatingIfNeeded: $0 & 0xFFFF_FFFF) }
    }

    private typealias RefusedRows = (FoodComRefusedRow) throws -> Void
    private typealias Progress = (Int) -> Void

    private mutating func readRecipes(_ refused: RefusedRows, _ progress: Progress) throws -> [UInt64: Int32] {
        var index: [UInt64: Int32] = [:]
        try readRows(of: recipesFile, columns: FoodComColumns.recipes, refused, progress) {
            plan, record throws(FoodComRowError) in
            let fields = record.fields
            let title = fields[0].withSingleBlanks.normalized
            guard !title.isEmpty else { throw FoodComRowError(.recipeWithoutTitle, "it has no name") }
            let number = FoodComColumns.number(fields[1])
            if let number, index[number] != nil {
                throw FoodComRowError(.duplicateRecipeID, "recipe \(number) was there before")
            }
            let day = try FoodComColumns.day(fields[4])
            try plan.checkTime(of: day)
            let id = try FoodComColumns.id(fields[1], "id")
            let contributor = try FoodComColumns.id(fields[3], "contributor_id")
            let content = try FoodComColumns.content(fields, title: title)
            if !content.hasTotalMinutes { plan.minutesOutOfRange += 1 }
            index[id] = Int32(plan.recipes.count)
            plan.recipes.append(
                Recipe(
                    id: id, contributor: contributor, day: day, offset: record.offset,
                    byteCount: Int32(record.byteCount)))
            plan.sawActivity(of: contributor, on: day)
            plan.commandCount += 1
        }
        return index
    }

    private struct Occurrence: Hashable {
        var user: UInt64
        var recipe: Int32
        var day: Day
    }

    private mutating func readInteractions(
        _ recipeIndex: [UInt64: Int32], _ refused: RefusedRows, _ progress: Progress
    ) throws {
        // Refused rows count too, so that a row that is corrected later does not shift the ids of the others.
        var occurrences: [Occurrence: UInt32] = [:]
        try readRows(of: interactionsFile, columns: FoodComColumns.interactions, refused, progress) {
            plan, record throws(FoodComRowError) in
            let fields = record.fields
            var ordinal: UInt32 = 1
            // A row without these is rejected below, with its reason.
            if let user = FoodComColumns.number(fields[0]), let day = try? FoodComColumns.day(fields[2]),
                let recipe = FoodComColumns.number(fields[1]).flatMap({ recipeIndex[$0] })
            {
                let occurrence = Occurrence(user: user, recipe: recipe, day: day)
                ordinal = occurrences[occurrence, default: 0] + 1
                occurrences[occurrence] = ordinal
            }
            let rating = try FoodComColumns.rating(fields[3])
            let fileDay = try FoodComColumns.day(fields[2])
            guard let recipe = FoodComColumns.number(fields[1]).flatMap({ recipeIndex[$0] }) else {
                throw FoodComRowError(.unknownRecipe, "there is no accepted recipe «\(fields[1].prefix(40))»")
            }
            let user = try FoodComColumns.id(fields[0], "user_id")
            try plan.checkTime(of: fileDay)
            let comment = try FoodComColumns.comment(fields[4])
            let recipeDay = plan.recipes[Int(recipe)].day
            if fileDay < recipeDay { plan.redated += 1 }
            let interaction = Interaction(
                user: user, offset: record.offset, recipe: recipe, day: max(fileDay, recipeDay), fileDay: fileDay,
                ordinal: ordinal, byteCount: Int32(record.byteCount), rating: rating, hasReview: comment != nil)
            plan.interactions.append(interaction)
            plan.sawActivity(of: user, on: interaction.day)
            plan.commandCount += Self.kinds(of: interaction).count
        }
    }

    /// The event kinds of a row, in order.
    static func kinds(of row: Interaction) -> [EventKind] {
        var kinds: [EventKind] = []
        if row.rating >= 1 { kinds.append(.recipeRated) }
        if row.rating >= 4 { kinds.append(.recipeUpvoted) }
        if row.rating == 1 || row.rating == 2 { kinds.append(.recipeDownvoted) }
        if row.rating == 5 { kinds.append(.recipeLiked) }
        if row.hasReview { kinds.append(.commentPosted) }
        return kinds
    }

    private mutating func sawActivity(of user: UInt64, on day: Day) {
        if let index = memberIndex[user] {
            members[Int(index)].day = min(members[Int(index)].day, day)
        } else {
            memberIndex[user] = Int32(members.count)
            members.append(Member(user: user, day: day))
            commandCount += 1
        }
    }

    /// Refuses days that the log cannot hold and days in the future.
    private func checkTime(of day: Day) throws(FoodComRowError) {
        let time = Timestamp(day: day)
        guard time >= .earliest, time <= latest else {
            throw FoodComRowError(.invalid, "its date lies in the future or too far in the past")
        }
    }

    private mutating func readRows(
        of file: any ByteFile, columns: [String], _ refused: RefusedRows, _ progress: Progress,
        _ accept: (inout FoodComPlan, CSVRecord) throws(FoodComRowError) -> Void
    ) throws {
        func refuse(_ error: FoodComRowError, _ line: Int) throws {
            self.refused[error.reason, default: 0] += 1
            try refused(FoodComRefusedRow(file: file.name, line: line, reason: error.reason, message: error.message))
        }
        let reader = CSVReader(file)
        guard case .record(let header)? = try reader.next(), header.fields == columns else {
            let expected = columns.joined(separator: ",")
            throw Refusal(
                .invalid, "\(file.name) is not the expected Food.com file: its first line must be \(expected)")
        }
        while let row = try reader.next() {
            read += 1
            progress(read)
            switch row {
            case .damaged(let damage, let line):
                try refuse(FoodComRowError(.invalid, damage.sentence), line)
            case .record(let record):
                do throws(FoodComRowError) {
                    guard record.fields.count == columns.count else {
                        throw FoodComRowError(
                            .wrongNumberOfColumns, "it has \(record.fields.count) columns, not \(columns.count)")
                    }
                    try accept(&self, record)
                } catch {
                    try refuse(error, record.line)
                }
            }
        }
    }
}
