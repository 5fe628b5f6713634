internal import Synchronization

#if DEBUG
    /// Makes the n-th LMDB call fail, for n = 1, 2, 3 …, until nothing fails: SQLite's test, at the level of C calls.
    ///
    /// It is bound to the current task (or thread), so that tests run side by side; `WriterThread` carries it along.
    /// The failing call is not made; a commit that is made to fail aborts its transaction, as LMDB would.
    package final class FaultInjector: Sendable {
        /// What happened under injection.
        package struct Outcome<R: Sendable>: Sendable {
            /// What the body returned or threw.
            package let result: Result<R, any Error>
            /// True if the body made enough calls to reach the failing one.
            package let fired: Bool
            /// How many LMDB calls were made, the failing one included.
            package let calls: Int
        }

        @TaskLocal static var current: FaultInjector?

        private let callNumber: Int
        private let code: LMDBError.Code
        private let calls = Mutex(0)

        private init(callNumber: Int, code: LMDBError.Code) {
            self.callNumber = callNumber
            self.code = code
        }

        /// Runs the body; its LMDB call number `callNumber`, counted from 1, fails with `code`.
        package static func fail<R: Sendable>(
            callNumber: Int, with code: LMDBError.Code, _ body: () throws -> R
        ) -> Outcome<R> {
            let injector = FaultInjector(callNumber: callNumber, code: code)
            let result = $current.withValue(injector) { Result { try body() } }
            return injector.outcome(result)
        }

        /// Runs an asynchronous body; its LMDB call number `callNumber`, counted from 1, fails with `code`.
        package static func fail<R: Sendable>(
            callNumber: Int, with code: LMDBError.Code, _ body: () async throws -> R
        ) async -> Outcome<R> {
            let injector = FaultInjector(callNumber: callNumber, code: code)
            let result: Result<R, any Error> = await $current.withValue(injector) {
                do { return .success(try await body()) } catch { return .failure(error) }
            }
            return injector.outcome(result)
        }

        private func outcome<R>(_ result: Result<R, any Error>) -> Outcome<R> {
            let made = calls.withLock { $0 }
            return Outcome(result: result, fired: made >= callNumber, calls: made)
        }

        /// Counts one call; the result code that replaces it if its turn has come.
        func substitute() -> Int32? {
            calls.withLock { made in
                made += 1
                return made == callNumber ? code.rawValue : nil
            }
        }
    }
#endif

/// The one funnel through which every LMDB call with a result code goes.
///
/// `instead` runs when a fault replaces the call: it gives back what the call would have given back by failing.
@inline(__always)
func funnel(_ call: () -> Int32, instead: () -> Void = {}) -> Int32 {
    #if DEBUG
        if let code = FaultInjector.current?.substitute() {
            instead()
            return code
        }
    #endif
    return call()
}
