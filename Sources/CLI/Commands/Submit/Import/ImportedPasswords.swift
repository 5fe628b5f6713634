import Accounts
import ArgumentParser
import Communities
import Community
import EventLog
import Events
import Foundation

/// Options of one format of communities.
protocol CommunityExtras: ParsableArguments {
    /// The files that they name.
    var files: [String] { get }
}

struct NoExtras: CommunityExtras {
    var files: [String] { [] }
}

extension CommunityFormat where Extras == NoExtras {
    mutating func add(_ extras: NoExtras) throws(Refusal) {}
}

/// The files of Firebase Authentication that belong to a database of Firestore.
struct FirebaseFiles: CommunityExtras {
    @Option(
        help: ArgumentHelp(
            "The users with their passwords, as firebase auth:export writes them in JSON.", valueName: "file"))
    var passwords: String?
    @Option(
        help: ArgumentHelp("The project's hash parameters, as the Firebase console shows them.", valueName: "file"))
    var hashParameters: String?

    var files: [String] { [passwords, hashParameters].compactMap(\.self) }

    /// `nil` without the options.
    func users() throws(Refusal) -> FirebaseUsers? {
        switch (passwords, hashParameters) {
        case (nil, nil): return nil
        case (_?, nil):
            throw Refusal(
                .usage, "--passwords needs the hash parameters of the project: --hash-parameters FILE",
                field: "hash-parameters")
        case (nil, _?):
            throw Refusal(
                .usage, "--hash-parameters does nothing without the users: --passwords FILE", field: "passwords")
        case (let passwords?, let parameters?):
            let text = try ImportFile(path: parameters, upTo: FirebaseHashParameters.bytesMax)
            let users = try ImportFile(path: passwords, upTo: FirebaseUsers.bytesMax)
            return try FirebaseUsers(
                users.bytes, place: users.place,
                parameters: try FirebaseHashParameters(text.bytes, place: text.place))
        }
    }
}

extension Community {
    /// Keeps the passwords of members whom an import has registered. Returns how many are new; `nil` where there are none. A
    /// rehearsal counts them only.
    ///
    /// An interrupted import is completed by running it again.
    func keep(_ passwords: [ImportedPassword], isRehearsal: Bool) throws(Refusal) -> Int? {
        guard !passwords.isEmpty else { return nil }
        // A rehearsal creates no accounts.
        guard !isRehearsal || FileManager.default.fileExists(atPath: accountFiles.directory) else {
            return passwords.count
        }
        let accounts = try Accounts(of: self)
        defer { accounts.close() }
        return try accounts.keep(imported: passwords, isRehearsal: isRehearsal)
    }
}
