extension Changeset {
  /// Collects the parts of a changeset, in any order.
  public struct Builder {
    @usableFromInline var items = ChangesetOutline.ItemParts()
    @usableFromInline var sections = ChangesetOutline.SectionParts()
    @usableFromInline var updatedModels: [Model] = []
    @usableFromInline var insertedModels: [Model] = []
    @usableFromInline var updatedSectionModels: [SectionModel?] = []
    @usableFromInline var insertedSectionModels: [SectionModel?] = []

    /// Makes a builder that has collected nothing.
    @inlinable
    public init() {}

    /// Gives the item at `sourcePath` a new model; it keeps its identity and component state.
    @inlinable
    public mutating func updateItem(at sourcePath: ItemPath, _ model: Model) {
      items.updated.append(sourcePath)
      updatedModels.append(model)
    }

    /// Removes the item at `sourcePath`.
    @inlinable
    public mutating func removeItem(at sourcePath: ItemPath) {
      items.removed.append(sourcePath)
    }

    /// Removes the items of a source section at `sourceItems`; of the first one if it is left out, which in a flat
    /// list is all.
    @inlinable
    public mutating func removeItems(inSection sourceSection: Int = 0, at sourceItems: Range<Int>) {
      for item in sourceItems { removeItem(at: ItemPath(section: sourceSection, item: item)) }
    }

    /// Moves an item; it keeps its identity and component state.
    @inlinable
    public mutating func moveItem(from sourcePath: ItemPath, to targetPath: ItemPath) {
      items.moved.append(ItemMove(source: sourcePath, target: targetPath))
    }

    /// Inserts a new item that stands at `targetPath` in the target.
    @inlinable
    public mutating func insertItem(_ model: Model, at targetPath: ItemPath) {
      items.inserted.append(targetPath)
      insertedModels.append(model)
    }

    /// Inserts new items that stand next to each other from `targetPath` on in the target.
    @inlinable
    public mutating func insertItems(_ models: some Collection<Model>, at targetPath: ItemPath) {
      var path = targetPath
      for model in models {
        insertItem(model, at: path)
        path.item &+= 1
      }
    }

    /// Gives a source section a new section model.
    @inlinable
    public mutating func updateSection(at sourceSection: Int, _ model: SectionModel?) {
      sections.updated.append(sourceSection)
      updatedSectionModels.append(model)
    }

    /// Removes a source section with its items, except those that are moved out of it.
    @inlinable
    public mutating func removeSection(at sourceSection: Int) {
      sections.removed.append(sourceSection)
    }

    /// Moves a section with its items.
    @inlinable
    public mutating func moveSection(from sourceSection: Int, to targetSection: Int) {
      sections.moved.append(SectionMove(source: sourceSection, target: targetSection))
    }

    /// Inserts an empty section that stands at `targetSection` in the target.
    @inlinable
    public mutating func insertSection(at targetSection: Int, _ model: SectionModel? = nil) {
      sections.inserted.append(targetSection)
      insertedSectionModels.append(model)
    }

    /// Puts every part in ascending order, and makes a changeset of them.
    @inlinable
    mutating func changeset() -> Changeset {
      sortTogether(&items.updated, &updatedModels)
      sortTogether(&items.inserted, &insertedModels)
      sortTogether(&sections.updated, &updatedSectionModels)
      sortTogether(&sections.inserted, &insertedSectionModels)
      return Changeset(
        outline: ChangesetOutline(items: items, sections: sections), updatedModels: updatedModels,
        insertedModels: insertedModels, updatedSectionModels: updatedSectionModels,
        insertedSectionModels: insertedSectionModels)
    }
  }
}

// MARK: Flat lists

extension Changeset.Builder {
  /// Gives the item of a flat list at `sourceIndex` a new model; it keeps its identity and component state.
  @inlinable
  public mutating func updateItem(at sourceIndex: Int, _ model: Model) {
    updateItem(at: ItemPath(section: 0, item: sourceIndex), model)
  }

  /// Removes the item of a flat list at `sourceIndex`.
  @inlinable
  public mutating func removeItem(at sourceIndex: Int) {
    removeItem(at: ItemPath(section: 0, item: sourceIndex))
  }

  /// Moves an item of a flat list; it keeps its identity and component state.
  @inlinable
  public mutating func moveItem(from sourceIndex: Int, to targetIndex: Int) {
    moveItem(
      from: ItemPath(section: 0, item: sourceIndex), to: ItemPath(section: 0, item: targetIndex))
  }

  /// Inserts a new item that stands at `targetIndex` in the flat target. The list must have a section already, or get
  /// one by the same changeset.
  @inlinable
  public mutating func insertItem(_ model: Model, at targetIndex: Int) {
    insertItem(model, at: ItemPath(section: 0, item: targetIndex))
  }

  /// Inserts new items that stand next to each other from `targetIndex` on in the flat target.
  @inlinable
  public mutating func insertItems(_ models: some Collection<Model>, at targetIndex: Int) {
    insertItems(models, at: ItemPath(section: 0, item: targetIndex))
  }
}

/// Sorts keys and carries each key's value along; equal keys keep their order.
@inlinable
func sortTogether<Key: Comparable, Value>(_ keys: inout [Key], _ values: inout [Value]) {
  if keys.isAscending { return }
  let order = keys.indices.sorted {
    keys[$0] != keys[$1] ? keys[$0] < keys[$1] : $0 < $1
  }
  keys = order.map { keys[$0] }
  values = order.map { values[$0] }
}
