import Foundation

/// Handles Ctrl-C, closed pipes and damaged data files.
enum Interruption {
    /// Ctrl-C ends the process at once with 130. Acknowledged events are durable, and a transaction under way leaves nothing.
    /// Repeated work begins where its last transaction ended.
    static func install() {
        signal(SIGPIPE, SIG_IGN)
        // The parent process may have blocked them, and a blocked mask is inherited.
        var stopping = sigset_t()
        unsafe sigemptyset(&stopping)
        unsafe sigaddset(&stopping, SIGINT)
        unsafe sigaddset(&stopping, SIGTERM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
        signal(SIGINT) { _ in
            Interruption.end("\nlarder: interrupted: nothing is half done; run the same command again to continue\n")
        }
        // LMDB maps its files and trusts their pages. A page beyond the end of a file, or one that the disk cannot read, raises
        // SIGBUS. A damaged page that points outside the map raises SIGSEGV.
        for number in [SIGBUS, SIGSEGV] {
            signal(number) { _ in
                let line: StaticString =
                    "larder: damaged: a data file is truncated or damaged: larder doctor says which, and larder doctor --repair rebuilds what is derived from the log\n"
                _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
                _exit(ExitStatus.verificationFailed.rawValue)
            }
        }
    }

    /// From now on Ctrl-C says that nothing was deleted: a question waits for its answer.
    static func saysNothingWasDeleted() {
        signal(SIGINT) { _ in Interruption.end("\nlarder: interrupted: nothing was deleted\n") }
    }

    /// From now on Ctrl-C says that the account is deleted: the next opening of the community sweeps its files.
    static func saysDeletionIsDone() {
        signal(SIGINT) { _ in
            Interruption.end("\nlarder: interrupted: the deletion is done, and the next command removes what is left\n")
        }
    }

    /// From now on Ctrl-C says that nothing was replaced.
    static func saysNothingWasReplaced() {
        signal(SIGINT) { _ in Interruption.end("\nlarder: interrupted: nothing was replaced\n") }
    }

    /// From now on Ctrl-C says nothing: it is how a command that never ends is left.
    static func saysNothing() {
        signal(SIGINT) { _ in Interruption.end("") }
    }

    /// A signal handler may call only async-signal-safe functions: write(2) and _exit(2).
    private static func end(_ line: StaticString) -> Never {
        _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
        _exit(ExitStatus.interrupted.rawValue)
    }
}
