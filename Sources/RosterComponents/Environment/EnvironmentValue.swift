/// A value of the environment without its type.
protocol EnvironmentValue: Sendable {
  /// Returns whether another value of the same key is equal; `nil` stands for the default value of
  /// the key.
  func isEqual(to other: (any EnvironmentValue)?) -> Bool
}

/// A value of the environment.
struct TypedEnvironmentValue<Key: EnvironmentKey>: EnvironmentValue {
  let value: Key.Value

  init(_ value: Key.Value) { self.value = value }

  func isEqual(to other: (any EnvironmentValue)?) -> Bool {
    guard let other else { return value == Key.defaultValue }
    return (other as? Self)?.value == value
  }
}
