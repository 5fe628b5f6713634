import Accounts
import Events
import Foundation
import Recipes

extension FoundCommunity {
    /// What `read` makes of a member's password; `nil`, with a line of the report, if it cannot be imported. The member is
    /// imported all the same, so that nothing counts as refused.
    mutating func password(
        at place: String, _ read: () throws(Refusal) -> ImportedHash
    ) -> ImportedHash? {
        do throws(Refusal) {
            return try read()
        } catch {
            leftOut.append(
                ImportRun.Line(
                    place: place, word: ImportRun.Line.changed,
                    message: "password: \(error.message): the member needs a new password"))
            return nil
        }
    }

    /// Reports a member who comes without a password, although nothing is wrong.
    mutating func noteNoPassword(at place: String, because reason: String) {
        leftOut.append(
            ImportRun.Line(
                place: place, word: ImportRun.Line.leftOut,
                message: "password: \(reason): the member needs a new password"))
    }
}

extension String {
    /// The bytes of base64 in either alphabet (RFC 4648), with padding or without; `nil` for other text.
    var base64Bytes: [UInt8]? {
        var text = replacing("-", with: "+").replacing("_", with: "/")
        while text.last == "=" { text.removeLast() }
        text += String(repeating: "=", count: (4 - text.utf8.count % 4) % 4)
        return Data(base64Encoded: text).map { Array($0) }
    }
}
