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

  /// The transition of one scope.
  public struct Replacement: Hashable, Sendable {
    /// The scope; what goes are the outermost views that it had, and what comes those that it has.
    public var scope: ScopePath
    /// How they go and come.
    public var transition: ViewTransition

    /// Makes a replacement of its parts.
    public init(scope: ScopePath, transition: ViewTransition) {
      self.scope = scope
      self.transition = transition
    }
  }

  /// For scopes that come, in the order of the new tree; their views are in the new tree.
  public var initial: [Element]
  /// For scopes whose body was run again, in the order of the new tree; their views are in both.
  public var change: [Element]
  /// For scopes whose body was run again and whose views are replaced, in the order of the new tree.
  public var replacement: [Replacement]
  /// For scopes that go, in the order of the old tree; their views are in the old tree.
  public var final: [Element]

  /// Makes a plan of its parts.
  public init(
    initial: [Element] = [], change: [Element] = [], replacement: [Replacement] = [],
    final: [Element] = []
  ) {
    self.initial = initial
    self.change = change
    self.replacement = replacement
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
      initial: difference.appeared.compactMap { scope in
        Element(scope.path, scope.animated?.initialAnimations())
      },
      final: difference.disappeared.compactMap { scope in
        Element(scope.path, scope.animated?.finalAnimations())
      })
    for (old, new) in difference.changed { add(new, after: old) }
  }

  private mutating func add(_ new: BuiltScope, after old: BuiltScope) {
    guard let owner = new.animated else { return }
    if let transition = owner.transition(from: old.owner) {
      guard !transition.isEmpty else { return }
      replacement.append(Replacement(scope: new.path, transition: transition))
    } else if let element = Element(new.path, owner.changeAnimations(from: old.owner)) {
      change.append(element)
    }
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool {
    initial.isEmpty && change.isEmpty && replacement.isEmpty && final.isEmpty
  }
}

extension AnimationPlan.Element {
  /// Makes an element if there are any animations.
  fileprivate init?(_ scope: ScopePath, _ animations: [Animation]?) {
    guard let animations, !animations.isEmpty else { return nil }
    self.init(scope: scope, animations: animations)
  }
}

extension BuiltScope {
  fileprivate var animated: (any AnimatedOwner)? { owner as? any AnimatedOwner }
}
