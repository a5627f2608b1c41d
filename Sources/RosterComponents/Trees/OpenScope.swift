internal import RosterCore

/// A scope whose content is being built, or what is above all scopes.
struct OpenScope {
  let path: ScopePath
  /// What the scope is; `nil` above all scopes.
  let identity: Identity?
  /// Finds the scopes within among those that were there before.
  var siblings: SiblingMatching
  /// What was edited; see ``TreeEdits``.
  let edits: Int?
  /// Whether the environment is what the scopes within were built with before: so it is from the
  /// root inwards, if it was not replaced, until a body is run.
  let knowsEnvironment: Bool
  /// The scopes within so far.
  var slots: [ScopeSlot] = []

  /// What is outside, and goes on when the scope is closed.
  var outerMap: MessageMap?
  var outerReads = EnvironmentReads()

  struct Identity {
    let key: ScopeKey
    let body: RunBody
    /// The scope of which this becomes a copy; `nil` if the body was run.
    let copied: BuiltScope?
  }
}
