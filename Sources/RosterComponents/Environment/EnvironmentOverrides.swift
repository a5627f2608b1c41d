/// The values that are handed down to a scope instead of those that the scope around it is handed,
/// the innermost first.
final class EnvironmentOverrides: Sendable {
  private let part: EnvironmentPart
  private let outer: EnvironmentOverrides?

  init(_ part: EnvironmentPart, outer: EnvironmentOverrides?) {
    self.part = part
    self.outer = outer
  }

  func contains(_ key: ObjectIdentifier) -> Bool {
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      if current.part.key == key { return true }
      overrides = current.outer
    }
    return false
  }

  /// What is handed down where an environment is handed to the scope around.
  func applied(to environment: EnvironmentValues) -> EnvironmentValues {
    var parts: [EnvironmentPart] = []
    var overrides: EnvironmentOverrides? = self
    while let current = overrides {
      parts.append(current.part)
      overrides = current.outer
    }
    return parts.reversed().reduce(into: environment) { $0[$1.key] = $1.value }
  }
}
