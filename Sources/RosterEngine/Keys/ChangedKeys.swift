package import RosterCore

/// The keys of the items of a list with changes on top that storage does not hold.
package struct ChangedKeys<Model: Sendable>: Sendable {
  private let keys:
    @Sendable (_ updated: [Model], _ inserted: [Model], ChangeIdentities) throws -> ItemKeys
  /// Returns the item that has a key in the list below the changes.
  private let storedItem: @Sendable (ModelKey) throws -> ItemID?
  private var items: [ModelKey: ItemID] = [:]
  private var keysOfItems: [ItemID: ModelKey] = [:]
  /// The items whose keys in the list below no longer count.
  private var touched: Set<ItemID> = []

  /// Begins with a list that has no changes on top.
  ///
  /// - Parameters:
  ///   - snapshot: The list.
  ///   - model: Returns the model of the list that a model of the changes stands for.
  /// - Returns: `nil` if the data source of the list was opened without `key`.
  package init?<ListModel, SectionModel>(
    _ snapshot: ListSnapshot<ListModel, SectionModel>,
    _ model: @escaping @Sendable (Model) throws -> ListModel
  ) {
    let reader = snapshot.models.keys
    guard reader.isKnown else { return nil }
    keys = { try reader.keys($0.map(model), $1.map(model), of: $2) }
    storedItem = { try snapshot.itemID(withKey: $0) }
  }

  /// Returns a key that two items would have after a change; `nil` if each has its own.
  ///
  /// - Parameters:
  ///   - updated: The models that the change gives to items.
  ///   - inserted: The models that it inserts.
  ///   - identities: The items that it touches.
  /// - Throws: `unencodable` if a model has no key; what turns models into those of the list throws.
  package func duplicate(
    _ updated: [Model], _ inserted: [Model], _ identities: ChangeIdentities
  ) throws -> ModelKey? {
    let written = WrittenKeys(try keys(updated, inserted, identities), identities)
    if let doubled = written.doubled { return doubled.key }
    return try written.order.first { key in
      guard let item = try item(withKey: key) else { return false }
      return !written.touched.contains(item)
    }
  }

  /// Adds a change.
  ///
  /// - Throws: As ``duplicate(_:_:_:)``.
  package mutating func append(
    _ updated: [Model], _ inserted: [Model], _ identities: ChangeIdentities
  ) throws {
    let written = WrittenKeys(try keys(updated, inserted, identities), identities)
    for item in written.touched {
      guard let key = keysOfItems.removeValue(forKey: item), items[key] == item else { continue }
      items[key] = nil
    }
    touched.formUnion(written.touched)
    for (key, item) in written.items {
      items[key] = item
      keysOfItems[item] = key
    }
  }

  private func item(withKey key: ModelKey) throws -> ItemID? {
    if let item = items[key] { return item }
    guard let item = try storedItem(key), !touched.contains(item) else { return nil }
    return item
  }
}
