internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The tree of a header or footer, `nil` if the section has none, and what of its states storage does
/// not have yet.
struct BuiltSupplement: Sendable {
  var tree: ErasedTree?
  /// What began or was forgotten in a build for which nothing was committed; it goes with the next
  /// change of the header or footer.
  var unwritten: [StateChange] = []

  /// How large it is, if it was laid out.
  var size: Size? { tree?.layout?.size }

  /// The states of all scopes, as storage keeps them.
  var states: [ScopePath: StoredState] { tree.map { BuiltItem(tree: $0).states } ?? [:] }

  /// What is to be stored if the section has none any more.
  func forgettingStates(of id: SupplementID) -> [StateChange] {
    states.forgetting(of: id).followed(
      by: unwritten.map { StateChange($0.address, nil) })
  }
}

extension [ScopePath: StoredState] {
  /// What is to be stored if none of these states is there any more.
  func forgetting(of id: SupplementID) -> [StateChange] {
    keys.sorted { $0.description < $1.description }.map {
      StateChange(StateAddress(supplement: id, scope: $0), nil)
    }
  }
}

/// A header or footer after a modification.
struct UpdatedSupplement: Sendable {
  var id: SupplementID
  /// Where its section stands.
  var section: Int
  var built: BuiltSupplement
  /// What is to be stored; nothing if no state is another.
  var changes: [StateChange] = []
  var formerSize: Size?
  /// Whether there is anything to tell: it was built or laid out again, or is gone.
  var isAnother = true

  var place: TreePlace { .supplement(id.kind, ofSection: section) }
}

extension [UpdatedSupplement] {
  /// What of their states is to be written, ascending by section.
  var states: [ChangedState] { flatMap { $0.changes.changedStates(at: $0.place) } }
}

/// Makes the components of a header or footer; none if the section has none.
typealias SupplementRoot = @Sendable () -> ErasedNode?
