import Foundation
import Synchronization

/// A web server of this machine that says what it is told to, byte by byte: also what no sound server would.
package final class LoopbackServer: Sendable {
    /// What is sent for a path.
    package struct Answer: Sendable {
        package var bytes: [UInt8]
        /// Sends it again and again, until no client listens any more.
        package var repeats: Bool
        /// Holds the connection open and says nothing further.
        package var hangs: Bool

        package init(bytes: [UInt8], repeats: Bool = false, hangs: Bool = false) {
            self.bytes = bytes
            self.repeats = repeats
            self.hangs = hangs
        }

        package init(
            status: String = "200 OK", type: String? = "text/html; charset=utf-8", headers: [String] = [],
            body: [UInt8] = []
        ) {
            let lines =
                ["HTTP/1.1 \(status)", "Content-Length: \(body.count)", "Connection: close"]
                + (type.map { ["Content-Type: \($0)"] } ?? []) + headers
            self.init(bytes: Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body)
        }

        package static func redirect(to location: String) -> Answer {
            Answer(status: "302 Found", headers: ["Location: \(location)"])
        }
    }

    package let port: UInt16
    private let descriptor: Int32
    private let answers: [String: [Answer]]
    private let seen = Mutex<[(path: String, head: String, body: String)]>([])

    package struct Failed: Error {}

    /// Answers with what `answers` has for the path, else with 404.
    package convenience init(_ answers: [String: Answer]) throws { try self.init(inTurn: answers.mapValues { [$0] }) }

    /// The same with one answer after the other, the last of them for good.
    package init(inTurn answers: [String: [Answer]]) throws {
        self.answers = answers
        #if canImport(Glibc)
            let kind = Int32(SOCK_STREAM.rawValue)
        #else
            let kind = Int32(SOCK_STREAM)
        #endif
        let listener = socket(AF_INET, kind, 0)
        descriptor = listener
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let listening = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { socket in
                unsafe bind(listener, socket, length) == 0 && listen(listener, 16) == 0
                    && getsockname(listener, socket, &length) == 0
            }
        }
        guard listening else { throw Failed() }
        port = UInt16(bigEndian: address.sin_port)
        let thread = Thread { [self] in accept() }
        thread.start()
    }

    /// Stops accepting clients. The accepting thread closes the socket: closed here, its number could be another server's socket when
    /// that thread accepts once more, and this server would answer the other's client.
    package func stop() { shutdown(descriptor, Int32(SHUT_RDWR)) }

    package func url(_ path: String) -> String { "http://127.0.0.1:\(port)\(path)" }

    /// The paths that were asked for, in order.
    package var paths: [String] { seen.withLock { $0.map(\.path) } }

    /// All that was said with each of them: the request's first line and its headers.
    package var heads: [String] { seen.withLock { $0.map(\.head) } }

    /// What was sent along with each of them.
    package var bodies: [String] { seen.withLock { $0.map(\.body) } }

    private func accept() {
        while true {
            let connection = Foundation.accept(descriptor, nil, nil)
            guard connection >= 0 else {
                close(descriptor)
                return
            }
            // Dispatch has as many threads as cores, and what is tested needs them.
            let thread = Thread { [self] in
                serve(connection)
                close(connection)
            }
            thread.start()
        }
    }

    private func serve(_ connection: Int32) {
        var request: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while !request.contains(Array("\r\n\r\n".utf8)) {
            let count = unsafe recv(connection, &chunk, chunk.count, 0)
            guard count > 0, request.count < 65_536 else { return }
            request += chunk.prefix(count)
            if request.first == 0x16 {
                // A client that begins TLS here gets the answer that web servers give.
                _ = unsafe send(connection, "HTTP/1.1 400 Bad Request\r\n\r\n", 28, Int32(MSG_NOSIGNAL))
                return
            }
        }
        let end = request.firstRange(of: Array("\r\n\r\n".utf8))?.upperBound ?? request.endIndex
        let head = String(decoding: request[..<end], as: UTF8.self)
        let words = head.split(separator: " ", maxSplits: 2)
        guard words.count == 3 else { return }
        let length = head.firstMatch(of: /(?i)content-length: ([0-9]+)/).flatMap { Int($0.output.1) } ?? 0
        while request.count < end + length {
            let count = unsafe recv(connection, &chunk, chunk.count, 0)
            guard count > 0 else { return }
            request += chunk.prefix(count)
        }
        let path = String(words[1])
        let body = String(decoding: request[end...], as: UTF8.self)
        let turn = seen.withLock { seen in
            seen.append((path, head, body))
            return seen.count { $0.path == path } - 1
        }
        let known = answers[path] ?? []
        let answer = known.isEmpty ? Answer(status: "404 Not Found") : known[min(turn, known.count - 1)]
        repeat {
            var rest = answer.bytes[...]
            while !rest.isEmpty {
                let sent = unsafe Array(rest).withUnsafeBytes { bytes in
                    unsafe send(connection, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
                }
                guard sent > 0 else { return }
                rest = rest.dropFirst(sent)
            }
        } while answer.repeats
        // Until the other side has had enough.
        if answer.hangs { while unsafe recv(connection, &chunk, chunk.count, 0) > 0 {} }
    }
}
