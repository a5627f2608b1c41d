internal import RosterCore

/// The boxes of a component, which stay for as long as the component is the same.
///
/// Wherever a component is put, its outermost boxes stand for it. If a later tree has the same
/// scope object, it has the same boxes.
final class LaidScope: Sendable {
  /// The scope; `nil` above all scopes.
  let scope: BuiltScope?
  /// The outermost boxes, including those of components in it.
  let boxes: [LaidBox]
  /// All boxes of the component itself in the order in which they end, `nil` for one that was not
  /// needed.
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

/// Finds the boxes of components among those directly in a component that was laid out before.
struct FormerScopes {
  private let former: [LaidScope]
  private var indices: [ScopeKey: Int]?

  init(_ former: [LaidScope]) { self.former = former }

  /// Returns the boxes that a component had before.
  ///
  /// - Parameter index: The component's index now, and probably before.
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
