extension Changeset {
  /// Collects the parts of a changeset, in any order.
  public struct Builder {
    private var outline = ChangesetOutline()
    private var updatedModels: [Model] = []
    private var insertedModels: [Model] = []
    private var updatedSectionModels: [SectionModel?] = []
    private var insertedSectionModels: [SectionModel?] = []

    /// Makes a builder that has collected nothing.
    public init() {}

    /// Gives the item at `sourcePath` a new model; it keeps its identity and component state.
    public mutating func updateItem(at sourcePath: ItemPath, _ model: Model) {
      outline.updatedItems.append(sourcePath)
      updatedModels.append(model)
    }

    /// Removes the item at `sourcePath`.
    public mutating func removeItem(at sourcePath: ItemPath) {
      outline.removedItems.append(sourcePath)
    }

    /// Removes the items of a source section at `sourceItems`.
    public mutating func removeItems(inSection sourceSection: Int, at sourceItems: Range<Int>) {
      for item in sourceItems { removeItem(at: ItemPath(section: sourceSection, item: item)) }
    }

    /// Moves an item; it keeps its identity and component state.
    public mutating func moveItem(from sourcePath: ItemPath, to targetPath: ItemPath) {
      outline.movedItems.append(ItemMove(source: sourcePath, target: targetPath))
    }

    /// Inserts a new item that stands at `targetPath` in the target.
    public mutating func insertItem(_ model: Model, at targetPath: ItemPath) {
      outline.insertedItems.append(targetPath)
      insertedModels.append(model)
    }

    /// Inserts new items that stand in a row from `targetPath` on in the target.
    public mutating func insertItems(_ models: some Collection<Model>, at targetPath: ItemPath) {
      outline.insertedItems.reserveCapacity(outline.insertedItems.count + models.count)
      insertedModels.reserveCapacity(insertedModels.count + models.count)
      for (offset, model) in models.enumerated() {
        let item = targetPath.item &+ offset
        insertItem(model, at: ItemPath(section: targetPath.section, item: item))
      }
    }

    /// Gives a source section a new section model.
    public mutating func updateSection(at sourceSection: Int, _ model: SectionModel?) {
      outline.updatedSections.append(sourceSection)
      updatedSectionModels.append(model)
    }

    /// Removes a source section with its items, except those that are moved out of it.
    public mutating func removeSection(at sourceSection: Int) {
      outline.removedSections.append(sourceSection)
    }

    /// Moves a section with its items.
    public mutating func moveSection(from sourceSection: Int, to targetSection: Int) {
      outline.movedSections.append(SectionMove(source: sourceSection, target: targetSection))
    }

    /// Inserts an empty section that stands at `targetSection` in the target.
    public mutating func insertSection(at targetSection: Int, _ model: SectionModel? = nil) {
      outline.insertedSections.append(targetSection)
      insertedSectionModels.append(model)
    }

    /// Puts every part in ascending order.
    func changeset() -> Changeset {
      var result = Changeset()
      result.outline = outline
      result.updatedModels = updatedModels
      result.insertedModels = insertedModels
      result.updatedSectionModels = updatedSectionModels
      result.insertedSectionModels = insertedSectionModels
      sortTogether(&result.outline.updatedItems, &result.updatedModels)
      sortTogether(&result.outline.insertedItems, &result.insertedModels)
      sortTogether(&result.outline.updatedSections, &result.updatedSectionModels)
      sortTogether(&result.outline.insertedSections, &result.insertedSectionModels)
      result.outline.removedItems = outline.removedItems.ascending()
      result.outline.movedItems = outline.movedItems.ascending()
      result.outline.removedSections = outline.removedSections.ascending()
      result.outline.movedSections = outline.movedSections.ascending()
      return result
    }
  }
}

/// Sorts keys and carries each key's value along; equal keys keep their order.
private func sortTogether<Key: Comparable, Value>(_ keys: inout [Key], _ values: inout [Value]) {
  if keys.isAscending { return }
  let order = keys.indices.sorted {
    keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1
  }
  keys = order.map { keys[$0] }
  values = order.map { values[$0] }
}
