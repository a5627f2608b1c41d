/// Objects by a key, for as long as something else keeps them: what a view has.
struct WeakObjects<Key: Hashable, Object: AnyObject> {
  private struct Entry {
    weak var object: Object?
  }

  private var entries: [Key: Entry] = [:]
  /// How many entries there are before those are removed whose objects are gone.
  private var countMax = 64

  var all: [Object] { entries.values.compactMap(\.object) }

  /// The object of a key; `nil` if there is none, or it is gone.
  ///
  /// - Complexity: O(1), amortized.
  subscript(key: Key) -> Object? {
    get { entries[key]?.object }
    set {
      entries[key] = newValue.map { Entry(object: $0) }
      guard entries.count > countMax else { return }
      entries = entries.filter { $0.value.object != nil }
      countMax = max(64, 2 * entries.count)
    }
  }
}
