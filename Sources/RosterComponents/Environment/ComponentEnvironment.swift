/// The values that are passed down the tree, by key.
///
///     enum Theme: ComponentEnvironmentKey { static let defaultValue = "light" }
///
///     var environment = ComponentEnvironment()
///     environment[Theme.self] = "dark"
public struct ComponentEnvironment: Sendable {
  private var values: [ObjectIdentifier: any EnvironmentValue] = [:]

  /// Makes an environment in which every key has its default value.
  public init() {}

  /// The value of a key; its default value if none was set.
  public subscript<Key: ComponentEnvironmentKey>(key: Key.Type) -> Key.Value {
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

extension ComponentEnvironment: Equatable {
  /// Returns whether every key has equal values in both. A key without a value has its default
  /// value.
  public static func == (first: Self, second: Self) -> Bool {
    first.values.allSatisfy { key, value in value.isEqual(to: second.values[key]) }
      && second.values.allSatisfy { key, value in
        first.values[key] != nil || value.isEqual(to: nil)
      }
  }
}

/// The key of a value that is passed down the tree: a locale, a theme, a size class.
public protocol ComponentEnvironmentKey: SendableMetatype {
  associatedtype Value: Equatable & Sendable
  /// The value that a component reads if none was set.
  static var defaultValue: Value { get }
}

/// A value of the environment without its type.
protocol EnvironmentValue: Sendable {
  /// Returns whether another value of the same key is equal; `nil` stands for the default value of
  /// the key.
  func isEqual(to other: (any EnvironmentValue)?) -> Bool
}

/// A value of the environment.
struct TypedEnvironmentValue<Key: ComponentEnvironmentKey>: EnvironmentValue {
  let value: Key.Value

  init(_ value: Key.Value) { self.value = value }

  func isEqual(to other: (any EnvironmentValue)?) -> Bool {
    guard let other else { return value == Key.defaultValue }
    return (other as? Self)?.value == value
  }
}
