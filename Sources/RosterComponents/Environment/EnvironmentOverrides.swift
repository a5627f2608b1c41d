/// The values that a scope receives instead of those of the scope around it, the innermost first.
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

  /// Returns the environment of the scope, given that of the scope around it.
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
