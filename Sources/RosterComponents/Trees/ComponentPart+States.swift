internal import RosterCore

extension TypedComponentPart {
  /// The component with the state that its body is to be run with.
  func owner(from origin: StateOrigin) -> (owner: TypedScopeOwner<C>, event: StateEvent) {
    switch origin {
    case .nothing: beginning()
    case .stored(let stored): restoring(stored, event: .restored)
    case .previous(let owner as TypedScopeOwner<C>):
      (TypedScopeOwner(self, state: owner.state, storage: owner.storage), .kept)
    case .edited(let edited as TypedEditedState<C>):
      (TypedScopeOwner(self, state: edited.state, storage: edited.storage), .changed)
    // Another type of component goes by the same name, and takes over what was kept.
    case .previous(let owner): succeeding(owner.storage, event: .restored)
    case .edited(let edited): succeeding(edited.storage, event: .changed)
    }
  }

  private func beginning() -> (TypedScopeOwner<C>, StateEvent) {
    let state = component.initialState()
    guard hasState else { return (TypedScopeOwner(self, state: state, storage: .none), .kept) }
    let storage: StateStorage
    do {
      storage = .stored(try StateCoding.stored(state, of: C.self))
    } catch {
      storage = .unencodable(reason: StateCoding.reason(of: error))
    }
    return (TypedScopeOwner(self, state: state, storage: storage), .begun)
  }

  private func restoring(
    _ stored: StoredState, event: StateEvent
  ) -> (TypedScopeOwner<C>, StateEvent) {
    guard hasState else {
      return (TypedScopeOwner(self, state: component.initialState(), storage: .none), .dropped)
    }
    do {
      let state = try StateCoding.state(stored, of: C.self)
      return (TypedScopeOwner(self, state: state, storage: .stored(stored)), event)
    } catch {
      let storage = StateStorage.undecodable(stored, reason: StateCoding.reason(of: error))
      let owner = TypedScopeOwner(self, state: component.initialState(), storage: storage)
      return (owner, event == .changed ? .changed : .undecodable)
    }
  }

  private func succeeding(
    _ storage: StateStorage, event: StateEvent
  ) -> (TypedScopeOwner<C>, StateEvent) {
    storage.kept.map { restoring($0, event: event) } ?? beginning()
  }
}
