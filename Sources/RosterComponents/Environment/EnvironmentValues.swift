/// The values that are passed down the tree, by key.
///
///     enum Theme: EnvironmentKey { static let defaultValue = "light" }
///
///     var environment = EnvironmentValues()
///     environment[Theme.self] = "dark"
public struct EnvironmentValues: Sendable {
  private var values: [ObjectIdentifier: any EnvironmentValue] = [:]

  /// Makes an environment in which every key has its default value.
  public init() {}

  /// The value of a key; its default value if none was set.
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
    get {
      guard let value = values[ObjectIdentifier(key)] as? TypedEnvironmentValue<Key> else {
        return key.defaultValue
      }
      return value.value
    }
    set { values[ObjectIdentifier(key)] = TypedEnvironmentValue<Key>(newValue) }
  }

  /// The value of a key; `nil` if none was set.
  subscript(key: ObjectIdentifier) -> (any EnvironmentValue)? {
    get { values[key] }
    set { values[key] = newValue }
  }
}

extension EnvironmentValues: Equatable {
  /// Returns whether every key has equal values in both. A key without a value has its default
  /// value.
  public static func == (first: Self, second: Self) -> Bool {
    first.values.allSatisfy { key, value in value.isEqual(to: second.values[key]) }
      && second.values.allSatisfy { key, value in
        first.values[key] != nil || value.isEqual(to: nil)
      }
  }
}
