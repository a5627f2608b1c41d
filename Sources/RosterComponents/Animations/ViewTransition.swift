/// How the views that a scope had go while the ones that it has now come in their place.
public struct ViewTransition: Hashable, Sendable {
  /// How the new views come.
  public var initial: [Animation]
  /// How the old views go.
  public var final: [Animation]

  /// Makes a transition of both its sides.
  public init(initial: [Animation] = [], final: [Animation] = []) {
    self.initial = initial
    self.final = final
  }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { initial.isEmpty && final.isEmpty }
}
