/// A value behind one reference: copies share it until one of them is changed.
///
/// It is for values with several references that are passed on more often than they are changed:
/// passing one on retains one reference instead of all of them.
struct SharedValue<Value: Sendable>: Sendable {
  /// Unchecked because its property is a variable: it changes only while one copy alone references
  /// the storage.
  private final class Storage: @unchecked Sendable {
    // Exclusive by construction, see above. A check at run time would be one at each access.
    @exclusivity(unchecked) var value: Value

    init(_ value: Value) { self.value = value }
  }

  private var storage: Storage

  init(_ value: Value) { storage = Storage(value) }

  // Inlined because what is read or changed is a part of the value: a call would allocate memory for
  // its own state.
  @inline(__always)
  var value: Value {
    _read { yield storage.value }
    _modify {
      if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
      yield &storage.value
    }
  }
}

extension SharedValue: Equatable where Value: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    left.storage === right.storage || left.value == right.value
  }
}

extension SharedValue: Hashable where Value: Hashable {
  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}
