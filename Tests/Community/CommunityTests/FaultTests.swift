#if DEBUG
    import Events
    import LarderAPI
    import Operations
    import Foundation
    import LMDB
    import Layout
    import Community
    import Testing
    import Views

    /// Every LMDB call of a command and of a rebuild fails in turn, until nothing fails: each time a refusal and
    /// nothing half done, and the next opening continues.
    @Suite struct FaultTests {
        private static let callsMax = 600

        @Test(
            "a command is whole or absent, whichever storage call fails",
            arguments: [LMDBError.Code.io, .noSpace, .mapFull])
        func aCommandIsWholeOrNotAtAll(_ code: LMDBError.Code) throws {
            let kitchen = try Kitchen()
            try kitchen.join("ada")
            let soup = try kitchen.post("Soup", by: "ada")
            var (members, refused) = (0, 0)
            for call in 1...Self.callsMax {
                let before = try kitchen.head()
                let name = "guest\(call)"
                let community = kitchen.community
                let outcome = FaultInjector.fail(callNumber: call, with: code) {
                    try community.submit(batch: [
                        Commands.join(name), Command(.recipeLiked, actor: .username(name), subject: soup),
                    ]).map { try $0.get().position }
                }
                if case .success = outcome.result {
                    // An acknowledged event is never missing from an answer: it is shown, or nothing is.
                    do {
                        #expect(try kitchen.head() == before + 2, "what was answered is missing")
                    } catch let refusal as Refusal { #expect(refusal.code == .unavailable) }
                }
                // The failure may have poisoned the environment: only a new opening helps.
                try kitchen.reopen()
                switch outcome.result {
                case .success(let positions):
                    members += 1
                    #expect(positions.count == 2)
                    #expect(try kitchen.head() == before + 2)
                case .failure(let error):
                    refused += 1
                    #expect(outcome.fired)
                    #expect(error is Refusal, "\(error)")
                    #expect(try kitchen.head() == before, "call \(call) left something behind")
                }
                if !outcome.fired { break }
                #expect(call < Self.callsMax, "it never came to an end")
            }
            #expect(members > 0)
            #expect(refused > 20, "too few calls failed for this to have tested anything: \(refused)")
            let likes = try kitchen.community.query { try $0.recipe(soup, viewer: nil).recipe.likes }
            #expect(likes == Int64(members))
            #expect(try kitchen.community.viewsVerify().matches)
        }

        /// A deletion changes the log, the state, the vault and the views of earlier positions.
        @Test("a deletion is whole or absent, whichever storage call fails") func aDeletionIsWholeOrNotAtAll() throws {
            let kitchen = try Kitchen()
            try kitchen.join("ada")
            var (gone, refused) = (0, 0)
            for call in 1...Self.callsMax {
                let name = "guest\(call)"
                try kitchen.join(name)
                let before = try kitchen.head()
                let community = kitchen.community
                let outcome = FaultInjector.fail(callNumber: call, with: .io) {
                    try community.submit(
                        Command(.memberDeleted, actor: .username(name), subject: .username(name))
                    ).position
                }
                try kitchen.reopen()
                let found = Result { try kitchen.community.query { try $0.profile(.username(name), viewer: nil).name } }
                switch outcome.result {
                case .success:
                    gone += 1
                    #expect(try kitchen.head() == before + 1)
                    #expect(throws: Refusal.self, "who was deleted is still shown") { try found.get() }
                case .failure(let error):
                    refused += 1
                    #expect(error is Refusal, "\(error)")
                    #expect(try kitchen.head() == before, "call \(call) left something behind")
                    #expect(try found.get() == name.capitalized)
                }
                if !outcome.fired { break }
                #expect(call < Self.callsMax, "it never came to an end")
            }
            #expect(gone > 0)
            #expect(refused > 10, "too few calls failed for this to have tested anything: \(refused)")
            #expect(try kitchen.community.viewsVerify().matches)
        }

        @Test("a rebuild replaces the views or leaves them, whichever storage call fails")
        func aRebuildReplacesTheViewsOrLeavesThem() throws {
            let kitchen = try Kitchen()
            try kitchen.join("ada")
            let soup = try kitchen.post("Soup", by: "ada")
            for name in ["bo", "cy"] {
                try kitchen.join(name)
                try kitchen.submit(Command(.recipeLiked, actor: .username(name), subject: soup))
            }
            let fingerprints = try kitchen.community.viewsStatus().views.map(\.fingerprint)
            for call in stride(from: 1, through: 20_000, by: 7) {
                let community = kitchen.community
                let outcome = FaultInjector.fail(callNumber: call, with: .io) {
                    try community.viewsRebuild([]).matchesLive
                }
                if case .failure(let error) = outcome.result { #expect(error is Refusal, "\(error)") }
                try kitchen.reopen()
                #expect(try kitchen.community.viewsStatus().views.map(\.fingerprint) == fingerprints, "call \(call)")
                if !outcome.fired { return }
            }
            Issue.record("it never came to an end")
        }
    }
#endif
