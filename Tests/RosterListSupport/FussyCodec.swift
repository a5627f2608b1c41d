package import RosterCore
import RosterStore

/// Encodes every text except "bad".
package struct FussyCodec: ModelCodec {
  package struct Refusal: Error {}

  package init() {}

  package func encode(_ model: String) throws -> StoredValue {
    guard model != "bad" else { throw Refusal() }
    return try TextCodec().encode(model)
  }

  package func decode(_ value: StoredValue) throws -> String { try TextCodec().decode(value) }
}
