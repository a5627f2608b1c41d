/// The models that a changeset removed from a list, which undoing the changeset needs.
///
/// These are the models of updated and removed items and sections, including every item that was
/// removed with its section. All places are in the source space of that changeset.
package struct ReplacedModels<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The model of every item that was updated or removed.
  package var items: [ItemPath: Model] = [:]
  /// The section model of every section that was updated or removed; `nil` if it had none.
  package var sections: [Int: SectionModel?] = [:]

  /// Makes a collection without models.
  package init() {}

  /// A model that is needed and missing.
  package struct MissingModel: Error, Hashable, Sendable {
    /// The source section of the item, or the source section itself.
    package var section: Int
    /// The item, `nil` if the model of a section is missing.
    package var item: Int?

    /// Names the model of an item, or of a section if `item` is `nil`.
    package init(section: Int, item: Int? = nil) {
      self.section = section
      self.item = item
    }
  }
}

extension ReplacedModels.MissingModel: CustomStringConvertible {
  /// The place whose model is missing, in words.
  package var description: String {
    let place =
      item.map { "item \(ItemPath(section: section, item: $0))" } ?? "section \(section)"
    return "the replaced model of source \(place) is missing"
  }
}

extension ReplacedModels: Equatable where Model: Equatable, SectionModel: Equatable {}

extension ChangeRecord {
  /// The items whose models the change replaced or removed, ascending by source path: the updated
  /// and the removed ones.
  ///
  /// - Complexity: O(*k*) for *k* changes and removed items together.
  package var replacedItems: [ChangeIdentities.RemovedItem] {
    let gone = Set(identities.removedItems.map(\.sourcePath))
    let updated = zip(outline.updatedItems, identities.updatedItems)
      .map { ChangeIdentities.RemovedItem(sourcePath: $0, id: $1) }
      .filter { !gone.contains($0.sourcePath) }
    return (updated + identities.removedItems).sorted { $0.sourcePath < $1.sourcePath }
  }

  /// The source sections whose section models the change replaced or removed, ascending.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  package var replacedSections: [(sourceSection: Int, id: SectionID)] {
    let gone = Set(outline.removedSections)
    let updated = zip(outline.updatedSections, identities.updatedSections)
      .filter { !gone.contains($0.0) }
    return (Array(updated) + zip(outline.removedSections, identities.removedSections))
      .sorted { $0.0 < $1.0 }
      .map { (sourceSection: $0.0, id: $0.1) }
  }
}
