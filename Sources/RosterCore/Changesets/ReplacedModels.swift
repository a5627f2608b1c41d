/// The models that a changeset took out of a list: what undoing it needs beside the changeset.
///
/// Replaced are the models of updated items and sections and of removed ones, including every item
/// that went with a removed section. All places are in the source space of that changeset.
public struct ReplacedModels<Model: Sendable, SectionModel: Sendable>: Sendable {
  /// The model of every item that was updated or is gone.
  public var items: [ItemPath: Model] = [:]
  /// The section model of every section that was updated or is gone; `nil` if it had none.
  public var sections: [Int: SectionModel?] = [:]

  /// Makes a collection without models.
  public init() {}

  /// A model that is needed and not there.
  public struct MissingModel: Error, Hashable, Sendable {
    /// The source section of the item, or the source section itself.
    public var section: Int
    /// The item, `nil` if the model of a section is missing.
    public var item: Int?

    /// Names the model of an item, or of a section if `item` is `nil`.
    public init(section: Int, item: Int? = nil) {
      self.section = section
      self.item = item
    }
  }
}

extension ReplacedModels.MissingModel: CustomStringConvertible {
  /// What is missing, for people.
  public var description: String {
    let place =
      item.map { "item \(ItemPath(section: section, item: $0))" } ?? "section \(section)"
    return "the replaced model of source \(place) is missing"
  }
}

extension ReplacedModels: Equatable where Model: Equatable, SectionModel: Equatable {}

extension ChangeRecord {
  /// The items whose models the change replaced or took away, ascending by source path: those that
  /// it updated and those that are gone.
  ///
  /// - Complexity: O(*k*) for *k* changes and removed items together.
  public var replacedItems: [ChangeIdentities.RemovedItem] {
    let gone = Set(identities.removedItems.map(\.sourcePath))
    let updated = zip(outline.updatedItems, identities.updatedItems)
      .map { ChangeIdentities.RemovedItem(sourcePath: $0, id: $1) }
      .filter { !gone.contains($0.sourcePath) }
    return (updated + identities.removedItems).sorted { $0.sourcePath < $1.sourcePath }
  }

  /// The source sections whose section models the change replaced or took away, ascending.
  ///
  /// - Complexity: O(*k*) for *k* changes.
  public var replacedSections: [(sourceSection: Int, id: SectionID)] {
    let gone = Set(outline.removedSections)
    let updated = zip(outline.updatedSections, identities.updatedSections)
      .filter { !gone.contains($0.0) }
    return (Array(updated) + zip(outline.removedSections, identities.removedSections))
      .sorted { $0.0 < $1.0 }
      .map { (sourceSection: $0.0, id: $0.1) }
  }
}
