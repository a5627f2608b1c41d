internal import RosterCore

/// What of a component is laid out: its boxes, for as long as they are the same.
///
/// A component stands for the outermost of its boxes, wherever it is put. If a later tree has the same
/// scope object, it has the same boxes.
final class LaidScope: Sendable {
  /// `nil` above all scopes.
  let scope: BuiltScope?
  /// The outermost boxes, also those of components in it.
  let boxes: [LaidBox]
  /// All boxes of its own in the order in which they end, `nil` for one that was not needed.
  let own: [LaidBox?]
  /// The components directly in it.
  let inner: [LaidScope]

  init(_ scope: BuiltScope?, boxes: [LaidBox], own: [LaidBox?], inner: [LaidScope]) {
    self.scope = scope
    self.boxes = boxes
    self.own = own
    self.inner = inner
  }
}

/// Finds what is known of components among those directly in one that was laid out before.
struct FormerScopes {
  private let former: [LaidScope]
  private var indices: [ScopeKey: Int]?

  init(_ former: [LaidScope]) { self.former = former }

  /// What is known of a component.
  ///
  /// - Parameter index: Where it is now, and most likely was.
  mutating func scope(_ scope: BuiltScope, at index: Int) -> LaidScope? {
    if index < former.count, former[index].scope?.key == scope.key { return former[index] }
    if former.isEmpty { return nil }
    if indices == nil {
      var made: [ScopeKey: Int] = [:]
      for (index, laid) in former.enumerated() {
        if let key = laid.scope?.key { made[key] = index }
      }
      indices = made
    }
    return indices?[scope.key].map { former[$0] }
  }
}
