public import RosterCore

/// The animations with which a renderer goes from one tree of an item to the next: what appears,
/// changes and disappears, as plain data.
///
/// The animations of all scopes begin at the same time. If two animations change the same property
/// of the same view, the later one in the plan wins. A scope comes before the scopes within it, so
/// the inner scope wins.
public struct AnimationPlan: Hashable, Sendable {
  /// The animations of one scope.
  public struct Element: Hashable, Sendable {
    /// The scope, whose outermost views are animated.
    public var scope: ScopePath
    /// The animations, in the order in which the component gave them.
    public var animations: [AnimationSpec]

    /// Makes an element of its parts.
    public init(scope: ScopePath, animations: [AnimationSpec]) {
      self.scope = scope
      self.animations = animations
    }
  }

  /// The transition of one scope.
  public struct Replacement: Hashable, Sendable {
    /// The scope. Its old outermost views disappear and its new ones appear.
    public var scope: ScopePath
    /// How the views disappear and appear.
    public var transition: ViewTransition

    /// Makes a replacement of its parts.
    public init(scope: ScopePath, transition: ViewTransition) {
      self.scope = scope
      self.transition = transition
    }
  }

  /// The animations of new scopes, in the order of the new tree, which has their views.
  public var initial: [Element]
  /// The animations of scopes whose body ran again, in the order of the new tree. Both trees have
  /// their views.
  public var change: [Element]
  /// The transitions of scopes whose body ran again and whose views are replaced, in the order of
  /// the new tree.
  public var replacement: [Replacement]
  /// The animations of scopes that are gone, in the order of the old tree, which has their views.
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

  /// Collects the animations of the components of two trees of an item.
  ///
  /// - Parameters:
  ///   - source: The tree before, `nil` for a new item.
  ///   - target: The tree after, `nil` for an item that is gone.
  /// - Complexity: O(*n*), where *n* is the number of scopes that were built, copied or removed
  ///   between the two trees, and of the scopes directly within those.
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
  /// Makes an element, unless there are no animations.
  fileprivate init?(_ scope: ScopePath, _ animations: [AnimationSpec]?) {
    guard let animations, !animations.isEmpty else { return nil }
    self.init(scope: scope, animations: animations)
  }
}

extension BuiltScope {
  fileprivate var animated: (any AnimatedOwner)? { owner as? any AnimatedOwner }
}
