/// The values of the environment that were read, one for each key.
///
/// Components read few keys, so a linear search finds them.
struct EnvironmentReads: Sendable {
  private struct Read: Sendable {
    let key: ObjectIdentifier
    let value: any EnvironmentValue
  }

  private var reads: [Read] = []

  var isEmpty: Bool { reads.isEmpty }

  /// Returns whether the environment still has these values, so that the components that read them
  /// would build the same.
  func areEqual(in environment: EnvironmentValues) -> Bool {
    reads.allSatisfy { $0.value.isEqual(to: environment[$0.key]) }
  }

  mutating func insert(_ key: ObjectIdentifier, _ value: @autoclosure () -> any EnvironmentValue) {
    guard !contains(key) else { return }
    reads.append(Read(key: key, value: value()))
  }

  /// Adds the values that a scope within has read, except those that its overrides set.
  mutating func formUnion(_ others: EnvironmentReads, below overrides: EnvironmentOverrides?) {
    if reads.isEmpty, overrides == nil {
      reads = others.reads
      return
    }
    for read in others.reads where !contains(read.key) {
      if let overrides, overrides.contains(read.key) { continue }
      reads.append(read)
    }
  }

  private func contains(_ key: ObjectIdentifier) -> Bool { reads.contains { $0.key == key } }
}
