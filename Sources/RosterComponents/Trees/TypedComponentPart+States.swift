internal import RosterCore

extension TypedComponentPart {
  /// The state that the body is to be run with.
  ///
  /// - Parameters:
  ///   - storage: Becomes how the state is kept.
  ///   - event: Becomes what has happened to the state, if anything has.
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

  /// The initial state.
  private func beginning(_ storage: inout StateStorage, _ event: inout StateEvent) -> C.State {
    let state = component.initialState()
    guard hasState else { return state }
    event = .begun
    storage = .initial
    return state
  }

  /// A state that was kept, the initial one if it does not decode.
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

  /// What another type of component has kept that went by the same name.
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
