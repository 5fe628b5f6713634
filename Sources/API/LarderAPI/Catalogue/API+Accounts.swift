/// Registering, sessions, keys and passwords.
extension API {
    public static let register: Operation<RegisterInput, SubmitAnswer> = Operation(
        "register", .post, "/accounts", "Register with a password. `link` makes the first admin.",
        OperationTraits(rate: .registrations, bodyBytesMax: jsonBytesMax))
    public static let logIn: Operation<LogInInput, SessionAnswer> = Operation(
        "logIn", .post, "/log-in", "Begin a session: a token, or a cookie for browsers.",
        OperationTraits(rate: .logIns, bodyBytesMax: jsonBytesMax))
    public static let logOut: Operation<NoInput, SubmitAnswer> = account(
        "logOut", .post, "/log-out", "End this session.")
    public static let sessions: Operation<NoInput, SessionsAnswer> = account(
        "sessions", .get, "/sessions", "Your sessions, the last used first.")
    public static let revokeSession: Operation<SessionInput, NoAnswer> = account(
        "revokeSession", .post, "/sessions/{session}/revoke", "End a session of yours.")
    public static let keys: Operation<NoInput, KeysAnswer> = account("keys", .get, "/keys", "Your keys for apps.")
    public static let makeKey: Operation<MakeKeyInput, KeyAnswer> = account(
        "makeKey", .post, keys.path, "A key for an app, with what it may do.")
    public static let revokeKey: Operation<KeyInput, NoAnswer> = account(
        "revokeKey", .post, "/keys/{key}/revoke", "End a key.")
    public static let changePassword: Operation<ChangePasswordInput, SubmitAnswer> = account(
        "changePassword", .post, "/account/password", "Change your password; ends all other sessions.")
    public static let resetPassword: Operation<ResetPasswordInput, SubmitAnswer> = Operation(
        "resetPassword", .post, "/account/reset", "Choose a new password with the operator's link.",
        OperationTraits(rate: .logIns, bodyBytesMax: jsonBytesMax))
    public static let deleteAccount: Operation<DeleteAccountInput, SubmitAnswer> = account(
        "deleteAccount", .post, "/account/delete", "Delete your account for ever.")

    static let accountsOperations: [any AnyOperation] = [
        register, logIn, logOut, sessions, revokeSession, keys, makeKey, revokeKey, changePassword, resetPassword,
        deleteAccount,
    ]
}
