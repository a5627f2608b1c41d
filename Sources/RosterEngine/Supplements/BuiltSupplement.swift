internal import RosterComponents
internal import RosterCore
internal import RosterLayout

/// The tree of a header or footer, `nil` if the section has none.
struct BuiltSupplement: Sendable {
  var tree: ErasedTree?

  /// How large it is, if it was laid out.
  var size: Size? { tree?.layout?.size }

  /// The states of all scopes.
  var states: [ScopePath: StoredState] { tree.map { BuiltItem(tree: $0).states } ?? [:] }
}

/// A header or footer after a modification.
struct UpdatedSupplement: Sendable {
  var id: SupplementID
  /// Where its section stands.
  var section: Int
  var built: BuiltSupplement
  var formerSize: Size?
  /// Whether there is anything to tell: it was built or laid out again, or is gone.
  var isAnother = true
}

/// Makes the components of a header or footer; none if the section has none.
typealias SupplementRoot = @Sendable () -> ErasedNode?
