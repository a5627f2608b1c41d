internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// Where the hub's list had items and sections that are gone from it.
///
/// Two devices may remove the same item, and both take that back. For each of them the item comes back
/// under a number of its own, which means nothing to the hub. So a device notes which revision of the hub
/// removed the item, and where the list before had it:
///
///     hub's revision 6    A B C
///     hub's revision 7    A C           item 2 of a device was at [0, 1] of revision 6
///     a device takes its removal of B back: it inserts 2, which revision 7 removed at [0, 1]
///
/// The hub finds the identity that the item had. If that one is in the list again, it is not inserted.
struct FormerPlaces: Hashable, Sendable {
  struct Place<Position: Hashable & Sendable>: Hashable, Sendable {
    /// The hub's revision that removed it.
    var revision: Revision
    /// Where the list before that revision had it.
    var position: Position
  }

  /// The places of items, by the device's numbers.
  var items: [ItemID: Place<ItemPath>] = [:]
  /// The places of sections likewise.
  var sections: [SectionID: Place<Int>] = [:]

  init() {}

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// Adds later places, which replace those of the same items and sections.
  mutating func merge(_ later: FormerPlaces) {
    items.merge(later.items) { $1 }
    sections.merge(later.sections) { $1 }
  }

  // MARK: JSON

  /// Items that stood one after the other and have numbers one after the other are one entry:
  /// `[number, revision, [section, item], count]`.
  var json: JSONValue {
    var json: JSONObject = [:]
    if !items.isEmpty { json["items"] = .array(itemRuns) }
    if !sections.isEmpty {
      json["sections"] = .array(
        sections.sorted { $0.key.rawValue < $1.key.rawValue }.map { id, place in
          [.integer(id.rawValue), .integer(place.revision), .integer(place.position)]
        })
    }
    return .object(json)
  }

  private var itemRuns: [JSONValue] {
    var runs: [(first: ItemID, place: Place<ItemPath>, count: Int)] = []
    for (id, place) in items.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
      if let last = runs.last, id.rawValue == last.first.rawValue + last.count,
        place == last.place.advanced(by: last.count)
      {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((id, place, 1))
      }
    }
    return runs.map { run in
      [
        .integer(run.first.rawValue), .integer(run.place.revision), run.place.position.json,
        .integer(run.count),
      ]
    }
  }

  /// Reads places of a message or note; none if there is no value.
  ///
  /// - Parameter countMax: The maximum number of items, so that a short text cannot fill the memory.
  init(json: JSONValue?, atMost countMax: Int = 1 << 24) throws(SyncError) {
    guard let json else { return }
    for entry in try json["items"]?.sync.array() ?? [] {
      let parts = try entry.sync.parts(atLeast: 4)
      let (number, count) = (try parts[0].sync.integer(), try parts[3].sync.integer())
      let place = Place(
        revision: try parts[1].sync.integer(), position: try parts[2].sync.path())
      guard count <= countMax - items.count, number <= Int.max - count,
        place.position.item <= Int.max - count
      else { throw .malformed("a run is too long") }
      for offset in 0..<count {
        items[ItemID(rawValue: number + offset)] = place.advanced(by: offset)
      }
    }
    for entry in try json["sections"]?.sync.array() ?? [] {
      let parts = try entry.sync.parts(atLeast: 3)
      sections[SectionID(rawValue: try parts[0].sync.integer())] = Place(
        revision: try parts[1].sync.integer(), position: try parts[2].sync.integer())
    }
  }
}

extension FormerPlaces.Place<ItemPath> {
  fileprivate func advanced(by count: Int) -> Self {
    var place = self
    place.position.item += count
    return place
  }
}
