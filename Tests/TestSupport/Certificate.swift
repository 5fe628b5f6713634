import Foundation

/// A self-signed certificate, and its key, as two files of PEM.
package struct Certificate {
    package let certificate: String
    package let key: String

    package struct Unmade: Error {}

    /// For `localhost` and 127.0.0.1, made by openssl in that folder.
    package init(_ name: String, in folder: String) throws {
        (certificate, key) = ("\(folder)/\(name).pem", "\(folder)/\(name).key")
        let openssl = Process()
        openssl.executableURL = URL(filePath: "/usr/bin/openssl")
        openssl.arguments = [
            "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost", "-addext",
            "subjectAltName=DNS:localhost,IP:127.0.0.1", "-keyout", key, "-out", certificate,
        ]
        openssl.standardError = FileHandle.nullDevice
        try openssl.run()
        openssl.waitUntilExit()
        guard openssl.terminationStatus == 0 else { throw Unmade() }
    }
}
