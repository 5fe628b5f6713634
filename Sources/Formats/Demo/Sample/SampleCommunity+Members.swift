import Events

extension SampleCommunity {
    mutating func planJoining() {
        for index in people.indices {
            let day = people[index].member.joinDay
            // The founder came first, in the order of the cast.
            let time = day == 0 ? time(day: 0, hour: 7, minute: 20 + 9 * index) : time(day: day, hour: 8 + index % 12)
            agenda.plan(.join(member: index), at: time)
        }
    }

    mutating func join(_ index: Int) {
        let member = people[index].member
        var registration = ProtoMemberRegistered()
        registration.username = member.username
        registration.name = member.name
        if !member.bio.isEmpty { registration.bio = member.bio }
        registration.email = "\(member.username)@example.org"
        registration.cuisines = member.cuisines
        registration.diets = member.diets
        act(.memberRegistered, by: nil, id: "member/\(member.username)", payload: .registration(registration))
        people[index].isHere = true
    }

    /// Every member comes by as often as is their way, from the day on which they joined.
    mutating func planVisits() {
        for index in people.indices {
            let member = people[index].member
            for day in member.joinDay..<(DemoTime.sampleWeeks * 7) {
                var left = member.temperament.visitsPerWeek / 7
                while left > 0 {
                    if random.chance(left) {
                        let hour = day == member.joinDay ? 21 : 7 + random.below(16)
                        agenda.plan(.visit(member: index), at: time(day: day, hour: hour, minute: random.below(60)))
                    }
                    left -= 1
                }
            }
        }
    }

    mutating func follow(_ member: Int, _ other: Int) {
        guard member != other, canMeet(member, other), people[member].following.insert(other).inserted else { return }
        act(.memberFollowed, by: member, on: reference(of: other))
    }

    mutating func unfollow(_ member: Int, _ other: Int) {
        guard canMeet(member, other), people[member].following.remove(other) != nil else { return }
        act(.memberUnfollowed, by: member, on: reference(of: other))
    }
}
