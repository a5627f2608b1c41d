internal import Foundation
internal import RosterCore

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
