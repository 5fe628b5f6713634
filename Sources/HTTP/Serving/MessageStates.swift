import NIOCore
import NIOHTTP1

/// What a connection's messages have come to: which requests wait for their answers, and whether the connection ends with one. It does
/// no I/O.
struct MessageStates {
    /// The most bytes of an unread body that are read and dropped. Many clients read an answer only after they have sent everything.
    static let droppedBytesMax = 64 << 20

    private struct Pending {
        /// Whether the client speaks HTTP/1.0: it knows no chunks.
        var isOld: Bool
        /// Whether the connection ends with the answer.
        var closes: Bool
        /// Whether the client sends the body only after `100 Continue`.
        var waitsForContinue: Bool
        /// How many bytes of the body are to come; 0 if the client does not say.
        var bytesLeft: Int
        var isRead = false
        /// Whether the client sees the end of the answer in the answer itself.
        var isAnswerMeasured = false
    }

    /// How the connection goes on after an answer.
    enum Ending {
        case none
        case now
        /// Once the client has sent the rest of its body. Until then many clients take the end of the connection for a failure.
        case afterRest
    }

    /// Requests without their whole answers, the oldest first. Only the last one can be unread.
    private var pending = CircularBuffer<Pending>()
    /// Whether the rest of a body arrives whose request has been answered.
    private(set) var isDropping = false
    private var bytesDropped = 0

    /// Whether more of a body has come after its answer than is worth a connection.
    var dropsTooMuch: Bool { bytesDropped > Self.droppedBytesMax }

    /// The request that cannot be read. None follows it.
    private(set) var malformation: Malformation?

    // MARK: Requests

    /// A request begins. `head` loses what its version does not know.
    mutating func begin(_ head: inout HTTPRequestHead) {
        let isOld = head.version.minor == 0
        if isOld { head.headers.remove(name: "expect") }
        // The parser stops at an upgrade, which the service does not offer.
        let upgrades =
            head.headers.contains(name: "upgrade")
            && head.headers[canonicalForm: "connection"].contains {
                $0.lowercased() == "upgrade"
            }
        pending.append(
            Pending(
                isOld: isOld, closes: isOld || upgrades || !head.isKeepAlive,
                waitsForContinue: head.headers[canonicalForm: "expect"].contains { $0.lowercased() == "100-continue" },
                bytesLeft: head.headers.first(name: "content-length").flatMap { Int($0) } ?? 0))
    }

    mutating func receive(_ bytes: Int) {
        if isDropping {
            bytesDropped += bytes
        } else if let last = pending.indices.last {
            pending[last].bytesLeft -= bytes
        }
    }

    mutating func end() {
        if !isDropping, let last = pending.indices.last { pending[last].isRead = true }
        isDropping = false
    }

    mutating func refuse(_ malformation: Malformation) { self.malformation = malformation }

    // MARK: Answers

    /// The client is told to send the body.
    mutating func proceed() {
        if let first = pending.indices.first { pending[first].waitsForContinue = false }
    }

    /// An answer begins. `head` gets the version and the headers that the connection needs.
    mutating func answer(_ head: inout HTTPResponseHead) {
        guard let first = pending.indices.first else {
            head.headers.replaceOrAdd(name: "connection", value: "close")
            return
        }
        if !pending[first].isRead {
            pending[first].closes =
                pending[first].closes || pending[first].waitsForContinue || malformation != nil
                || pending[first].bytesLeft > Self.droppedBytesMax
        }
        pending[first].isAnswerMeasured = head.headers.contains(name: "content-length")
        if pending[first].isOld { head.version = .http1_0 }
        if pending[first].closes { head.headers.replaceOrAdd(name: "connection", value: "close") }
    }

    /// An answer ends.
    mutating func finish() -> Ending {
        guard let first = pending.popFirst() else { return .now }
        // What follows a malformation cannot be read, and it has this answer already if it lies in this request's body.
        let closes = first.closes || !first.isRead && malformation != nil
        isDropping = !first.isRead && !closes
        bytesDropped = 0
        guard closes else { return .none }
        let sendsRest = !first.isRead && !first.waitsForContinue && malformation == nil
        return sendsRest && first.isAnswerMeasured ? .afterRest : .now
    }
}
