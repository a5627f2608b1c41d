public import RosterCore

extension StoredState {
  /// Returns the state as the component that it belongs to has it, for an application that asks what a
  /// row remembers without building the row.
  ///
  ///     let states = try snapshot.states(at: path) ?? [:]
  ///     let state = try states[.root]?.decoded(as: PhotoRow.self)
  ///
  /// A state of an earlier version is migrated first.
  ///
  /// - Throws: If the state does not decode, or the component cannot migrate it.
  public func decoded<C: Component>(as component: C.Type) throws -> C.State {
    try StateCoding.state(self, of: component)
  }
}
