internal import Foundation
internal import RosterCore
internal import RosterJSON

/// Encodes states for storage, and decodes them.
enum StateCoding {
  /// Returns the encoded state: canonical JSON.
  ///
  /// - Throws: If the state does not encode, is nested too deep to be read again, or has a number that JSON
  ///   cannot represent.
  static func stored<C: Component>(_ state: C.State, of component: C.Type) throws -> StoredState {
    let json = try StateEncoder.json(of: state)
    guard !json.isNested(deeperThan: JSONValue.depthMax) else {
      throw EncodingError.invalidValue(
        state,
        .init(
          codingPath: [],
          debugDescription:
            "the state has more than \(JSONValue.depthMax) levels of arrays and objects"))
    }
    return StoredState(typeVersion: C.stateVersion, value: .text(json.canonicalText))
  }

  /// Returns the state that was stored.
  ///
  /// - Throws: If it does not decode, or the component cannot migrate it.
  static func state<C: Component>(
    _ stored: StoredState, of component: C.Type
  ) throws -> C.State {
    let earlier = EarlierState(stored)
    guard stored.typeVersion != C.stateVersion else { return try earlier.decode(C.State.self) }
    return try C.state(migrating: earlier)
  }

  /// Returns the message of an encoder's or decoder's error, for people.
  static func reason(of error: any Error) -> String {
    switch error {
    case EncodingError.invalidValue(_, let context):
      reason(context.debugDescription, at: context.codingPath)
    case DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context):
      reason(context.debugDescription, at: context.codingPath)
    default: String(describing: error)
    }
  }

  private static func reason(_ description: String, at path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return description }
    return "\(path.map(\.stringValue).joined(separator: ".")): \(description)"
  }
}

/// A stored state that another version of its type wrote.
public struct EarlierState: Sendable {
  /// The version that wrote it.
  public let version: Int
  let stored: StoredValue

  init(_ state: StoredState) {
    version = state.typeVersion
    stored = state.value
  }

  /// Decodes the stored value as an older type of state.
  ///
  /// - Throws: If it does not decode as that type.
  public func decode<State: Decodable>(_ type: State.Type) throws -> State {
    guard case .text(let text) = stored else {
      throw StorageError(.undecodable, "the stored state is no JSON text")
    }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
