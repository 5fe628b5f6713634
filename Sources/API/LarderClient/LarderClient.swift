public import LarderAPI

/// A client of one Larder service.
///
/// Calls are typed by the operations of `API`: `try await client.call(API.profile, MemberInput(member: "@ada"))`. A refusal of the
/// service is thrown as ``LarderRefusal``, a missing answer as ``LarderFailure``. All methods may be called from any task at any time.
public final class LarderClient: Sendable {
    public let address: ServiceAddress
    public let settings: ClientSettings
    let transport: any LarderTransport
    let tokens: any TokenStore
    let sleep: @Sendable (Duration) async throws -> Void
    private let ownActions = OwnActions()

    /// The service's URL, without a slash at its end.
    public var url: String { address.text }

    /// A client of the service at `url`, such as `https://kitchen.example`, which may be below a path.
    ///
    /// Throws ``LarderFailure/Kind/badAddress`` if the URL names no service, or if it would send a token in the clear to another machine
    /// and the settings do not allow that.
    public convenience init(
        url: String, tokens: some TokenStore = MemoryTokenStore(),
        transport: some LarderTransport = URLSessionTransport(),
        settings: ClientSettings = ClientSettings()
    ) throws(LarderFailure) {
        try self.init(url: url, tokens: tokens, transport: transport, settings: settings) { delay in
            try await Task.sleep(for: delay)
        }
    }

    /// A client of the service at an address that was checked before. `allowsCleartext` has no effect.
    public convenience init(
        at address: ServiceAddress, tokens: some TokenStore = MemoryTokenStore(),
        transport: some LarderTransport = URLSessionTransport(), settings: ClientSettings = ClientSettings()
    ) {
        self.init(at: address, tokens: tokens, transport: transport, settings: settings) { delay in
            try await Task.sleep(for: delay)
        }
    }

    /// `sleep` waits before retries.
    convenience init(
        url: String, tokens: any TokenStore, transport: any LarderTransport, settings: ClientSettings,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) throws(LarderFailure) {
        let address = try ServiceAddress(url)
        guard address.isConfidential || settings.allowsCleartext else { throw address.cleartextFailure }
        self.init(at: address, tokens: tokens, transport: transport, settings: settings, sleep: sleep)
    }

    private init(
        at address: ServiceAddress, tokens: any TokenStore, transport: any LarderTransport, settings: ClientSettings,
        sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.address = address
        (self.tokens, self.transport, self.settings, self.sleep) = (tokens, transport, settings, sleep)
    }

    // MARK: Calls

