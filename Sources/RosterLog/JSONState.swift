public import RosterCore
public import RosterJSON

/// The state of a scope as a log has it.
public struct JSONState: Sendable, Hashable {
  /// The version of the state's type that wrote it.
  public var typeVersion: Int

  /// The state itself.
  public var value: JSONValue

  /// Makes a state.
  public init(typeVersion: Int = 1, _ value: JSONValue) {
    self.typeVersion = typeVersion
    self.value = value
  }

  /// Reads a state that is stored as JSON text, as all are that components have written; `nil` if
  /// it is stored as something else, which a log cannot say.
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
