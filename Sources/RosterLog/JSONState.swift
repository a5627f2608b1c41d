public import RosterCore
public import RosterJSON

/// The state of a scope in a log.
public struct JSONState: Sendable, Hashable {
  /// The version of the state's type with which it was written.
  public var typeVersion: Int

  /// The state itself.
  public var value: JSONValue

  /// Makes a state.
  public init(typeVersion: Int = 1, _ value: JSONValue) {
    self.typeVersion = typeVersion
    self.value = value
  }

  /// Reads a state that is stored as JSON text, which is the form that components write; `nil` for
  /// any other form, which a log cannot represent.
  public init?(_ stored: StoredState) {
    guard case .text(let text) = stored.value, let value = try? JSONParser().parse(text) else {
      return nil
    }
    self.init(typeVersion: stored.typeVersion, value)
  }

  /// The state as storage keeps it.
  public var stored: StoredState {
    StoredState(typeVersion: typeVersion, value: .text(value.canonicalText))
  }
}
