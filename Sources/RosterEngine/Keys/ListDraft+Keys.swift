public import RosterCore

// MARK: Items by key

extension ListDraft {
  /// Returns the item whose model has a key, as the steps so far have left the list; `nil` without one.
  ///
  /// If several items have the key for the moment, it is the one to which a step has given it last.
  ///
  /// - Throws: `storage`; with `keyRequired` if neither the list nor the data source has keys.
  /// - Complexity: As ``ListSnapshot/item(key:)``, without a model.
  public func item(key: some ModelKeyConvertible) throws(DataSourceError) -> ItemID? {
    let key = key.modelKey
    let drafted = drafted
    if let item = drafted.itemsByKey[key]?.last(where: { has(key, $0, drafted) }) { return item }
    return try reading { () throws(StorageError) in
      guard let item = try source.itemID(withKey: key), try state.path(of: item) != nil,
        drafted.models[item] == nil || has(key, item, drafted)
      else { return nil }
      return item
    }
  }

  /// Whether a step has given an item that is there a model with a key.
  private func has(
    _ key: ModelKey, _ item: ItemID, _ drafted: DraftedModels<Model, SectionModel>
  ) -> Bool {
    drafted.models[item].flatMap { source.models.keys.knownKey(of: $0) } == key
  }

  private func existingItem(_ key: some ModelKeyConvertible) throws(DataSourceError) -> ItemID {
    guard let item = try item(key: key) else { throw .noSuchKey(key.modelKey) }
    return item
  }

  /// Gives the item with a key a new model. It keeps its identity and its states; its key is that of the new
  /// model.
  ///
  /// - Throws: `noSuchKey`; `storage`.
  public mutating func update(
    key: some ModelKeyConvertible, _ model: Model
  ) throws(DataSourceError) {
    try update(existingItem(key), model)
  }

  /// Edits the model of the item with a key.
  ///
  ///     try change.update(key: "m-17") { $0.isRead = true }
  ///
  /// - Throws: `noSuchKey`; `storage`; what `edit` throws.
  public mutating func update(
    key: some ModelKeyConvertible, _ edit: (inout Model) throws -> Void
  ) throws {
    try update(existingItem(key), edit)
  }

  /// Removes the item with a key.
  ///
  /// - Throws: `noSuchKey`; `storage`.
  public mutating func remove(key: some ModelKeyConvertible) throws(DataSourceError) {
    try remove(existingItem(key))
  }

  /// Gives the item with the key of a model this model, where it stands; appends an item if there is none.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - section: Where a new item goes, as in ``append(_:toSection:)``.
  /// - Returns: Whether the item is new, and its identity.
  /// - Throws: `noSuchSection`; `storage`, with `keyRequired` if the data source was opened without `key`.
  @discardableResult
  public mutating func upsert(
    _ model: Model, toSection section: SectionID? = nil
  ) throws(DataSourceError) -> (inserted: Bool, item: ItemID) {
    if let item = try updateItem(withKeyOf: model) { return (false, item) }
    return (true, try append(model, toSection: section))
  }

  /// Gives the item with the key of a model this model, where it stands; inserts an item if there is none.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - targetPath: Where a new item is to stand.
  /// - Returns: Whether the item is new, and its identity.
  /// - Throws: `invalid` if there is no such place for a new item; `storage`, with `keyRequired` if the data
  ///   source was opened without `key`.
  @discardableResult
  public mutating func upsert(
    _ model: Model, at targetPath: ItemPath
  ) throws(DataSourceError) -> (inserted: Bool, item: ItemID) {
    if let item = try updateItem(withKeyOf: model) { return (false, item) }
    return (true, try insert(model, at: targetPath))
  }

  /// Gives the item with the key of a model this model, where it stands; inserts an item in a flat list if there is
  /// none.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - targetIndex: Where a new item is to stand, in the last section; a list without sections gets one
  ///     that has no model.
  /// - Returns: Whether the item is new, and its identity.
  /// - Throws: As with a path.
  @discardableResult
  public mutating func upsert(
    _ model: Model, at targetIndex: Int
  ) throws(DataSourceError) -> (inserted: Bool, item: ItemID) {
    if let item = try updateItem(withKeyOf: model) { return (false, item) }
    return (true, try insert(model, at: targetIndex))
  }

  private mutating func updateItem(withKeyOf model: Model) throws(DataSourceError) -> ItemID? {
    let key = try reading { () throws(StorageError) in try source.models.keys.key(of: model) }
    guard let item = try item(key: key) else { return nil }
    try update(item, model)
    return item
  }
}

// MARK: Items in order

extension ListDraft {
  /// Inserts an item where it belongs in a section that is sorted, behind those that are equal to it.
  ///
  ///     try change.insert(message) { $0.date < $1.date }
  ///
  /// In a section that is not sorted, the item stands somewhere: behind an item that it does not precede, or
  /// first; and before one that it precedes, or last.
  ///
  /// - Parameters:
  ///   - model: The model of the item.
  ///   - section: As in ``append(_:toSection:)``.
  ///   - precedes: Returns whether the first model must stand before the second one.
  /// - Returns: The identity of the item.
  /// - Throws: `noSuchSection`; `storage`; what `precedes` throws.
  /// - Complexity: O(log *m*) models are read and compared for *m* items in the section.
  @discardableResult
  public mutating func insert(
    _ model: Model, inSection section: SectionID? = nil,
    sortedBy precedes: (Model, Model) throws -> Bool
  ) throws -> ItemID {
    guard section != nil || state.sectionCount > 0 else { return try append(model) }
    let index = try section.map { (id) throws(DataSourceError) in try self.index(of: id) }
    var target = ItemPath(section: index ?? state.sectionCount - 1, item: 0)
    var end = state.itemCount(inSection: target.section)
    while target.item < end {
      let middle = ItemPath(section: target.section, item: target.item + (end - target.item) / 2)
      let item = try reading { () throws(StorageError) in try state.itemID(at: middle) }
      guard let item else { throw DataSourceError.noSuchItem(.path(middle)) }
      if try precedes(model, self.model(of: item)) {
        end = middle.item
      } else {
        target.item = middle.item + 1
      }
    }
    return try insert(model, at: target)
  }

  /// Inserts an item where it belongs in a section that is sorted by a value, behind those with an equal one.
  ///
  ///     try change.insert(message, sortedBy: \.date)
  ///
  /// See ``insert(_:inSection:sortedBy:)-(_,_,(Model,Model)->Bool)``.
  @discardableResult
  public mutating func insert<Value: Comparable>(
    _ model: Model, inSection section: SectionID? = nil, sortedBy value: (Model) throws -> Value
  ) throws -> ItemID {
    let own = try value(model)
    return try insert(model, inSection: section) { try own < value($1) }
  }
}
