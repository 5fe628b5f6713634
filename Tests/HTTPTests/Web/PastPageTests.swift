import Foundation
import Synchronization
import Testing

@testable import HTTP

/// Pages as of earlier moments.
@Suite struct PastPageTests {
    @Test("an admin sees a page as it was, read only, and how to come back") func earlierPages() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo, title: "Leek soup")
            let posted = try #require(Int(soup.dropFirst()))
            let edited = try await counter.post("/recipes/\(soup)/edit", Counter.soup("Onion soup"), as: bo)
            #expect(edited.status == 200, "\(edited.text)")
            func page(_ path: String, _ token: String? = ada) async throws -> Counter.Answer {
                try await counter.ask("GET", path, headers: Counter.form(as: token))
            }
            let now = try await page("/\(soup)")
            #expect(
                now.text.contains("<h1>Onion soup</h1>") && now.text.contains("<details class=\"through\""),
                "\(now.text)")
            #expect(now.text.contains("data-question=\"/recipes/\(soup)\"") && !now.text.contains(" disabled>"))
            let then = try await page("/\(soup)?asOf=\(posted)")
            #expect(then.status == 200 && then.text.contains("<h1>Leek soup</h1>"), "\(then.text)")
            #expect(!then.text.contains("Onion soup"), "\(then.text)")
            #expect(then.text.contains("<fieldset id=\"moment\" class=\"past\" disabled>"), "\(then.text)")
            #expect(
                then.text.contains("As of position \(posted)") && then.text.contains("href=\"/\(soup)\">Show it now"))
            #expect(then.headers["cache-control"] == "no-store" && !then.text.contains("data-stream"), "\(then.text)")
            // Before the recipe, and before the admin was a member.
            #expect(try await page("/\(soup)?asOf=\(posted - 1)").status == 404)
            let first = try await page("/?asOf=1")
            #expect(first.status == 200 && !first.text.contains("Onion soup"), "\(first.text)")
            #expect(try await page("/@me?asOf=\(posted)").headers["location"] == nil)
            for (moment, status) in [("soup", 400), ("999999", 404), ("1999-01-01", 404)] {
                #expect(try await page("/\(soup)?asOf=\(moment)").status == status, "\(moment)")
            }
            // Other readers do not look back, and do not see the panel.
            for token in [bo, nil] {
                #expect(try await page("/\(soup)?asOf=\(posted)", token).status == 404)
                #expect(!(try await page("/\(soup)", token)).text.contains("class=\"through\""))
            }
            // A page that holds what was typed has no past.
            #expect(!(try await page("/settings/keys")).text.contains("class=\"through\""))
        }
    }

    @Test("the query of a page stays when it moves through time") func queries() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let page = try await counter.ask("GET", "/find?q=a%26b&asOf=2", headers: Counter.form(as: ada))
            #expect(page.text.contains("name=\"q\" value=\"a&amp;b\">"), "\(page.text)")
            #expect(page.text.contains("href=\"/find?q=a%26b\">Show it now"), "\(page.text)")
        }
    }

    @Test("a long fold says how far it is, and one fold runs at a time") func folding() async throws {
        let moments = PastMoments()
        let gate = Mutex(false)
        let starts = Mutex(0)
        let fold: @Sendable (@escaping @Sendable (Int, Int) -> Void) async throws -> Void = { note in
            starts.withLock { $0 += 1 }
            note(3, 9)
            while !gate.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
        }
        #expect(try await moments.prepare(fold) == PastMoments.Progress(folded: 3, total: 9))
        // The reader of another moment waits, too.
        #expect(try await moments.prepare { _ in starts.withLock { $0 += 1 } } == .init(folded: 3, total: 9))
        #expect(starts.withLock { $0 } == 1)
        gate.withLock { $0 = true }
        #expect(try await moments.prepare { _ in starts.withLock { $0 += 1 } } == nil)
        // A fold that fails leaves the refusal to the question.
        struct Broken: Error {}
        #expect(try await moments.prepare { _ in throw Broken() } == nil)
    }
}
