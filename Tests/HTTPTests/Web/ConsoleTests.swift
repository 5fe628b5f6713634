import Foundation
import Testing

/// The operators' console.
@Suite(.serialized) struct ConsoleTests {
    private static let pages = [
        "/console", "/console/log", "/console/why", "/console/views", "/console/doctor", "/console/backups",
        "/console/jobs", "/console/rules", "/console/configuration", "/console/more", "/console/audit", "/2",
    ]

    @Test("to guests, members and moderators the console does not exist") func others() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            _ = try await counter.post("/members/@bo/role", #"{"role":"moderator"}"#, as: ada)
            for path in Self.pages {
                let moderator = try await counter.ask("GET", path, headers: Counter.form(as: bo))
                #expect(moderator.status == 404, "\(path): \(moderator.text)")
                #expect(try await counter.ask("GET", path, headers: Counter.form()).status == 404, "\(path)")
                let admin = try await counter.ask("GET", path, headers: Counter.form(as: ada))
                #expect(
                    admin.status == 200 && admin.text.components(separatedBy: "<h1").count == 2,
                    "\(path): \(admin.text)")
                #expect(admin.headers["cache-control"]?.contains("no") == true, "\(path)")
            }
            for path in ["/console/views/verify", "/console/doctor", "/console/backups", "/console/jobs/j1/cancel"] {
                let refused = try await counter.post(path, "", headers: Counter.form(as: bo))
                #expect([403, 404].contains(refused.status), "\(path): \(refused.text)")
            }
            #expect(try await counter.ask("GET", "/jobs", as: ada).text == #"{"jobs":[]}"#)
        }
    }

    @Test("a job is started by a form, and its page shows what it has found") func jobs() async throws {
        try await withCounter { counter in
            let ada = try await counter.join("ada", admin: true)
            let started = try await counter.post("/console/views/verify", "", headers: Counter.form(as: ada))
            #expect(started.text.contains("larder views verify"), "\(started.text)")
            while try await counter.ask("GET", "/jobs/j1", as: ada).json["state"] as? String != "done" {
                try await Task.sleep(for: .milliseconds(50))
            }
            let page = try await counter.ask("GET", "/console/jobs/j1", headers: Counter.form(as: ada))
            #expect(page.text.contains(">same<") && page.headers["refresh"] == nil, "\(page.text)")
            let wrong = try await counter.post("/console/doctor", "parts=log", headers: Counter.form(as: ada))
            #expect(wrong.status == 422 && wrong.text.contains("Please check this"), "\(wrong.text)")
            let what = try await counter.post(
                "/console/rules", "without=@ada&weeks=2026", headers: Counter.form(as: ada))
            #expect(what.status == 422 && what.text.contains("is not an ISO week"), "\(what.text)")
            let garbled = try await counter.post(
                "/console/rules", "level=Cook&xp=0&points.recipe.posted=ten", headers: Counter.form(as: ada))
            #expect(garbled.status == 422 && garbled.text.contains("«ten» is not a number"), "\(garbled.text)")
            let without = try await counter.post("/console/rules", "without=%40ada", headers: Counter.form(as: ada))
            #expect(without.text.contains("larder whatif --without-member @ada"), "\(without.text)")
            let none = try await counter.ask("GET", "/console/backups", headers: Counter.form(as: ada))
            #expect(none.text.contains("no folder for backups") && !none.text.contains("<form class=\"measure\""))
            let list = try await counter.ask("GET", "/console/jobs", headers: Counter.form(as: ada))
            #expect(list.text.contains("href=\"/console/jobs/j1\""), "\(list.text)")
        }
    }

    @Test("rules are tried and set by a form, with a reason, and their history says what changed")
    func rules() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            func fields(_ changes: [String: String]) async throws -> String {
                let page = try await counter.ask("GET", "/console/rules", headers: Counter.form(as: ada)).text
                // The form as a browser sends it.
                let inputs = page.matches(of: /<input name="([^"]+)" aria-label="[^"]*"(?: value="([^"]*)")?/)
                return inputs.map { input in
                    let name = String(input.1)
                    let value = changes[name] ?? input.2.map(String.init) ?? ""
                    return "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "")"
                }.joined(separator: "&")
            }
            let same = try await counter.post("/console/rules", try await fields([:]), headers: Counter.form(as: ada))
            #expect(same.status == 422 && same.text.contains("Name what to change"), "\(same.text)")
            let changed = try await fields(["points.recipe.posted": "7", "cap.comment.posted": "3"])
            let silent = try await counter.post("/console/rules/set", changed, headers: Counter.form(as: ada))
            #expect(silent.status == 422 && silent.text.contains("Say why the rules change"), "\(silent.text)")
            // What was typed stays.
            #expect(silent.text.contains("aria-label=\"Posts a recipe: points\" value=\"7\""), "\(silent.text)")
            let member = try await counter.post(
                "/console/rules/set", changed + "&note=no", headers: Counter.form(as: bo))
            #expect(member.status == 404, "\(member.text)")
            let set = try await counter.post(
                "/console/rules/set", changed + "&note=Fewer+for+posts", headers: Counter.form(as: ada))
            #expect(set.text.contains("«Fewer for posts»"), "\(set.text)")
            #expect(set.text.contains("awards › recipe.posted › points: 10 → <b>7</b>"), "\(set.text)")
            #expect(set.text.contains("awards › comment.posted › dailyCap: nothing → <b>3</b>"), "\(set.text)")
            #expect(!set.text.contains("levels ›") && !set.text.contains("rating ›"), "\(set.text)")
            let rules = try await counter.ask("GET", "/rules")
            #expect(rules.text.contains(#"{"kind":"recipe.posted","points":7}"#), "\(rules.text)")
            #expect(!rules.text.contains("Fewer"), "\(rules.text)")
            // What a job has tried is set from its page.
            let tried = try await fields(["points.recipe.liked": "5"])
            let started = try await counter.post("/console/rules", tried, headers: Counter.form(as: ada))
            #expect(started.text.contains("larder whatif rules.json"), "\(started.text)")
            while try await counter.ask("GET", "/jobs/j1", as: ada).json["state"] as? String != "done" {
                try await Task.sleep(for: .milliseconds(50))
            }
            let job = try await counter.ask("GET", "/console/jobs/j1", headers: Counter.form(as: ada))
            let hidden = "<input type=\"hidden\" name=\"points.recipe.liked\" value=\"5\">"
            #expect(job.text.contains(hidden) && job.text.contains("Set these rules"), "\(job.text)")
        }
    }

    @Test("the log is filtered, an event shows what it changed, and hostile text stays text") func log() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo, title: "<script>alert(1)</script>")
            let liked = try await counter.post("/recipes/\(soup)/like", as: ada)
            let position = try #require(liked.json["position"] as? Int)
            let log = try await counter.ask("GET", "/console/log?thing=\(soup)", headers: Counter.form(as: ada))
            #expect(log.text.contains("recipe.liked") && log.text.contains("href=\"/\(position)\""), "\(log.text)")
            #expect(!log.text.contains("member.registered</code>"), "\(log.text)")
            let wrong = try await counter.ask("GET", "/console/log?actor=@zoe", headers: Counter.form(as: ada))
            #expect(wrong.status == 422 && wrong.text.contains("zoe"), "\(wrong.text)")
            let like = try await counter.ask("GET", "/\(position)", headers: Counter.form(as: ada))
            for words in ["Rows changed", "<td>recipes</td>", "likes", "rel=\"prev\"", "likesReceived 1"] {
                #expect(like.text.contains(words), "\(words): \(like.text)")
            }
            #expect(!like.text.contains("SIMD"))
            let posted = try await counter.ask("GET", "/\(soup.dropFirst())", headers: Counter.form(as: ada))
            #expect(posted.text.contains("&lt;script&gt;") && !posted.text.contains("<script>alert"), "\(posted.text)")
            #expect(try await counter.ask("GET", "/99999", headers: Counter.form(as: ada)).status == 404)
            let effects = try await counter.ask("GET", "/log/\(position)/effects", as: ada)
            #expect((effects.json["count"] as? Int ?? 0) > 0, "\(effects.text)")
            let counts = try await counter.ask("GET", "/log/histogram?kind=recipe.liked&buckets=3", as: ada)
            let buckets = counts.json["buckets"] as? [[String: Any]]
            #expect(buckets?.count == 1 && buckets?[0]["events"] as? Int == 1, "\(counts.text)")
            let oldest = try await counter.ask("GET", "/log?newestFirst=false&limit=1", as: ada)
            #expect((oldest.json["events"] as? [[String: Any]])?.first?["sequence"] as? String == "1", "\(oldest.text)")
            let next = try #require(oldest.json["next"] as? String)
            let second = try await counter.ask("GET", "/log?newestFirst=false&limit=1&after=\(next)", as: ada)
            #expect((second.json["events"] as? [[String: Any]])?.first?["sequence"] as? String == "2", "\(second.text)")
        }
    }

    @Test("an admin goes from each figure of a page to its reasons, and others see no such link")
    func figures() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            _ = try await counter.post("/recipes/\(soup)/like", as: ada)
            var links: Set<String> = []
            for path in ["/\(soup)", "/@bo", "/board"] {
                let page = try await counter.ask("GET", path, headers: Counter.form(as: ada))
                let found = page.text.matches(of: /href="(\/console\/why\?question=[^"]*)"/).map { String($0.1) }
                #expect(!found.isEmpty, "\(path): \(page.text)")
                links.formUnion(found)
                let other = try await counter.ask("GET", path, headers: Counter.form(as: bo))
                #expect(other.status == 200 && !other.text.contains("/console/why"), "\(path): \(other.text)")
            }
            #expect(links.count >= 11)
            for link in links.sorted() {
                let why = try await counter.ask(
                    "GET", link.replacing("&amp;", with: "&"), headers: Counter.form(as: ada))
                #expect(why.status == 200 && why.text.contains("class=\"figure\""), "\(link): \(why.text)")
            }
        }
    }

    @Test("the page of proofs shows what the reader may see, and refuses the rest beside its field")
    func audit() async throws {
        try await withCounter { counter in
            _ = try await counter.join("ada", admin: true)
            let (bo, cy) = (try await counter.join("bo"), try await counter.join("cy"))
            let soup = try await counter.postSoup(as: bo)
            let key = try #require(try await counter.ask("GET", "/audit/key").json["key"] as? String)
            func page(_ query: String, as token: String? = nil) async throws -> (status: Int, text: String) {
                let answer = try await counter.ask("GET", "/audit/check\(query)", headers: Counter.form(as: token))
                #expect(answer.text.components(separatedBy: "<h1").count == 2, "\(query): \(answer.text)")
                return (answer.status, answer.text)
            }
            let plain = try await page("")
            #expect(plain.status == 200 && plain.text.contains(key), "\(plain.text)")
            #expect(!plain.text.contains("data-proof"))
            let own = try await page("?event=\(soup)", as: bo)
            #expect(own.status == 200 && own.text.contains("c2sp.org/tlog-proof@v1\nextra "), "\(own.text)")
            #expect(own.text.contains("larder audit prove \(soup) &gt; proof"), "\(own.text)")
            for (query, token, words) in [
                ("?event=\(soup)", String?.none, "log in"), ("?event=\(soup)", cy, "actor and admins get its proof"),
                ("?event=soup", bo, "is not a position"), ("?event=99999", bo, "there is no event 99999"),
                ("?leaf=soup", nil, "a leaf is 32 bytes"),
                ("?leaf=\(String(repeating: "A", count: 43))", nil, "no event of this log has that leaf"),
                ("?from=soup", nil, "is not a number of events"), ("?from=99999", nil, "the log ends at"),
            ] {
                let refused = try await page(query, as: token)
                #expect(
                    refused.status == 422 && refused.text.lowercased().contains(words.lowercased()),
                    "\(query): \(refused.text)")
                #expect(!refused.text.contains("data-proof"))
            }
            let leaf = try await page("?leaf=\(try counter.leaf(of: 3))")
            #expect(leaf.text.contains("index 2\n") && !leaf.text.contains("extra "), "\(leaf.text)")
            let grown = try await page("?from=2")
            #expect(
                grown.text.contains("old 2\n") && grown.text.contains("The growth of the log from 2"), "\(grown.text)")
        }
    }

    @Test("why shows the figure and the events that made it") func why() async throws {
        try await withCounter { counter in
            let (ada, bo) = (try await counter.join("ada", admin: true), try await counter.join("bo"))
            let soup = try await counter.postSoup(as: bo)
            for _ in 0..<2 {
                _ = try await counter.post("/recipes/\(soup)/like", as: ada)
                _ = try await counter.post("/recipes/\(soup)/unlike", as: ada)
            }
            _ = try await counter.post("/recipes/\(soup)/like", as: ada)
            let page = try await counter.ask(
                "GET", "/console/why?question=/recipes/\(soup)&field=likes", headers: Counter.form(as: ada))
            #expect(
                page.text.contains("<p class=\"figure\">1</p>") && page.text.contains("class=\"plot\""), "\(page.text)")
            #expect(page.text.components(separatedBy: "<code>recipe.liked</code>").count == 4, "\(page.text)")
            let wrong = try await counter.ask("GET", "/console/why?question=/soup", headers: Counter.form(as: ada))
            #expect(wrong.status == 422 && wrong.text.contains("is not a question"), "\(wrong.text)")
        }
    }
}
