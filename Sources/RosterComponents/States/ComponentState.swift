/// What a state must be: a value that can be kept, compared and sent.
public typealias ComponentState = Codable & Equatable & Sendable

/// The state of components without one; it is kept nowhere.
public struct NoState: ComponentState {
  /// Makes it.
  public init() {}
}
