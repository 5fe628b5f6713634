import Events
import Layout

/// Balances from the time before Larder: by import only, in no member's name. The last one replaces the others.
extension Model {
    struct Balance {
        var event: UInt64
        /// A member's points; or a recipe's likes, upvotes, downvotes and comments.
        var numbers: [Int]
    }

    mutating func carryPoints(_ act: Act) throws -> Verdict {
        try requireImport(act)
        guard let subject = act.command.subject else { throw No(.invalid) }
        let id = try livingMember(subject)
        guard case .points(let said) = act.command.payload, said.hasPoints, said.points <= 10_000_000,
            said.points > 0 || balances[id] != nil
        else { throw No(.invalid) }
        return try carry([Int(said.points)], over: id, of: id, act)
    }

    mutating func carryCounts(_ act: Act) throws -> Verdict {
        try requireImport(act)
        let id = try livingWork(act.command.subject, .recipe)
        guard case .counts(let said) = act.command.payload else { throw No(.invalid) }
        let numbers = [said.likes, said.upvotes, said.downvotes, said.comments].map { Int($0) }
        let isSaid = said.hasLikes || said.hasUpvotes || said.hasDownvotes || said.hasComments
        guard balances[id] == nil ? numbers.contains(where: { $0 > 0 }) : isSaid,
            numbers.allSatisfy({ $0 <= 10_000_000 })
        else { throw No(.invalid) }
        return try carry(numbers, over: id, of: works[id]?.author ?? 0, act)
    }

    private func requireImport(_ act: Act) throws {
        guard act.command.authority == .operator, act.actor == 0 else { throw No(.forbidden) }
    }

    private mutating func carry(_ numbers: [Int], over thing: UInt64, of owner: UInt64, _ act: Act) throws -> Verdict {
        let known = balances[thing]
        if let known, known.numbers == numbers { return .unchanged(known.event) }
        let event = append(act, subject: thing, owner: owner)
        balances[thing] = Balance(event: event, numbers: numbers)
        gains[event] = numbers[0] - (known?.numbers[0] ?? 0)
        return .done(event)
    }

    /// «counted in xp, in no week».
    func carriedPoints(of member: UInt64) -> Int { isHere(member) ? balances[member]?.numbers.first ?? 0 : 0 }
}
