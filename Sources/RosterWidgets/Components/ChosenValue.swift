public import RosterComponents

/// The state of a control: the value that the user has chosen, until the model has it.
///
/// Only what the model has is stored. After a restart, a control shows the model.
public struct ChosenValue<Value: Codable & Hashable & Sendable>: ComponentState {
  /// The action that rolls a choice back.
  static var refusal: String { "refuse" }

  /// The value, with those that are pending.
  public internal(set) var value: OptimisticValue<Value>
  /// The number of the last choice.
  private var choice = 0

  init(_ model: Value) { value = OptimisticValue(model) }

  /// Reads the value of the model.
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Value.self))
  }

  /// Writes the value of the model.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(value.base)
  }

  /// Returns the state of a control whose model has a value now.
  func adopting(_ model: Value) -> Self {
    var state = self
    state.value.adopt(model)
    return state
  }

  mutating func choose(_ chosen: Value) { choice = value.propose(chosen) }

  /// Rolls back everything that is pending: an earlier choice is no more wanted than the last one.
  mutating func refuse(because reason: String) {
    // The numbers of pending choices follow each other.
    var number = choice
    while value.isPending, number > 0 {
      value.refuse(number, because: reason)
      number -= 1
    }
  }
}

extension Scope {
  /// Makes the actions of a control: returns the one that chooses a value, and also makes the one
  /// that rolls the choice back.
  ///
  /// - Parameter isValid: Returns whether a value can be chosen.
  func choosing<Value: ActionArgument & Codable & Hashable>(
    where isValid: @escaping @Sendable (Value) -> Bool = { _ in true }
  ) -> Action<Value> where Owner.State == ChosenValue<Value> {
    _ = edit(ChosenValue<Value>.refusal) { (state, reason: String) in
      state.refuse(because: reason)
    }
    return edit("change") { (state, value: Value) in
      if isValid(value) { state.choose(value) }
    }
  }
}
