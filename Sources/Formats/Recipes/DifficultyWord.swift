import CloudEvents
import Events

/// How hard a recipe is, as people say it.
enum DifficultyWord {
    /// Nil for a word that no recipe is known to use for it.
    static func difficulty(_ word: String) -> ProtoDifficulty.Value? {
        switch word.withSingleBlanks.lowercased() {
        case "easy", "simple", "beginner", "very easy": .easy
        case "intermediate", "medium", "moderate", "average", "normal": .intermediate
        case "hard", "difficult", "advanced", "expert", "challenging": .hard
        default: nil
        }
    }
}
