/// How long something takes, in a field of its own: `1 h 30 min`, `PT1H30M`, a number of minutes, or none at all.
struct WrittenDuration: Hashable, Sendable {
    let minutes: UInt32
    /// Whether one end of a range was taken.
    var isGuess = false

    /// Nil for what cannot be understood.
    init?(_ text: String) {
        if let found = RecipeMinutes(text) {
            (minutes, isGuess) = (found.count, found.isGuess)
        } else if let number = text.split(separator: " ").first, Double(number) == 0 {
            // A page that says so does not know; here it was said on purpose.
            minutes = 0
        } else {
            return nil
        }
    }
}
