import Events

/// What the members of a crowd are called, one name for each number.
enum CrowdNames {
    private static let first = [
        "Ada", "Bela", "Chidi", "Dana", "Emil", "Farah", "Goran", "Hilde", "Iker", "Jana", "Kenji", "Lena", "Mateo",
        "Noor", "Olga", "Pavel", "Quentin", "Rosa", "Samir", "Tuva", "Uma", "Viktor", "Wanda", "Xenia", "Yusuf", "Zoe",
    ]
    private static let last = [
        "Adeyemi", "Bauer", "Costa", "Dubois", "Eriksen", "Fischer", "Garcia", "Hansen", "Ito", "Jansen", "Kowalski",
        "Lopez", "Mbeki", "Novak", "Okafor", "Petrov", "Quispe", "Rossi", "Sato", "Tanaka", "Ueda", "Varga", "Wong",
    ]
    private static let cuisines = ["Italian", "French", "Indian", "Chinese", "Mexican", "Thai", "Greek", "British"]

    static func registration(_ index: Int) -> ProtoMemberRegistered {
        var registration = ProtoMemberRegistered()
        let name = first[index % first.count]
        registration.username = username(index)
        registration.name = "\(name) \(last[index / 7 % last.count])"
        registration.cuisines = [cuisines[index % cuisines.count]]
        return registration
    }

    static func username(_ index: Int) -> String { "\(first[index % first.count].lowercased())\(index + 1)" }
}
