import Events
import Layout
import Operations
import Views

extension Invocation {
    /// The member whom `--as` names; `nil`: the operator.
    func viewer(_ queries: Queries) throws(Refusal) -> MemberID? {
        try actor.map { reference throws(Refusal) in try queries.member(reference) }
    }

    /// The member that was named, or else the caller, as an operation's input has it.
    func member(_ text: String?) throws(Refusal) -> String { try owner(text)?.description ?? "me" }

    /// The member that was named; `nil`: the caller.
    func owner(_ text: String?) throws(Refusal) -> Reference? {
        if let text { return try MemberName.reference(text, field: "member") }
        guard actor != nil || service?.token != nil else {
            throw Refusal(
                .usage,
                service == nil ? "say which member: @name, or --as @name" : "say which member: @name, or log in",
                field: "member")
        }
        return nil
    }
}

extension Terminal {
    /// The age of a time, or its date, for a terminal; else the exact time.
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

    /// The columns of `list`.
    static let listColumns = ["name", "value"]

    /// Names and values, one each a line.
    func list(_ pairs: KeyValuePairs<String, String?>) -> String {
        var table = TextTable([.text("name"), .text("value")])
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
