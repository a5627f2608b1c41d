internal import RosterCore
internal import RosterJSON

/// Turns states into what is kept, and back.
enum StateCoding {
  /// The state as it is kept: canonical JSON.
  ///
  /// - Throws: If the state does not encode, or has a number that JSON does not keep.
  static func stored<C: Component>(_ state: C.State, of component: C.Type) throws -> StoredState {
    let text = try StateEncoder.json(of: state).canonicalText
    return StoredState(typeVersion: C.stateVersion, value: .text(text))
  }

  /// The state that was kept.
  ///
  /// - Throws: If it does not decode, or the component cannot migrate it.
  static func state<C: Component>(
    _ stored: StoredState, of component: C.Type
  ) throws -> C.State {
    let earlier = EarlierState(stored)
    guard stored.typeVersion != C.stateVersion else { return try earlier.decode(C.State.self) }
    return try C.state(migrating: earlier)
  }

  /// What an error of an encoder or decoder says, for people.
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
