import Events
import Layout
import Operations
import Views

extension Invocation {
    /// Who looks: whoever `--as` names, or nobody in particular.
    func viewer(_ queries: Queries) throws(Refusal) -> MemberID? {
        try actor.map { reference throws(Refusal) in try queries.member(reference) }
    }

    /// The member that was named, or else whoever asks.
    func member(_ text: String?) throws(Refusal) -> MeantMember {
        if let text { return .named(try MemberName.reference(text, field: "member")) }
        guard actor != nil || server?.token != nil else {
            throw Refusal(
                .usage, server == nil ? "say which member: @name, or --as @name" : "say which member: @name, or log in",
                field: "member")
        }
        return .oneself
    }
}

extension Terminal {
    /// How long ago, for people; the exact time elsewhere.
    func time(_ text: String, now: Timestamp) -> String {
        guard isOutputTerminal, let time = Timestamp(rfc3339: text) else { return text }
        if showsDates { return Wording.minute(time) }
        return Wording.relative(time, now: now)
    }

    /// A time to come, such as a ban's end, to the minute for people; the exact time elsewhere.
    func future(_ text: String) -> String {
        guard isOutputTerminal, let time = Timestamp(rfc3339: text) else { return text }
        return Wording.minute(time)
    }

    /// Names and values, one each a line.
    func list(_ pairs: KeyValuePairs<String, String?>) -> String {
        var table = TextTable([.text(""), .text("")])
        for (name, value) in pairs {
            if let value { table.add([name, value]) }
        }
        guard isOutputTerminal else { return table.text(for: self) }
        let width = pairs.map { $0.key.displayWidth }.max() ?? 0
        return table.rows.map { row in
            let name = row[0] + String(repeating: " ", count: width - row[0].displayWidth)
            let lines = row[1].wrapped(toWidth: self.width, hanging: name + "  ").joined(separator: "\n")
            return dim(name) + lines.dropFirst(name.count) + "\n"
        }.joined()
    }
}