    /// Sends one request and gives its answer.
    ///
    /// A question, an action, a registration, an upload and a batch of events are retried if the answer is lost; an action goes under
    /// one idempotency key, so that it is done once. All requests are retried when a rate limit asks for a short wait.
    ///
    /// - Precondition: the operation is not `API.stream`. Use ``events(about:after:interrupted:)``.
    @discardableResult public func call<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions = CallOptions()
    ) async throws -> Answer {
        var answer = try await answer(to: operation, input, options)
        if let job = try job(operation, answer) { answer = try await result(of: job) }
        let decoded: Answer = try answer.decoded(from: url)
        if let position = (decoded as? SubmitAnswer)?.position ?? (decoded as? EventsAnswer)?.position {
            await ownActions.saw(position)
        }
        return decoded
    }

    /// Calls an operation that takes nothing.
    @discardableResult public func call<Answer>(
        _ operation: LarderAPI.Operation<NoInput, Answer>, _ options: CallOptions = CallOptions()
    ) async throws -> Answer {
        try await call(operation, NoInput(), options)
    }

    /// Sends one request and gives its answer byte for byte, as the service wrote it.
    ///
    /// Use it for a document that is stored or passed on, such as an event of the log or the export of a member's data. The request is
    /// retried as ``call(_:_:_:)`` retries it.
    ///
    /// - Precondition: the operation is not `API.stream`.
    public func document<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions = CallOptions()
    ) async throws -> Download {
        try document(of: operation, try await answer(to: operation, input, options))
    }

    private func document<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ answer: WholeAnswer
    ) throws -> Download {
        Answer.self == Download.self ? answer.download : try answer.document(from: url)
    }

    /// An answer byte for byte, or the job that works on it, where the service answers with one.
    ///
    /// ``call(_:_:_:)`` waits for the job instead. Ask for `API.job` until it is over: its result is the answer.
    ///
    /// - Precondition: the operation is not `API.stream`.
    public func documentOrJob<Input, Answer>(
        of operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions = CallOptions()
    ) async throws -> DocumentOrJob {
        let answer = try await answer(to: operation, input, options)
        if let job = try job(operation, answer) { return .job(job) }
        return .document(try document(of: operation, answer))
    }

    /// The job that works on the answer; `nil`: the answer is there.
    private func job(_ operation: any AnyOperation, _ answer: WholeAnswer) throws -> Job? {
        operation.traits.mayBecomeJob && answer.status == 202 ? try answer.decoded(from: url) : nil
    }

    /// How often a job is asked how far it is.
    private static let jobInterval = Duration.milliseconds(500)

    /// Waits for a job's end, and gives its result.
    private func result(of started: Job) async throws -> WholeAnswer {
        var job = started
        while !job.isOver {
            try await sleep(Self.jobInterval)
            job = try await call(API.job, JobInput(job: job.id))
        }
        guard let result = job.result else {
            // The answer about the job was a success.
            throw LarderRefusal(
                LarderRefusal.Code(rawValue: job.code ?? "unavailable"),
                job.message ?? "\(job.id), which worked on the answer, has no result: ask again",
                status: 200)
        }
        return try WholeAnswer(json: result)
    }

    private func answer<Input, Answer>(
        to operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions
    ) async throws -> WholeAnswer {
        precondition(operation.name != API.stream.name, "a stream has no end: listen to it with events(about:)")
        let request = await request(operation, input, options, token: try await token(for: operation))
        return try await send(request, isRepeatable: operation.isRepeatable)
    }

    /// The largest position that the service has answered to this client's actions; `nil`: none yet.
    public var lastOwnPosition: UInt64? { get async { await ownActions.position } }

    /// Makes questions stop waiting for earlier actions, for example after the service was restored from a backup.
    public func forgetOwnPosition() async { await ownActions.forget() }

    // MARK: Requests

    /// The token, if this service issued it.
    private func token(for operation: any AnyOperation) async throws -> String? {
        // An ended session must not keep its member from logging in again.
        guard operation.name != API.logIn.name, operation.name != API.register.name else { return nil }
        return try await token()
    }

    func token() async throws -> String? {
        guard let stored = try await tokens.load(), stored.service == url else { return nil }
        return stored.token
    }

    private func request<Input, Answer>(
        _ operation: LarderAPI.Operation<Input, Answer>, _ input: Input, _ options: CallOptions, token: String?
    ) async -> TransportRequest {
        var options = options
        if settings.readsOwnActions, options.asOf == nil, let own = await ownActions.position {
            options.atLeast = max(options.atLeast ?? 0, own)
        }
        var request = TransportRequest(operation, input, options, service: url)
        if let token { request.headers["Authorization"] = "Bearer \(token)" }
        request.silenceMax = settings.silenceMax
        request.bufferBytesMax = settings.answerBytesMax
        return request
    }

    /// Sends a request until it is answered or must not be retried.
    private func send(_ request: TransportRequest, isRepeatable: Bool) async throws -> WholeAnswer {
        var retries = RetryStateMachine(settings.retries, isRepeatable: isRepeatable)
        while true {
            let delay: Duration
            do {
                let answer = try await exchange(request)
                guard !(200..<300).contains(answer.status) else { return answer }
                guard let wait = retries.delay(afterStatus: answer.status, retryAfter: answer.retryAfter) else {
                    throw answer.refusal(from: url)
                }
                delay = wait
            } catch let failure as LarderFailure {
                guard let wait = retries.delay(after: failure, random: .random(in: 0...1)) else { throw failure }
                delay = wait
            }
            try await sleep(delay)
        }
    }

    /// One exchange, from the request to the answer's last byte, within the time that it may take.
    private func exchange(_ request: TransportRequest) async throws -> WholeAnswer {
        let (transport, settings) = (transport, settings)
        return try await withThrowingTaskGroup(of: WholeAnswer.self) { group in
            group.addTask {
                let answer = try await transport.open(request)
                return WholeAnswer(answer, bytes: try await answer.bytes(upTo: settings.answerBytesMax))
            }
            group.addTask {
                try await Task.sleep(for: settings.answerTimeMax)
                throw LarderFailure(.timedOut, "the answer took longer than \(settings.answerTimeMax): try again")
            }
            defer { group.cancelAll() }
            guard let answer = try await group.next() else { throw CancellationError() }
            return answer
        }
    }
}

/// What a question that may take long is answered with.
public enum DocumentOrJob: Hashable, Sendable {
    case document(Download)
    /// It works on the answer.
    case job(Job)
}

/// The position that the client's own actions have reached.
private actor OwnActions {
    private(set) var position: UInt64?

    func saw(_ position: UInt64) { self.position = max(position, self.position ?? 0) }
    func forget() { position = nil }
}

extension AnyOperation {
    /// Whether a second request does nothing twice.
    fileprivate var isRepeatable: Bool {
        if case .action = traits.kind { return true }
        return method == .get || [API.register.name, API.uploadImage.name, API.submitEvents.name].contains(name)
    }
}
