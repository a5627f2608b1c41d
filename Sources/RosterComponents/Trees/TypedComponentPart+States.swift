internal import RosterCore

extension TypedComponentPart {
  /// Returns the state with which the body runs.
  ///
  /// - Parameters:
  ///   - storage: Set to how the state is stored.
  ///   - event: Set to what happened to the state, if anything.
  func state(
    from origin: StateOrigin, storage: inout StateStorage, event: inout StateEvent
  ) -> C.State {
    switch origin {
    case .nothing: return beginning(&storage, &event)
    case .stored(let stored):
      event = .restored
      return restoring(stored, &storage, &event)
    case .previous(let owner):
      if let owner = owner as? TypedScopeOwner<C> {
        storage = owner.storage
        return owner.state
      }
      event = .restored
      return succeeding(owner.keptState, &storage, &event)
    case .edited(let edited):
      event = .changed
      if let edited = edited as? TypedEditedState<C> {
        storage = edited.storage
        return edited.state
      }
      return succeeding(edited.keptState, &storage, &event)
    }
  }

  /// Returns the initial state.
  private func beginning(_ storage: inout StateStorage, _ event: inout StateEvent) -> C.State {
    let state = component.initialState()
    guard hasState else { return state }
    event = .begun
    storage = .initial
    return state
  }

  /// Returns the stored state, or the initial one if it does not decode.
  private func restoring(
    _ stored: StoredState, _ storage: inout StateStorage, _ event: inout StateEvent
  ) -> C.State {
    guard hasState else {
      event = .dropped
      return component.initialState()
    }
    do {
      let state = try StateCoding.state(stored, of: C.self)
      storage = .stored(stored)
      return state
    } catch {
      storage = .undecodable(stored, reason: StateCoding.reason(of: error))
      if event == .restored { event = .undecodable }
      return component.initialState()
    }
  }

  /// Returns the state after another type of component with the same name had the scope.
  private func succeeding(
    _ kept: StoredState?, _ storage: inout StateStorage, _ event: inout StateEvent
  ) -> C.State {
    guard let kept else {
      event = .kept
      return beginning(&storage, &event)
    }
    return restoring(kept, &storage, &event)
  }
}
