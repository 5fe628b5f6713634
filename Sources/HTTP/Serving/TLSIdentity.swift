import Events
import Foundation
import Logging
import NIOCore
import NIOSSL
import ServiceLifecycle
import Synchronization

/// The service's certificate and its key, from two PEM files. When the files are renewed, new connections get the new certificate without
/// a restart.
final class TLSIdentity: ServiceLifecycle.Service {
    /// How often the files are checked.
    private static let interval = Duration.seconds(1)

    private struct State {
        var override: NIOSSLContextConfigurationOverride
        var files: [FileMark]
        /// The files that the log has reported as unusable. They are read again at each check, because their permissions may change.
        var reported: [FileMark]?
    }

    /// Tells a file from an earlier one at its path.
    private struct FileMark: Equatable {
        var inode: UInt64
        var changedAt: Date
        var bytes: UInt64
    }

    private let files: TLSFiles
    private let logger: Logger
    private let state: Mutex<State>
    private let first: (chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource)

    /// Refuses files that cannot be read or do not match.
    init(_ files: TLSFiles, _ logger: Logger) throws(Refusal) {
        self.files = files
        self.logger = logger
        let marks = Self.marks(files)
        first = try Self.read(files)
        let override = Self.override(first)
        state = Mutex(State(override: override, files: marks))
    }

    /// Refuses what `init` refuses.
    static func check(_ files: TLSFiles) throws(Refusal) { _ = try read(files) }

    var configuration: TLSConfiguration {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: first.chain, privateKey: first.key)
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = NegotiatedConnection.protocols
        configuration.sslContextCallback = { [self] _, promise in promise.succeed(state.withLock { $0.override }) }
        return configuration
    }

    /// Checks the files until the service stops. It never runs on a thread of handshakes: a failed read leaves an OpenSSL error on its
    /// thread, and the next handshake there would fail.
    func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                // A cancelled sleep ends the loop.
                try? await Task.sleep(for: Self.interval)
                self.renew()
            }
        }
    }

    private func renew() {
        let marks = Self.marks(files)
        guard marks != state.withLock({ $0.files }) else { return }
        do throws(Refusal) {
            let override = Self.override(try Self.read(files))
            // Only once both files are read: the second one may be renewed a moment after the first.
            state.withLock { $0 = State(override: override, files: marks) }
            logger.notice("certificate renewed")
        } catch {
            let isNew = state.withLock { state in
                defer { state.reported = marks }
                return state.reported != marks
            }
            guard isNew else { return }
            logger.error(
                "the certificate on the disk is not shown, but the one before", metadata: ["why": "\(error.message)"])
        }
    }

    private static func override(
        _ pair: (chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource)
    ) -> NIOSSLContextConfigurationOverride {
        var override = NIOSSLContextConfigurationOverride()
        override.certificateChain = pair.chain
        override.privateKey = pair.key
        return override
    }

    private static func marks(_ files: TLSFiles) -> [FileMark] {
        [files.certificate, files.key].compactMap { path in
            // A missing file has no mark. Reading it reports why.
            guard let found = try? FileManager.default.attributesOfItem(atPath: path) else { return nil }
            return FileMark(
                inode: (found[.systemFileNumber] as? NSNumber)?.uint64Value ?? 0,
                changedAt: found[.modificationDate] as? Date ?? .distantPast,
                bytes: (found[.size] as? NSNumber)?.uint64Value ?? 0)
        }
    }

    private static func read(
        _ files: TLSFiles
    ) throws(Refusal) -> (chain: [NIOSSLCertificateSource], key: NIOSSLPrivateKeySource) {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(files.certificate) } catch {
            throw Refusal(
                .usage, "\(files.certificate) holds no certificate that can be read: name a file of PEM",
                field: "tls-certificate")
        }
        guard !chain.isEmpty else {
            throw Refusal(.usage, "\(files.certificate) holds no certificate", field: "tls-certificate")
        }
        let key: NIOSSLPrivateKey
        do { key = try NIOSSLPrivateKey(file: files.key, format: .pem) } catch {
            throw Refusal(
                .usage, "\(files.key) holds no private key that can be read: name a file of PEM without a passphrase",
                field: "tls-key")
        }
        let pair = (chain: chain.map(NIOSSLCertificateSource.certificate), key: NIOSSLPrivateKeySource.privateKey(key))
        // A context shows whether key and certificate match.
        do {
            _ = try NIOSSLContext(
                configuration: .makeServerConfiguration(certificateChain: pair.chain, privateKey: pair.key))
        } catch {
            throw Refusal(.usage, "\(files.key) is not the key of \(files.certificate)", field: "tls-key")
        }
        return pair
    }
}
