public import RosterCore

/// How a renderer gets from one tree of an item to the next: what comes, changes and goes, as plain
/// data.
///
/// The animations of one scope begin at once, and so do those of all scopes. Of two that change the
/// same property of the same view the later one is played; a scope stands before those within it, so
/// that what is further in has the last word.
public struct AnimationPlan: Hashable, Sendable {
  /// The animations of one scope.
  public struct Element: Hashable, Sendable {
    /// The scope; what is animated are its outermost views.
    public var scope: ScopePath
    /// The animations, in the order in which the component gave them.
    public var animations: [Animation]

    /// Makes an element of its parts.
    public init(scope: ScopePath, animations: [Animation]) {
      self.scope = scope
      self.animations = animations
    }
  }

  /// For scopes that come, in the order of the new tree; their views are in the new tree.
  public var initial: [Element]
  /// For scopes whose body was run again, in the order of the new tree; their views are in both.
  public var change: [Element]
  /// For scopes that go, in the order of the old tree; their views are in the old tree.
  public var final: [Element]

  /// Makes a plan of its parts.
  public init(initial: [Element] = [], change: [Element] = [], final: [Element] = []) {
    self.initial = initial
    self.change = change
    self.final = final
  }

  /// Asks the components of two trees of an item for their animations.
  ///
  /// - Parameters:
  ///   - source: The tree before, `nil` for an item that comes.
  ///   - target: The tree after, `nil` for an item that goes.
  /// - Complexity: O(*n*), where *n* is the number of scopes that were built, copied or left out on
  ///   the way from one to the other, and of those directly in them.
  public init<Message>(from source: ComponentTree<Message>?, to target: ComponentTree<Message>?) {
    let difference = ScopeDifference(from: source?.content, to: target?.content)
    self.init(
      initial: Self.elements(difference.appeared, \.path) { scope in
        (scope.owner as? any AnimatedOwner)?.initialAnimations()
      },
      change: Self.elements(difference.changed, \.new.path) { scopes in
        (scopes.new.owner as? any AnimatedOwner)?.changeAnimations(from: scopes.old.owner)
      },
      final: Self.elements(difference.disappeared, \.path) { scope in
        (scope.owner as? any AnimatedOwner)?.finalAnimations()
      })
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { initial.isEmpty && change.isEmpty && final.isEmpty }

  private static func elements<Scope>(
    _ scopes: [Scope], _ path: (Scope) -> ScopePath, _ animations: (Scope) -> [Animation]?
  ) -> [Element] {
    scopes.compactMap { scope in
      guard let animations = animations(scope), !animations.isEmpty else { return nil }
      return Element(scope: path(scope), animations: animations)
    }
  }
}
