import Foundation

/// Ctrl-C, readers that went away, and data files that are not what they say.
enum Interruption {
    /// Ctrl-C ends the process at once with 130: whatever was acknowledged is durable, a transaction under way leaves
    /// nothing, and every piece of work begins again where its last transaction ended.
    static func install() {
        signal(SIGPIPE, SIG_IGN)
        // The parent process may have blocked them, and a blocked mask is inherited.
        var stopping = sigset_t()
        unsafe sigemptyset(&stopping)
        unsafe sigaddset(&stopping, SIGINT)
        unsafe sigaddset(&stopping, SIGTERM)
        unsafe pthread_sigmask(SIG_UNBLOCK, &stopping, nil)
        signal(SIGINT) { _ in
            // Only what is safe in a signal handler: write(2) and _exit(2).
            let line: StaticString = "\nlarder: interrupted: nothing is half done; the same command goes on from here\n"
            _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
            _exit(ExitStatus.interrupted.rawValue)
        }
        // LMDB maps its files and trusts their pages: what lies beyond the end of one, or cannot be read off the disk, comes as
        // the first of these, and what a damaged page points to as the second.
        for number in [SIGBUS, SIGSEGV] {
            signal(number) { _ in
                let line: StaticString =
                    "larder: damaged: a data file is cut short or damaged: larder doctor says which, and larder doctor --repair mends what is made of the log\n"
                _ = unsafe write(STDERR_FILENO, line.utf8Start, line.utf8CodeUnitCount)
                _exit(ExitStatus.verificationFailed.rawValue)
            }
        }
    }
}
