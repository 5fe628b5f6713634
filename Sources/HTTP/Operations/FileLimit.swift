import Foundation

/// How many files and connections the system lets this process have open at once.
enum FileLimit {
    /// Kept for the community's own files, and for what is read and written in passing.
    private static let reserve = 256

    /// Raises the limit, as far as that is allowed, to what so many connections take. Answers how many of them there is room
    /// for.
    static func room(forConnections wanted: Int) -> Int {
        guard var limit = current() else { return wanted }
        let needed = rlim_t(wanted + reserve)
        if limit.rlim_cur < needed {
            limit.rlim_cur = min(needed, limit.rlim_max)
            unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        }
        let allowed = Int(clamping: current()?.rlim_cur ?? limit.rlim_cur)
        return min(wanted, max(1, allowed - reserve))
    }

    private static func current() -> rlimit? {
        var limit = rlimit()
        return unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 ? limit : nil
    }
}
