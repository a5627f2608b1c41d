package import RosterCore
internal import RosterJSON
internal import RosterLog

/// Names a change of a device for ever: a hub applies the change with a key once.
///
/// Each opening of a device notes a new random name in the list, and a change has the name of the
/// note before it. So a device that was restored from a backup gives the changes in the backup the
/// keys that they had, and no key to a new change that another one had.
package struct ChangeKey: Hashable, Sendable {
  /// The name of one opening of a device.
  package var name: String
  /// The revision of the device's list that the change was made as.
  package var number: Int

  /// Makes a key.
  package init(name: String, number: Int) {
    self.name = name
    self.number = number
  }

  var json: JSONValue { [.string(name), .integer(number)] }

  init(json: JSONValue) throws(SyncError) {
    let (name, number) = try json.sync.pair()
    self.init(name: try name.sync.string(), number: try number.sync.integer())
  }
}

/// A change of a device that the hub has not settled: a changeset for the list before it, and the
/// device's own numbers of what it inserts.
package struct KeyedChange: Sendable {
  /// Names the change.
  package var key: ChangeKey
  /// The number of the change before it under the same name: no change has a number between them.
  package var after: Int
  /// The change.
  package var changeset: SyncChangeset
  /// The inserted items by the device's numbers, in the order of the changeset.
  package var items: [ItemID]
  /// The inserted sections likewise.
  package var sections: [SectionID]
  /// What its author said about it.
  package var annotation: ChangeAnnotation
  /// How many parts of the change are lost so far, because their items or sections are gone.
  package var lostCount = 0

  /// Returns the change for another list.
  ///
  /// - Parameters:
  ///   - base: The list that it was made for.
  ///   - current: The other list. The identities of both are the same.
  func rebased(
    from base: ListState, onto current: ListState
  ) throws -> KeyedChange {
    let rebased = try changeset.numbered.rebased(from: base, onto: current)
    var change = self
    change.changeset = SyncChangeset(rebased.changeset, of: changeset)
    change.items = rebased.changeset.insertedModels.map { items[$0] }
    change.sections = rebased.changeset.insertedSectionModels.compactMap { $0 }.map { sections[$0] }
    change.lostCount += rebased.dropped.changeCount
    return change
  }

  /// The change of which nothing is left.
  var emptied: KeyedChange {
    var change = self
    change.lostCount += changeset.changeCount
    change.changeset = SyncChangeset()
    change.items = []
    change.sections = []
    return change
  }

  /// The change as it is in a list.
  var json: JSONValue { json(key: key.json) }

  /// The change as it is in a message with names.
  func json(_ names: inout MessageNames) -> JSONValue { json(key: names.json(key)) }

  private func json(key keyJSON: JSONValue) -> JSONValue {
    var json: JSONObject = ["key": keyJSON, "changeset": changeset.json]
    if after != key.number - 1 { json["after"] = .integer(after) }
    if !items.isEmpty { json["items"] = items.map(\.rawValue).runs }
    if !sections.isEmpty { json["sections"] = sections.map(\.rawValue).runs }
    if lostCount > 0 { json["lost"] = .integer(lostCount) }
    annotation.addMembers(to: &json)
    return .object(json)
  }

  init(
    key: ChangeKey, after: Int, changeset: SyncChangeset, items: [ItemID], sections: [SectionID],
    _ annotation: ChangeAnnotation
  ) {
    self.key = key
    self.after = after
    self.changeset = changeset
    self.items = items
    self.sections = sections
    self.annotation = annotation.withoutNote
  }

  /// - Parameter names: The names of a message, `nil` if the change is in a list.
  init(json: JSONValue, _ names: MessageNames? = nil) throws {
    let keyJSON = try json.sync["key"].json()
    key = try names?.key(keyJSON) ?? ChangeKey(json: keyJSON)
    after = try json["after"].map { try $0.sync.integer() } ?? key.number - 1
    guard after < key.number else { throw SyncError.malformed("a change is before its former one") }
    changeset = try json.sync["changeset"].changeset()
    let (itemCount, sectionCount) = (
      changeset.outline.insertedItems.count, changeset.outline.insertedSections.count
    )
    items = try json.sync["items"].numbers(atMost: itemCount).map(ItemID.init)
    sections = try json.sync["sections"].numbers(atMost: sectionCount).map(SectionID.init)
    lostCount = try json["lost"].map { try $0.sync.integer() } ?? 0
    annotation = try json.sync.annotation()
    guard items.count == itemCount, sections.count == sectionCount else {
      throw SyncError.malformed("a change does not name what it inserts")
    }
  }
}
