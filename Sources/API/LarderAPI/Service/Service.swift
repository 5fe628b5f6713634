/// Images, and the state of the service.
extension API {
    public static let uploadImage: Operation<UploadInput, ImageAnswer> = Operation(
        "uploadImage", .post, "/images",
        "Upload a picture, as the body or as the only file of a form. Recipes name it by its id. Its content decides its type; its metadata is removed.",
        access: .member, OperationTraits(scope: .act, rate: .uploads, bodyBytesMax: uploadBytesMax))
    public static let image: Operation<ImageInput, Download> = Operation(
        "image", .get, "/images/{image}", "A picture; it never changes.")
    public static let health: Operation<NoInput, HealthAnswer> = Operation(
        "health", .get, "/healthz", "Whether the process runs.", OperationTraits(rate: .unlimited))
    public static let readiness: Operation<NoInput, ReadinessAnswer> = Operation(
        "readiness", .get, "/readyz", "Whether requests can be served, and the reasons if not.",
        OperationTraits(rate: .unlimited))
    public static let metrics: Operation<NoInput, Download> = Operation(
        "metrics", .get, "/metrics",
        "The service's metrics, in Prometheus' text format. For an admin's session or key.",
        access: .admin, OperationTraits(rate: .unlimited))
    public static let contract: Operation<NoInput, Download> = Operation(
        "contract", .get, "/openapi.yaml", "This document.")

    static let serviceOperations: [any AnyOperation] = [
        about, uploadImage, image, health, readiness, metrics, contract,
    ]
}

/// A picture to upload, as the body or as the only file of a form.
public struct UploadInput: OperationInput {
    public var content: JSONText?

    public init() {}

    public init(content: JSONText? = nil) {
        self.content = content
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.content(&content)
    }
}

/// A picture.
public struct ImageInput: OperationInput {
    public enum Size: String, ParameterChoice {
        case original, large, medium, small
    }

    /// The picture's id, as recipes name it.
    public var image: String = ""
    /// The size of the longest side; `nil`: the original's.
    public var size: Size?

    public init() {}

    public init(image: String, size: Size? = nil) {
        self.image = image
        self.size = size
    }

    public mutating func code(_ coder: inout InputCoder) throws(InputError) {
        try coder.path("image", &image)
        try coder.query("size", &size)
    }
}

/// A picture that was uploaded.
public struct ImageAnswer: Codable, Hashable, Sendable {
    /// The picture's id, as recipes name it.
    public var id: String
    public var mediaType: String
    public var width: Int
    public var height: Int
    /// The sizes that the service has of it.
    public var sizes: [String]

    public init(id: String, mediaType: String, width: Int, height: Int, sizes: [String]) {
        self.id = id
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.sizes = sizes
    }
}

/// Whether the process runs.
public struct HealthAnswer: Codable, Hashable, Sendable {
    public var status: String

    public init(status: String) {
        self.status = status
    }
}

/// Whether requests can be served, and the reasons if not.
public struct ReadinessAnswer: Codable, Hashable, Sendable {
    public var ready: Bool
    /// The position of the last event in the log.
    public var position: UInt64
    /// The number of events that the views have not folded; all events if the views cannot be read.
    public var lag: UInt64
    public var freeDiskBytes: Int
    /// The reasons why the service is not ready.
    public var reasons: [String]
    /// What the operator should look after, although the service is ready; `nil` if nothing.
    public var warnings: [String]?

    public init(
        ready: Bool, position: UInt64, lag: UInt64, freeDiskBytes: Int, reasons: [String] = [],
        warnings: [String]? = nil
    ) {
        self.ready = ready
        self.position = position
        self.lag = lag
        self.freeDiskBytes = freeDiskBytes
        self.reasons = reasons
        self.warnings = warnings
    }
}
