/// The values of the environment that were read, one for each key or part of its value.
///
/// Components read few keys, so a linear search finds them.
struct EnvironmentReads: Sendable {
  private struct Read: Sendable {
    let key: ObjectIdentifier
    /// The part of the value that was read; `nil` for the whole value.
    let part: (any AnyKeyPath & Sendable)?
    let value: any EnvironmentValue
  }

  private var reads: [Read] = []

  var isEmpty: Bool { reads.isEmpty }

  /// Returns whether the environment still has these values, so that the components that read them
  /// would build the same.
  func areEqual(in environment: ComponentEnvironment) -> Bool {
    reads.allSatisfy { $0.value.isEqual(to: environment[$0.key]) }
  }

  mutating func insert(
    _ key: ObjectIdentifier, part: (any AnyKeyPath & Sendable)? = nil,
    _ value: @autoclosure () -> any EnvironmentValue
  ) {
    guard !contains(key, part) else { return }
    reads.append(Read(key: key, part: part, value: value()))
  }

  /// Adds the values that a scope within has read, except those that its overrides set.
  ///
  /// An override that changes a value depends on the one around it, so that one counts as read.
  ///
  /// - Parameters:
  ///   - others: The values that the scope within has read.
  ///   - overrides: The overrides around that scope.
  ///   - environment: The environment outside of the overrides.
  mutating func formUnion(
    _ others: EnvironmentReads, below overrides: EnvironmentOverrides?,
    in environment: ComponentEnvironment
  ) {
    guard let overrides else {
      if reads.isEmpty {
        reads = others.reads
      } else {
        for read in others.reads where !contains(read.key, read.part) { reads.append(read) }
      }
      return
    }
    for read in others.reads {
      switch overrides.effect(on: read.key) {
      case .none: insert(read.key, part: read.part, read.value)
      case .sets: break
      case .changes(let part): insert(read.key, part.outerValue(in: environment))
      }
    }
  }

  private func contains(_ key: ObjectIdentifier, _ part: (any AnyKeyPath & Sendable)?) -> Bool {
    reads.contains { $0.key == key && ($0.part == nil || $0.part == part) }
  }
}

/// A part of a value of the environment, as it was read.
struct EnvironmentValuePart<Key: ComponentEnvironmentKey, Part: Equatable & Sendable>:
  EnvironmentValue
{
  let path: any KeyPath<Key.Value, Part> & Sendable
  let part: Part

  /// Returns whether a value of the key has an equal part.
  func isEqual(to other: (any EnvironmentValue)?) -> Bool {
    let value = (other as? TypedEnvironmentValue<Key>)?.value ?? Key.defaultValue
    return value[keyPath: path] == part
  }
}
