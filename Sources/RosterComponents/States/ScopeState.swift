internal import RosterCore

/// The state with which the body of a component is run.
struct ScopeState<C: Component> {
  let state: C.State
  let storage: StateStorage
  let event: StateEvent

  private init(_ state: C.State, _ storage: StateStorage, _ event: StateEvent) {
    self.state = state
    self.storage = storage
    self.event = event
  }

  init(of component: C, from origin: StateOrigin) {
    switch origin {
    case .nothing: self.init(beginning: component)
    case .stored(let stored): self.init(restoring: stored, event: .restored, of: component)
    case .previous(let owner as TypedScopeOwner<C>):
      self.init(owner.state, owner.storage, .kept)
    case .edited(let edited as TypedEditedState<C>):
      self.init(edited.state, edited.storage, .changed)
    // Another type of component goes by the same name, and takes over what was kept.
    case .previous(let owner):
      self.init(succeeding: owner.storage, event: .restored, of: component)
    case .edited(let edited):
      self.init(succeeding: edited.storage, event: .changed, of: component)
    }
  }

  private init(beginning component: C) {
    let state = component.initialState()
    // Told by its type: `NoState` is kept nowhere.
    guard C.State.self != NoState.self else {
      self.init(state, .none, .kept)
      return
    }
    do {
      self.init(state, .stored(try StateCoding.stored(state, of: C.self)), .begun)
    } catch {
      self.init(state, .unencodable(reason: StateCoding.reason(of: error)), .begun)
    }
  }

  private init(restoring stored: StoredState, event: StateEvent, of component: C) {
    guard C.State.self != NoState.self else {
      self.init(component.initialState(), .none, .dropped)
      return
    }
    do {
      self.init(try StateCoding.state(stored, of: C.self), .stored(stored), event)
    } catch {
      let reason = StateCoding.reason(of: error)
      self.init(
        component.initialState(), .undecodable(stored, reason: reason),
        event == .changed ? .changed : .undecodable)
    }
  }

  private init(succeeding storage: StateStorage, event: StateEvent, of component: C) {
    if let kept = storage.kept {
      self.init(restoring: kept, event: event, of: component)
    } else {
      self.init(beginning: component)
    }
  }
}
