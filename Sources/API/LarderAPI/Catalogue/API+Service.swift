/// Images, events, the log, its proofs, and how the service is.
extension API {
    public static let uploadImage: Operation<UploadInput, ImageAnswer> = Operation(
        "uploadImage", .post, "/images",
        "Upload a picture, as it is or as the one file of a form; its id stands in recipes then. It is told by its content, and keeps no metadata.",
        access: .member, OperationTraits(scope: .act, rate: .uploads, bodyBytesMax: uploadBytesMax))
    public static let image: Operation<ImageInput, Download> = Operation(
        "image", .get, "/images/{image}", "A picture; it never changes.")
    public static let submitEvents: Operation<EventsInput, EventsAnswer> = Operation(
        "submitEvents", .post, "/events",
        "Submit CloudEvents: one (structured, or binary with ce- headers), or many (a JSON batch, or NDJSON).",
        access: .member, OperationTraits(scope: .act, otherScope: .import, bodyBytesMax: eventsBytesMax))
    public static let stream: Operation<StreamInput, Download> = Operation(
        "stream", .get, "/stream",
        "What happens, as server-sent events; each id is the position of its event, and Last-Event-ID goes on exactly after it."
    )
    public static let why: Operation<WhyInput, JSON> = Operation(
        "why", .get, "/why", "The events that made an answer what it is, and what each of them changed. For admins.",
        access: .admin, OperationTraits(rate: .uploads))
    public static let log: Operation<LogInput, LogAnswer> = Operation(
        "log", .get, "/log", "The events of the log, the newest first. For admins.", access: .admin)
    public static let event: Operation<EventInput, JSON> = Operation(
        "event", .get, "/log/{event}", "One event. For admins.", access: .admin)
    public static let history: Operation<HistoryInput, LogAnswer> = Operation(
        "history", .get, "/log/history/{thing}", "Every event that touches something. For admins.", access: .admin,
        OperationTraits(moments: [.asOf]))
    public static let auditKey: Operation<NoInput, AuditKeyAnswer> = Operation(
        "auditKey", .get, "/audit/key", "The key that heads of the log are signed with, as C2SP writes it.",
        OperationTraits(rate: .actions))
    public static let auditHead: Operation<AuditHeadInput, AuditHeadAnswer> = Operation(
        "auditHead", .get, "/audit/head", "A signed head of the log: a C2SP checkpoint.",
        OperationTraits(rate: .actions))
    public static let auditConsistency: Operation<AuditConsistencyInput, AuditProofAnswer> = Operation(
        "auditConsistency", .get, "/audit/consistency", "That the log only grew between two sizes.",
        OperationTraits(rate: .actions))
    public static let auditInclusion: Operation<AuditInclusionInput, AuditProofAnswer> = Operation(
        "auditInclusion", .get, "/audit/inclusion/{event}",
        "That an event is in the log. For whoever made it, and for admins.", access: .member,
        OperationTraits(rate: .actions))
    public static let health: Operation<NoInput, HealthAnswer> = Operation(
        "health", .get, "/healthz", "Whether the process lives.", OperationTraits(rate: .unlimited))
    public static let readiness: Operation<NoInput, ReadinessAnswer> = Operation(
        "readiness", .get, "/readyz", "Whether requests can be served, and if not why.",
        OperationTraits(rate: .unlimited))
    public static let metrics: Operation<NoInput, Download> = Operation(
        "metrics", .get, "/metrics",
        "What the service does and how it is, in Prometheus' text format. For an admin, or the key of one.",
        access: .admin, OperationTraits(rate: .unlimited))
    public static let contract: Operation<NoInput, Download> = Operation("contract", .get, "/openapi.yaml", "This.")

    static let serviceOperations: [any AnyOperation] = [
        uploadImage, image, submitEvents, stream, why, log, event, history, auditKey, auditHead, auditConsistency,
        auditInclusion, health, readiness, metrics, contract,
    ]
}
