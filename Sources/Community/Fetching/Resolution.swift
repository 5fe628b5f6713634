import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Looks up the addresses of a host with the system's resolver, for a limited time.
enum Resolution {
    /// The number of addresses of one host that are used.
    static let addressesMax = 16

    static func addresses(of host: String, seconds: Double) async throws(FetchFailure) -> [NetworkAddress] {
        if let literal = NetworkAddress(host) { return [literal] }
        let found = await withCheckedContinuation { (continuation: CheckedContinuation<[NetworkAddress]?, Never>) in
            let answer = Answer(continuation)
            // The call cannot be cancelled: the caller continues without its result.
            DispatchQueue.global().async { answer.give(lookUp(host)) }
            DispatchQueue.global().asyncAfter(deadline: .now() + seconds) { answer.give(nil) }
        }
        guard let found else { throw FetchFailure(.unreachable, "no name server knew \(host) within \(seconds) s") }
        guard !found.isEmpty else { throw FetchFailure(.unreachable, "cannot resolve \(host): check the network") }
        return found
    }

    /// The first result counts, the second is dropped.
    private final class Answer: Sendable {
        private let waiting: Mutex<CheckedContinuation<[NetworkAddress]?, Never>?>

        init(_ continuation: CheckedContinuation<[NetworkAddress]?, Never>) { waiting = Mutex(continuation) }

        func give(_ addresses: [NetworkAddress]?) {
            let continuation = waiting.withLock { waiting in
                defer { waiting = nil }
                return waiting
            }
            continuation?.resume(returning: addresses)
        }
    }

    private static func lookUp(_ host: String) -> [NetworkAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        #if canImport(Glibc)
            unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        #else
            unsafe hints.ai_socktype = Int32(SOCK_STREAM)
        #endif
        var list: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
        defer { unsafe freeaddrinfo(list) }
        var addresses: [NetworkAddress] = []
        var next = unsafe list
        while let entry = unsafe next, addresses.count < addressesMax {
            if let address = unsafe address(entry.pointee), !addresses.contains(address) { addresses.append(address) }
            unsafe next = entry.pointee.ai_next
        }
        return addresses
    }

    private static func address(_ entry: addrinfo) -> NetworkAddress? {
        guard let socket = unsafe entry.ai_addr else { return nil }
        switch unsafe entry.ai_family {
        case AF_INET:
            let address = unsafe UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in.self).sin_addr
            return NetworkAddress(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
        case AF_INET6:
            let address = unsafe UnsafeRawPointer(socket).loadUnaligned(as: sockaddr_in6.self).sin6_addr
            return NetworkAddress(bytes: unsafe withUnsafeBytes(of: address) { unsafe Array($0) })
        default: return nil
        }
    }
}
