internal import RosterCore

/// A scope whose content is being built.
struct OpenScope {
  let path: ScopePath
  let key: ScopeKey
  let owner: any ScopeOwner
  /// The scope of which this becomes a copy; `nil` if the body was run.
  let copied: BuiltScope?
  /// What is outside, and goes on when the scope is closed.
  let outerMap: MessageMap?
  let outerReads: EnvironmentReads
  let outerContent: OpenContent
}

/// The scopes within a scope, or above all scopes, while they are built.
struct OpenContent {
  /// Finds the scopes among those that were there before.
  var siblings: SiblingMatching
  /// The scopes so far.
  var slots: [ScopeSlot] = []
  /// What was edited; see ``TreeEdits``.
  var edits: Int?
  /// Whether the environment is what the scopes were built with before: so it is from the root
  /// inwards, if it was not replaced, until a body is run.
  var knowsEnvironment = false
}
