internal import RosterCore
internal import RosterJSON
internal import RosterLog

/// A list that came whole, to be compared with the one that the device has.
///
/// Items are the same if their keys are: of equal keys, the first one of one list is the first one
/// of the other. Sections likewise. What is left over is not matched: a pending removal of a section
/// would remove another one.
struct WholeList {
  private struct Key: Hashable {
    var key: JSONValue?
    /// How many equal ones stand before it.
    var ordinal: Int
  }

  private struct Item: Equatable, Sendable {
    var model: JSONValue
    var key: Key
  }

  let pages: WholePages
  let itemKey: (JSONValue) -> JSONValue
  let sectionKey: (JSONValue) -> JSONValue

  /// Returns the changeset that turns a list into this one.
  func changeset(from source: [WholePage.Section]) throws -> SyncChangeset {
    let difference = try Changeset<Item, JSONValue>.difference(
      from: identified(source), to: identified(pages.sections), key: { $0.key })
    return difference.mapModels({ $0.model }, { $0 })
  }

  /// Returns the identities of items of this list that were in another one, by their keys; `nil` for
  /// those that were not.
  ///
  /// - Parameter former: What that list had.
  func identities(
    of models: [JSONValue], among former: [(id: ItemID, model: JSONValue)]
  ) -> [ItemID?] {
    if former.isEmpty { return models.map { _ in nil } }
    var ids: [JSONValue: [ItemID]] = [:]
    // The first one of equal keys is taken first.
    for item in former.reversed() { ids[itemKey(item.model), default: []].append(item.id) }
    return models.map { ids[itemKey($0)]?.popLast() }
  }

  private func identified(
    _ sections: [WholePage.Section]
  ) -> [IdentifiedSection<Key, Item, JSONValue>] {
    let sectionKeys = Self.keys(of: sections.map { $0.model.map(sectionKey) })
    let keys = Self.keys(of: sections.flatMap { $0.items.map(itemKey) })
    var next = keys.startIndex
    return zip(sections, sectionKeys).map { section, sectionKey in
      let items = zip(section.items, keys[next...]).map(Item.init)
      next += section.items.count
      return IdentifiedSection(id: sectionKey, model: section.model, items: items)
    }
  }

  private static func keys(of values: [JSONValue?]) -> [Key] {
    var counts: [JSONValue?: Int] = [:]
    return values.map { value in
      defer { counts[value, default: 0] += 1 }
      return Key(key: value, ordinal: counts[value, default: 0])
    }
  }
}
