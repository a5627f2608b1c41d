/// Finds the entries of edited scopes by the entry around them and their index in it.
///
/// A few entries are searched linearly, which is the common case. Many entries get a dictionary.
struct EditedChildren {
  private struct Place: Hashable {
    let parent: Int
    let slot: Int
  }

  private static let searchedCountMax = 8

  private var places: [Place] = []
  private var entries: [Int] = []
  /// All entries, once there are many.
  private var indexes: [Place: Int] = [:]

  func entry(of parent: Int, at slot: Int) -> Int? {
    let place = Place(parent: parent, slot: slot)
    let index = places.count > Self.searchedCountMax ? indexes[place] : places.firstIndex(of: place)
    return index.map { entries[$0] }
  }

  /// Adds an entry for a place that has none.
  mutating func add(_ entry: Int, of parent: Int, at slot: Int) {
    places.append(Place(parent: parent, slot: slot))
    entries.append(entry)
    if places.count == Self.searchedCountMax + 1 {
      indexes = Dictionary(uniqueKeysWithValues: zip(places, places.indices))
    } else if places.count > Self.searchedCountMax {
      indexes[places[places.count - 1]] = places.count - 1
    }
  }
}
