internal import Foundation
internal import RosterCore

/// A state that was kept by another version of its type.
public struct EarlierState: Sendable {
  /// The version that wrote it.
  public let version: Int
  let stored: StoredValue

  init(_ state: StoredState) {
    version = state.typeVersion
    stored = state.value
  }

  /// The kept value as an older type of state.
  ///
  /// - Throws: If it is none.
  public func decode<State: Decodable>(_ type: State.Type) throws -> State {
    guard case .text(let text) = stored else {
      throw StorageError(.undecodable, "the stored state is no JSON text")
    }
    return try JSONDecoder().decode(type, from: Data(text.utf8))
  }
}
