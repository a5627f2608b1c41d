/// The requirements for a state: a value that can be stored, compared and sent.
public typealias ComponentState = Codable & Equatable & Sendable

/// The state of components without one. It is not stored.
public struct NoState: ComponentState {
  /// Makes the only value.
  public init() {}
}
