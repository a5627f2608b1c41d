/// How the old views of a scope disappear while its new ones appear in their place.
public struct ViewTransition: Hashable, Sendable {
  /// The animations with which the new views appear.
  public var initial: [Animation]
  /// The animations with which the old views disappear.
  public var final: [Animation]

  /// Makes a transition of both animations.
  public init(initial: [Animation] = [], final: [Animation] = []) {
    self.initial = initial
    self.final = final
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { initial.isEmpty && final.isEmpty }
}
