internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// Where what changes of a device bring back stands in the hub's list that the changes are made for.
///
/// A device that takes a removal back inserts what it removed under the number that it had. The hub has
/// given no meaning to that number, and others may have kept the item:
///
///     hub's list     AB|C      the device removes the section AB, and takes that back
///     returning      1 at [0, 0], 2 at [0, 1], and the section 1 at 0
///     meanwhile      B|CA      another device has moved A: it is not inserted a second time
struct ReturningPlaces: Hashable, Sendable {
  /// The places of items, by the device's numbers.
  var items: [ItemID: ItemPath] = [:]
  /// The indexes of sections likewise.
  var sections: [SectionID: Int] = [:]

  init() {}

  var isEmpty: Bool { items.isEmpty && sections.isEmpty }

  /// The places of what some changes insert.
  func those(of changes: [KeyedChange]) -> ReturningPlaces {
    if isEmpty { return self }
    var places = ReturningPlaces()
    for change in changes {
      for item in change.items { places.items[item] = items[item] }
      for section in change.sections { places.sections[section] = sections[section] }
    }
    return places
  }

  // MARK: JSON

  var json: JSONValue {
    var json: JSONObject = [:]
    if !items.isEmpty {
      json["items"] = .array(
        items.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { [.integer($0.key.rawValue), $0.value.json] })
    }
    if !sections.isEmpty {
      json["sections"] = .array(
        sections.sorted { $0.key.rawValue < $1.key.rawValue }
          .map { [.integer($0.key.rawValue), .integer($0.value)] })
    }
    return .object(json)
  }

  init(json: JSONValue) throws {
    for entry in try json["items"].map({ try $0.sync.array() }) ?? [] {
      let (number, path) = try entry.sync.pair()
      items[ItemID(rawValue: try number.sync.integer())] = try path.sync.path()
    }
    for entry in try json["sections"].map({ try $0.sync.array() }) ?? [] {
      let (number, index) = try entry.sync.pair()
      sections[SectionID(rawValue: try number.sync.integer())] = try index.sync.integer()
    }
  }
}
