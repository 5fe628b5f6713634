import CContract

/// What the service promises, as OpenAPI 3.1: `Schemas/openapi.yaml`, which lies in the program.
enum Contract {
    static let bytes = unsafe Array(UnsafeBufferPointer(start: larder_contract(), count: larder_contract_size()))
}
