public import RosterCore

/// What a log says of the state of a scope: what becomes of it, or what it must be.
public struct LoggedState: Sendable, Hashable {
  /// The item that has the scope: where it stands after the changeset of the same entry.
  public var item: ItemPath

  /// The scope within the item.
  public var scope: ScopePath

  /// The state, `nil` if it is forgotten, or if there must be none.
  public var state: JSONState?

  /// Makes it.
  public init(item: ItemPath, scope: ScopePath, _ state: JSONState?) {
    self.item = item
    self.scope = scope
    self.state = state
  }

  /// Makes it of a state as storage keeps it.
  ///
  /// - Throws: `undecodable` if that is no JSON.
  public init(item: ItemPath, scope: ScopePath, stored: StoredState?) throws(StorageError) {
    let state = stored.flatMap { JSONState($0) }
    guard stored == nil || state != nil else {
      throw StorageError(
        .undecodable,
        "the state of scope \"\(scope)\" of the item at \(item) is no JSON, and only an application "
          + "that knows it can read it")
    }
    self.init(item: item, scope: scope, state)
  }
}

extension [LoggedState] {
  /// The same states, ascending by item and then by the bytes of the scope's text.
  package func ascending() -> [LoggedState] {
    guard count > 1 else { return self }
    return map { (state: $0, scope: Array<UInt8>($0.scope.description.utf8)) }.sorted {
      $0.state.item != $1.state.item
        ? $0.state.item < $1.state.item : $0.scope.lexicographicallyPrecedes($1.scope)
    }.map(\.state)
  }
}
