import Foundation
import Testing

/// A member with a word of their own in everything that a member can say, and that is said of a member under their key: who
/// leaves, and of whom nothing is to be found afterwards.
struct Leaver {
    let username = "qvusername"
    /// Beginnings of words, which all begin alike: a search key holds no more of some. Beyond chance in sealed bytes.
    static let marks = [
        "qvusername", "qvformer", "qvname", "qvmail", "qvphone", "qvbio", "qvavatar", "qvlikes", "qvdiet", "qvtitle",
        "qvdescr", "qvingred", "qvunit", "qvthings", "qvwashed", "qvstep", "qvimage", "qvcuisine", "qvcourse", "qvtag",
        "qvphoto", "qvvideo", "qvsource", "qvserving", "qvwhy", "qvquote", "qvcook", "qvtext", "qvagain", "qvremoval",
        "qvorigin", "qvplace", "qvbanned", "qvreported", "qvnoted", "qvlisted", "qvbook", "qvzwölf", "qvzwolf",
    ]
    /// Some that the views show, each in another of them.
    static let shown = ["qvusername", "qvtitle", "qvtext", "qvquote", "qvbanned", "qvreported", "qvlisted", "qvzwölf"]

    /// What ada, who moderates, and bo do stays told; ada came first.
    static func events() -> String {
        var lines: [String] = []
        func add(_ kind: String, _ origin: String, _ actor: String?, _ rest: String = "") {
            let actor = actor.map { #","actor":"@\#($0)""# } ?? ""
            let place = origin.hasPrefix("qv") ? "qvplace" : "app"
            lines.append(
                #"{"specversion":"1.0","type":"larder.\#(kind)","source":"\#(place)","id":"\#(origin)""#
                    + #","time":"2026-01-05T08:\#(10 + lines.count):00Z"\#(actor)\#(rest)}"#)
        }
        add(
            "member.registered", "qvorigin-1", nil,
            #","data":{"username":"qvformer","name":"QvName","email":"qvmail@example.org","phone":"qvphone","bio":"Qvbio"#
                + #" words","avatar":"https://example.org/qvavatar.png","cuisines":["qvlikes"],"diets":["qvdiet"]}"#)
        add("member.profileChanged", "qvorigin-2", "qvformer", #","data":{"username":"qvusername","bio":"Qvbio new"}"#)
        add(
            "recipe.posted", "qvorigin-3", "qvusername",
            #","data":{"title":"Qvtitle Pie","description":"Qvdescription","ingredients":[{"original":"2 qvunits","#
                + #""quantity":2,"unit":"qvunits","name":"qvthings","note":"qvwashed"},{"original":"qvingredient"}],"steps":[{"text":"Qvsteps.","#
                + #""image":"https://example.org/qvimage.png"}],"cuisine":"qvcuisine","course":"qvcourse","tags":["qvtag"],"#
                + #""images":["https://example.org/qvphoto.png"],"videoUrl":"https://example.org/qvvideo","#
                + #""sourceUrl":"https://example.org/qvsource","nutrition":{"servingSize":"qvserving"}}"#)
        let pie = #","subject":"external:qvplace:qvorigin-3""#
        add(
            "recipe.edited", "qvorigin-4", "qvusername",
            pie + #","data":{"title":"Qvtitle Qvzwölf","steps":[{"text":"Qvsteps more."}],"note":"qvwhy","#
                + #""tags":["qvtag","Qvzwölftag"]}"#)
        add("recipe.posted", "stew", "bo", #","data":{"title":"Stew","steps":[{"text":"Wait."}]}"#)
        let stew = #","subject":"external:app:stew""#
        add("recipe.reposted", "qvorigin-5", "qvusername", stew + #","data":{"quote":"qvquote"}"#)
        add("recipe.cooked", "qvorigin-6", "qvusername", stew + #","data":{"note":"qvcooked"}"#)
        add("comment.posted", "qvorigin-7", "qvusername", stew + #","data":{"text":"qvtext"}"#)
        add("comment.posted", "qvorigin-8", "qvusername", stew + #","data":{"text":"qvtext two"}"#)
        add("comment.posted", "reply", "bo", stew + #","cause":"external:qvplace:qvorigin-7","data":{"text":"Nice."}"#)
        let text = #","subject":"external:qvplace:qvorigin-7""#
        add("comment.edited", "qvorigin-9", "qvusername", text + #","data":{"text":"qvagain"}"#)
        let second = #","subject":"external:qvplace:qvorigin-8""#
        add("comment.deleted", "qvorigin-10", "qvusername", second + #","data":{"reason":"qvremoval"}"#)
        add("recipe.liked", "qvorigin-11", "qvusername", stew)
        add("recipe.liked", "like", "bo", pie)
        add("recipe.bookmarked", "bookmark", "bo", pie)
        add("comment.posted", "praise", "bo", pie + #","data":{"text":"Good."}"#)
        add("member.followed", "follow", "bo", #","subject":"@qvusername""#)
        add("member.followed", "qvorigin-12", "qvusername", #","subject":"@bo""#)
        add("list.itemAdded", "qvorigin-13", "qvusername", #","data":{"text":"2 qvlisted"}"#)
        add(
            "plan.set", "qvorigin-14", "qvusername", stew + #","data":{"day":"2026-01-09","meal":"lunch","servings":3}"#
        )
        add("cookbook.created", "qvorigin-15", "qvusername", #","data":{"name":"Qvbooks","visibility":"public"}"#)
        add("report.filed", "report", "bo", pie + #","data":{"reason":"spam","note":"qvreported"}"#)
        // What a member says of another goes with the other, and how a report ended with who filed it.
        add("report.filed", "other", "qvusername", stew + #","data":{"reason":"spam","note":"said of bo"}"#)
        for (report, note) in [("report", "said to bo"), ("other", "qvnoted")] {
            add(
                "report.resolved", "resolution-\(report)", "ada",
                #","subject":"external:app:\#(report)","data":{"outcome":"dismissed","note":"\#(note)"}"#)
        }
        add("member.banned", "ban", "ada", #","subject":"@qvusername","data":{"reason":"qvbanned"}"#)
        add("member.unbanned", "unban", "ada", #","subject":"@qvusername""#)
        return lines.joined(separator: "\n") + "\n"
    }

    /// Which of the marks are in the files below a folder, in one case or another, with the files.
    static func found(below path: String) throws -> [String: [String]] {
        var found: [String: [String]] = [:]
        let walk = try #require(FileManager.default.enumerator(atPath: path))
        for case let name as String in walk {
            guard let data = FileManager.default.contents(atPath: "\(path)/\(name)") else { continue }
            for mark in marks(in: data) { found[mark, default: []].append(name) }
        }
        return found
    }

    static func marks(in data: Data) -> [String] {
        var found: Set<String> = []
        for beginning in ["qv", "Qv", "qV", "QV"] {
            var rest = data[...]
            while let range = rest.range(of: Data(beginning.utf8)) {
                let word = rest[range.lowerBound...].prefix(16).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
                found.formUnion(marks.filter { word.starts(with: $0.utf8) })
                rest = rest[range.upperBound...]
            }
        }
        return found.sorted()
    }
}
