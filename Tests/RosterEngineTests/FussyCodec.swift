import RosterCore
import RosterStore

/// Encodes every text except "bad".
struct FussyCodec: ModelCodec {
  struct Refusal: Error {}

  func encode(_ model: String) throws -> StoredValue {
    guard model != "bad" else { throw Refusal() }
    return try TextCodec().encode(model)
  }

  func decode(_ value: StoredValue) throws -> String { try TextCodec().decode(value) }
}
