/// Where a command can go.
enum Reach {
    /// To a directory, or to a service that does the same.
    case anywhere
    /// To a directory alone, and why.
    case directory(String)
    /// To a service alone.
    case service
    /// It needs neither.
    case nowhere

    /// Of what is done to files.
    static let files = Reach.directory("it works on the files of a directory")
}
