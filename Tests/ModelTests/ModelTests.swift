import Events
import Foundation
import Layout
import TestSupport
import Testing

/// Random commands from a seed, played to the program and to a plain model of the domain. After each batch all answers
/// agree, whatever was reopened, rebuilt, broken or asked of another process in between.
///
/// The seeds of `tools/test` come from the commit. More seeds, on a disk of memory:
/// `TMPDIR=/dev/shm/ LARDER_MODEL_FIRST_SEED=1000 LARDER_MODEL_SEEDS=10000 swift test --filter ModelTests`.
@Suite struct ModelTests {
    /// Seeds that are played one after the other; the groups run side by side.
    private static let groupSize = 6
    private static let groups: [Range<UInt64>] = {
        let environment = ProcessInfo.processInfo.environment
        let first =
            environment["LARDER_MODEL_FIRST_SEED"].flatMap(UInt64.init)
            ?? SeededTrait.seeds(1, for: "model")[0]
        let count = environment["LARDER_MODEL_SEEDS"].flatMap(UInt64.init) ?? UInt64(Tier.rounds(12, long: 1_000))
        return stride(from: first, to: first + count, by: groupSize).map {
            $0..<min($0 + UInt64(groupSize), first + count)
        }
    }()

    @Test("every answer of the program equals the model's, after any commands and disturbances", arguments: groups)
    func answers(seeds: Range<UInt64>) throws {
        for seed in seeds {
            do { try Trial(seed: seed).run() } catch { Issue.record("seed \(seed): \(error)") }
        }
    }

    /// Moderators' and discoverers' answers say something, with every reason, outcome and kind of entry.
    @Test("random commands fill moderation and discovery with every reason, outcome and kind")
    func theDiceGiveTheAnswersSomethingToSay() throws {
        let now = Timestamp(seconds: 1_790_000_000)
        var said: [String: Int] = [:]
        for seed in UInt64(1)...150 {
            var dice = CommandDice(seed: seed)
            var model = Model()
            _ = model.apply(CommandDice.first, now: now, isAtTerminal: true)
            for _ in 0..<180 { _ = model.apply(dice.roll(model, now: now), now: now) }
            for report in model.reports(isResolved: false) + model.reports(isResolved: true) {
                for word in [report.reason, report.outcome, report.note.map { _ in "noted" }] {
                    if let word { said[word, default: 0] += 1 }
                }
            }
            for entry in model.moderationLog() {
                let isChained = entry.report != nil && entry.kind != "report.resolved"
                if entry.voided == true { said["voided", default: 0] += 1 }
                for word in [entry.kind, entry.kind + (isChained ? " by report" : entry.until == nil ? "" : " until")] {
                    said[word, default: 0] += 1
                }
            }
            for collection in try model.discover(showing: 0, viewer: nil, now: now) where collection.count > 0 {
                said[collection.name, default: 0] += 1
            }
            said["repeated acts", default: 0] += model.facts.count {
                [.recipeLiked, .commentLiked, .recipeBookmarked, .memberFollowed].contains($0.kind)
                    && $0.creditedAt != $0.at
            }
            let boards = Standings(model, now: now).boards.values
            said["adjusted entries", default: 0] += boards.reduce(0) { $0 + $1.count { $0.adjusted == true } }
            said["third versions", default: 0] += model.works.values.count { $0.versions.count > 2 }
            for id in model.works.keys where model.works[id]?.sort == .recipe && model.isLiving(id) {
                said["notes of cooks", default: 0] += try model.cookNotes(on: id, viewer: nil).count
            }
            said["living quotes", default: 0] += model.works.count {
                $1.sort == .repost && !$1.text.isEmpty && model.isLiving($0)
            }
        }
        let words = [
            "spam", "offensive", "unsafe", "copyright", "other", "dismissed", "removed", "banned", "noted",
            "member.banned", "member.banned until", "member.banned by report", "member.unbanned", "member.roleChanged",
            "recipe.deleted", "recipe.deleted by report", "recipe.restored", "repost.deleted", "comment.deleted",
            "recipe.cookNoteDeleted",
            "comment.deleted by report", "comment.restored", "report.resolved", "Cozy Breakfasts", "Spicy Dinners",
            "Sweet Treats", "Quick Fixes", "Healthy Bowls", "Quick and Hot", "third versions", "living quotes",
            "voided", "repeated acts", "adjusted entries", "notes of cooks",
        ]
        for word in words { #expect(said[word, default: 0] >= 5, "«\(word)» is too rare: \(said)") }
    }

    /// What never happens is not tested: every kind is accepted, every code is refused with, and most commands are fine.
    @Test("random commands reach every kind of event and every code of refusal") func theDiceReachAllKindsAndCodes() {
        var kinds: [EventKind: Int] = [:]
        var codes: [Refusal.Code: Int] = [:]
        let now = Timestamp(seconds: 1_790_000_000)
        for seed in UInt64(1)...60 {
            var dice = CommandDice(seed: seed)
            var model = Model()
            _ = model.apply(CommandDice.first, now: now, isAtTerminal: true)
            for _ in 0..<120 {
                let command = dice.roll(model, now: now)
                switch model.apply(command, now: now) {
                case .done: kinds[command.kind, default: 0] += 1
                case .unchanged: break
                case .refused(let code):
                    codes[code, default: 0] += 1
                }
            }
        }
        let byService: [EventKind] = [
            .logCreated, .commandNoted, .memberPasswordChanged, .memberResetLinkMade, .memberAccessRevoked,
            .memberLoggedIn,
            .memberLoggedOut,
        ]
        for kind in EventKind.allCases where !byService.contains(kind) {
            #expect(kinds[kind, default: 0] > 0, "\(kind.name) is never accepted")
        }
        for code in [Refusal.Code.invalid, .notFound, .gone, .forbidden, .banned, .conflict] {
            #expect(codes[code, default: 0] > 0, "nothing is ever refused with \(code.rawValue)")
        }
        let (done, refused) = (kinds.values.reduce(0, +), codes.values.reduce(0, +))
        #expect(done > 60 * 120 / 2, "only \(done) were accepted, \(refused) refused: \(codes)")
    }
}
