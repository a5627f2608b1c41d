internal import RosterCore

/// The models that the steps of a draft have written, and the items and sections that they have touched.
struct DraftedModels<Model: Sendable, SectionModel: Sendable> {
  /// Those of items that are there.
  private(set) var models: [ItemID: Model] = [:]
  /// The items to which steps have given a model with a key, in the order of the steps.
  private(set) var itemsByKey: [ModelKey: [ItemID]] = [:]
  /// Those of sections that are there.
  private(set) var sectionModels: [SectionID: SectionModel?] = [:]
  private(set) var touched = TouchedIdentities()

  /// Adds a step.
  ///
  /// By index, and not by `zip`: unspecialized pairs are a third of the cost.
  ///
  /// - Parameters:
  ///   - change: What the step has made of the list.
  ///   - changeset: The step.
  ///   - keys: Knows the keys of models.
  ///   - unchanged: The inserted items that were in the list before the first step, with this model.
  mutating func add(
    _ change: ListChange, of changeset: Changeset<Model, SectionModel>, keys: KeyReader<Model>,
    unchanged: Set<ItemID> = []
  ) {
    let identities = change.identities
    for (index, id) in identities.updatedItems.enumerated() {
      add(changeset.updatedModels[index], of: id, keys)
    }
    for (index, id) in identities.insertedItems.enumerated() {
      if !unchanged.contains(id) { add(changeset.insertedModels[index], of: id, keys) }
      touched.items.insert(id)
    }
    for id in identities.movedItems { touched.items.insert(id) }
    for removed in identities.removedItems {
      touched.items.insert(removed.id)
      models[removed.id] = nil
    }
    addSections(change, of: changeset)
  }

  private mutating func addSections(
    _ change: ListChange, of changeset: Changeset<Model, SectionModel>
  ) {
    let identities = change.identities
    for (index, id) in identities.updatedSections.enumerated() {
      sectionModels[id] = .some(changeset.updatedSectionModels[index])
    }
    for (index, id) in identities.insertedSections.enumerated() {
      sectionModels[id] = .some(changeset.insertedSectionModels[index])
      touched.sections.insert(id)
    }
    for id in identities.removedSections {
      touched.sections.insert(id)
      sectionModels[id] = nil
    }
    for move in changeset.outline.movedSections {
      if let id = change.target.sectionID(at: move.target) { touched.sections.insert(id) }
    }
  }

  private mutating func add(_ model: Model, of item: ItemID, _ keys: KeyReader<Model>) {
    models[item] = model
    if let key = keys.knownKey(of: model) { itemsByKey[key, default: []].append(item) }
  }
}
