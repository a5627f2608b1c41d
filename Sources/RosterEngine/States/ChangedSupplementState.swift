public import RosterCore

/// A state of a header or footer that a batch wrote or forgot.
public struct ChangedSupplementState: Hashable, Sendable {
  /// The header or footer.
  public let id: SupplementID
  /// Where its section stands in the target of the batch.
  public let targetSection: Int
  /// The scope within its components.
  public let scope: ScopePath
  /// The state after the batch, `nil` if the scope has none any more.
  public let state: StoredState?

  var address: StateAddress { StateAddress(supplement: id, scope: scope) }
}

/// The states that a batch wrote or forgot.
struct ChangedStates: Sendable {
  /// Ascending by path.
  var items: [ChangedState] = []
  /// Ascending by section, headers before footers.
  var supplements: [ChangedSupplementState] = []

  var isEmpty: Bool { items.isEmpty && supplements.isEmpty }

  /// Where they belong, in the order of ``states``.
  var addresses: [StateAddress] { items.map(\.address) + supplements.map(\.address) }

  /// The states after the batch.
  var states: [StoredState?] { items.map(\.state) + supplements.map(\.state) }
}

extension [ChangedSupplementState] {
  /// Ascending by section, headers before footers; those of one stay in their order.
  func sortedBySection() -> [ChangedSupplementState] {
    enumerated().sorted {
      ($0.element.targetSection, $0.element.id.kind, $0.offset)
        < ($1.element.targetSection, $1.element.id.kind, $1.offset)
    }.map(\.element)
  }
}
