import Events
import Foundation

/// Another process answers as this one does.
extension Comparison {
    func askElsewhere() throws {
        guard let id = trial.dice.pick(model.members.keys.filter { model.isHere($0) }) else { return }
        for _ in 0..<3 {
            switch trial.dice.number(0...7) {
            case 0: try same(["profile", "m\(id)", "--as", "m\(id)"], try model.profile(id, viewer: id, standings))
            case 1: try same(["xp", "m\(id)"], try standings.experience(id, viewer: nil))
            case 2: try same(["dashboard"], model.dashboard(at: now))
            case 3: try same(["modlog"], ["entries": model.moderationLog()])
            case 4: try same(["tags", "--as", "m\(id)"], ["tags": model.tags(viewer: id, now: now)])
            case 5:
                let members = model.directory(DirectoryWishes(isOperator: true), viewer: nil, standings)
                try same(["members"], ["members": members])
            case 6:
                let (pending, resolved) = (model.reports(isResolved: false), model.reports(isResolved: true))
                try same(
                    ["reports", "--status", "all"], Reports(pending: pending.count, reports: pending + resolved))
            default:
                let recipes = model.works.filter {
                    $0.value.sort == .recipe && model.isLiving($0.key) && !model.isClosed($0.value.author, to: id)
                }.keys
                guard let recipe = trial.dice.pick(recipes) else { return }
                try same(
                    ["recipe", "r\(recipe)", "--as", "m\(id)"],
                    try model.recipePage(recipe, isWhole: true, viewer: id))
            }
        }
    }

    private struct Reports: Encodable {
        var pending: Int
        var reports: [ReportLine]
    }

    /// But for the position, which is the model's.
    private func same(_ words: [String], _ expected: some Encodable) throws {
        let words = words + (position.map { ["--as-of", "\($0)"] } ?? [])
        var answer = try Larder.run(words + ["--limit", "0", "--data", trial.path, "--json"])
        let bytes = try JSONEncoder().encode(expected)
        var expected = try JSONSerialization.jsonObject(with: bytes) as? [String: Any] ?? [:]
        guard answer["position"] as? Int == Int(model.head) else {
            throw trial.failure("larder \(words): position", expected: "\(model.head)", actual: "\(answer)")
        }
        answer["position"] = nil
        expected["position"] = nil
        guard (expected as NSDictionary).isEqual(answer as NSDictionary) else {
            throw trial.failure("larder \(words)", expected: "\(expected)", actual: "\(answer)")
        }
    }
}
