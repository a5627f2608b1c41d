/// A value that is shown before the model has taken it over: at once, until the model confirms or
/// refuses it.
///
///     var like = OptimisticValue(false)
///     like.propose(true)  // like.value == true
///     like.adopt(true)  // the model has it: nothing is pending
///
/// A pure value, for the state of a component. The component's body shows ``adopting(_:)`` of the
/// model; its actions call ``adopt(_:)`` first, then ``propose(_:)``.
///
/// Several values may be pending, in the order in which they were proposed; the last one is shown.
/// Those are told apart that are not equal:
///
///     base 0, pending 1 2     adopt(1)    base 1, pending 2
///     base 0, pending 1 2     adopt(2)    base 2, none pending: 1 was passed on the way
///     base 0, pending 1 2     adopt(7)    base 7, none pending: both are rolled back
///     base 0, pending 1 0 1   adopt(1)    base 1, none pending: the last equal one counts
///
/// So if the model has arrived at the last value, nothing remains pending. If the model changes and
/// changes back between two calls, that is not noticed; nor is a value of the model that is proposed
/// while another one is pending. A caller that learns what became of a value says so, with
/// ``confirm(_:)`` or ``refuse(_:because:)``.
public struct OptimisticValue<Value: Codable & Hashable & Sendable>: Codable, Hashable, Sendable {
  /// Why values that were shown are not shown any more.
  public enum Rollback: Codable, Hashable, Sendable {
    /// The model has refused the value, for a reason.
    case refused(String)
    /// The model has changed to a value that was not proposed.
    case overruled
  }

  /// What became of the pending values when the model changed.
  public enum Outcome: Hashable, Sendable {
    /// The model has the value that it had.
    case unchanged
    /// The model has a value that was pending, or one that is shown already.
    case confirmed
    /// The model has another value.
    case replaced
  }

  private struct Proposal: Codable, Hashable {
    var number: Int
    var value: Value
  }

  /// The maximum number of pending values. Of more, the oldest count as confirmed.
  public static var pendingMax: Int { 64 }

  /// The value of the model, as far as it is known.
  public private(set) var base: Value
  /// What was rolled back last; `nil` after a proposal, and after a confirmation.
  public private(set) var rollback: Rollback?
  private var proposals: [Proposal] = []
  private var lastNumber = 0

  /// Makes a value of the model.
  public init(_ base: Value) { self.base = base }

  /// The value to show.
  public var value: Value { proposals.last?.value ?? base }

  /// Whether the model has yet to confirm what is shown.
  public var isPending: Bool { !proposals.isEmpty }

  /// The pending values, the oldest first.
  public var pending: [Value] { proposals.map(\.value) }

  /// Shows a value until the model confirms it. The value of the model need not be confirmed if
  /// nothing else is pending.
  ///
  /// - Returns: A number that stands for this proposal.
  @discardableResult
  public mutating func propose(_ value: Value) -> Int {
    lastNumber += 1
    rollback = nil
    if !proposals.isEmpty || value != base {
      proposals.append(Proposal(number: lastNumber, value: value))
    }
    if proposals.count > Self.pendingMax { proposals.removeFirst() }
    return lastNumber
  }

  /// Takes over the value that the model has now.
  @discardableResult
  public mutating func adopt(_ model: Value) -> Outcome {
    guard model != base else { return .unchanged }
    base = model
    if let index = proposals.lastIndex(where: { $0.value == model }) {
      proposals.removeSubrange(...index)
      rollback = nil
      return .confirmed
    }
    if !proposals.isEmpty {
      proposals = []
      rollback = .overruled
    }
    return .replaced
  }

  /// Returns the value after it has taken over what the model has.
  public func adopting(_ model: Value) -> Self {
    var value = self
    value.adopt(model)
    return value
  }

  /// Takes a proposal, and all before it, as confirmed: the model has had them. If the proposal is no
  /// longer pending, nothing happens.
  public mutating func confirm(_ number: Int) {
    guard let index = proposals.firstIndex(where: { $0.number == number }) else { return }
    base = proposals[index].value
    proposals.removeSubrange(...index)
    rollback = nil
  }

  /// Rolls a proposal back. Those before and behind it stay pending, since each is a whole value. If
  /// the proposal is no longer pending, nothing happens.
  public mutating func refuse(_ number: Int, because reason: String) {
    guard let index = proposals.firstIndex(where: { $0.number == number }) else { return }
    proposals.remove(at: index)
    rollback = .refused(reason)
  }
}
