/// A value of the environment without its type.
protocol EnvironmentValue: Sendable {
  /// Whether the other is a value of the same key and equal.
  func isEqual(to other: any EnvironmentValue) -> Bool
}

/// A value of the environment.
struct TypedEnvironmentValue<Key: EnvironmentKey>: EnvironmentValue {
  let value: Key.Value

  init(_ value: Key.Value) { self.value = value }

  func isEqual(to other: any EnvironmentValue) -> Bool {
    (other as? Self)?.value == value
  }
}
