import RosterJSON
import Testing

/// What the mapping form of a batch says about the target, by the rule alone: who neither leaves nor
/// moves fills, in order, the slots that arrivals leave free.
struct BatchMapping {
  /// For each target section, where its items come from.
  let targetOrigins: [[NaiveReader.Origin]]
  /// Source and target path of each updated item, as four numbers, ascending.
  let updatedItems: [[Int]]

  init(_ changes: JSONValue, sourceCounts: [Int], targetSectionCount: Int) throws {
    func numbers(_ part: String) throws -> [[Int]] {
      let elements = changes[part]?.arrayValue ?? []
      return try elements.map { try Self.flattened($0) }
    }
    let movedItems = try numbers("movedItems")
    let leavingItems = Set(try numbers("removedItems") + movedItems.map { Array($0.prefix(2)) })
    var itemArrivals: [[Int]: NaiveReader.Origin] = [:]
    for path in try numbers("insertedItems") { itemArrivals[path] = .inserted }
    for move in movedItems {
      itemArrivals[Array(move.suffix(2))] = .source(section: move[0], item: move[1])
    }

    let sectionOrigins = try Self.sectionOrigins(
      removed: numbers("removedSections"), moved: numbers("movedSections"),
      inserted: numbers("insertedSections"), sourceCount: sourceCounts.count,
      targetCount: targetSectionCount)
    targetOrigins = sectionOrigins.enumerated().map { section, origin in
      let survivors = (0..<(origin.map { sourceCounts[$0] } ?? 0)).filter {
        !leavingItems.contains([origin ?? 0, $0])
      }
      let arrivals = itemArrivals.filter { $0.key[0] == section }
      var rest = survivors[...]
      return (0..<survivors.count + arrivals.count).map { item in
        if let arrival = arrivals[[section, item]] { return arrival }
        return rest.popFirst().map { .source(section: origin ?? 0, item: $0) } ?? .inserted
      }
    }
    updatedItems = try numbers("updatedItems").sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// The source section of each target section, `nil` for an inserted one.
  private static func sectionOrigins(
    removed: [[Int]], moved: [[Int]], inserted: [[Int]], sourceCount: Int, targetCount: Int
  ) throws -> [Int?] {
    let leaving = Set(removed.map { $0[0] } + moved.map { $0[0] })
    var arrivals: [Int: Int?] = [:]
    for section in inserted { arrivals.updateValue(nil, forKey: section[0]) }
    for move in moved { arrivals[move[1]] = move[0] }
    var rest = (0..<sourceCount).filter { !leaving.contains($0) }[...]
    let origins = (0..<targetCount).map { section in
      if let arrival = arrivals[section] { return arrival }
      return rest.popFirst() ?? -1
    }
    try #require(!origins.contains(-1), "a target section without an origin")
    return origins
  }

  private static func flattened(_ value: JSONValue) throws -> [Int] {
    if let number = value.intValue { return [number] }
    return try #require(value.arrayValue).flatMap { try flattened($0) }
  }
}
