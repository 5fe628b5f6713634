import LarderAPI
import Views

/// The cells of a board that are for people only: medals, and who moved since the week before.
struct BoardText {
    /// Ranks of the week before, by member.
    let before: [String: Int]

    func rank(_ entry: LeaderboardEntry) -> String {
        switch entry.rank {
        case 1: "🥇 1"
        case 2: "🥈 2"
        case 3: "🥉 3"
        default: "\(entry.rank)"
        }
    }

    /// `▲ 2`, `▼ 1`, `=` or `new`.
    func move(_ entry: LeaderboardEntry) -> String {
        guard let before = before[entry.member] else { return "new" }
        let places = before - entry.rank
        return places == 0 ? "=" : "\(places > 0 ? "▲" : "▼") \(places.magnitude)"
    }
}
