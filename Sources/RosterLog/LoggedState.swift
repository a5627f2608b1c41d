public import RosterCore

/// What a log says of the state of a scope: what becomes of it, or what it must be.
public struct LoggedState: Sendable, Hashable {
  /// What has the scope: where it stands after the changeset of the same entry.
  public var place: LoggedPlace

  /// The scope within it.
  public var scope: ScopePath

  /// The state, `nil` if it is forgotten, or if there must be none.
  public var state: JSONState?

  /// Makes it.
  public init(_ place: LoggedPlace, scope: ScopePath, _ state: JSONState?) {
    self.place = place
    self.scope = scope
    self.state = state
  }

  /// Makes it for an item.
  public init(item: ItemPath, scope: ScopePath, _ state: JSONState?) {
    self.init(.item(item), scope: scope, state)
  }

  /// Makes it of a state as storage keeps it.
  ///
  /// - Throws: `undecodable` if that is no JSON.
  public init(_ place: LoggedPlace, scope: ScopePath, stored: StoredState?) throws(StorageError) {
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
