public import RosterCore

/// The state of a scope in a log: the one that an entry sets, or the one that it expects.
public struct LoggedState: Sendable, Hashable {
  /// The place of the scope after the changeset of the same entry.
  public var place: TreePlace

  /// The scope at that place.
  public var scope: ScopePath

  /// The state, `nil` if it is removed, or if the scope must have none.
  public var state: JSONState?

  /// Makes a logged state.
  public init(_ place: TreePlace, scope: ScopePath, _ state: JSONState?) {
    self.place = place
    self.scope = scope
    self.state = state
  }

  /// Makes a logged state for an item.
  public init(item: ItemPath, scope: ScopePath, _ state: JSONState?) {
    self.init(.item(item), scope: scope, state)
  }

  /// Makes a logged state of one in storage.
  ///
  /// - Throws: `undecodable` if the stored value is not JSON.
  public init(_ place: TreePlace, scope: ScopePath, stored: StoredState?) throws(StorageError) {
    let state = stored.flatMap { JSONState($0) }
    guard stored == nil || state != nil else {
      throw StorageError(
        .undecodable,
        "the state of scope \"\(scope)\" of the \(place) is no JSON, and only an application "
          + "that knows it can read it")
    }
    self.init(place, scope: scope, state)
  }
}

extension [LoggedState] {
  /// The same states, ascending by place and then by the bytes of the scope's text.
  package func ascending() -> [LoggedState] {
    guard count > 1 else { return self }
    return map { (state: $0, scope: Array<UInt8>($0.scope.description.utf8)) }.sorted {
      $0.state.place != $1.state.place
        ? $0.state.place < $1.state.place : $0.scope.lexicographicallyPrecedes($1.scope)
    }.map(\.state)
  }
}
