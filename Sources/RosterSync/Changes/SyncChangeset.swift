package import RosterCore
package import RosterJSON
internal import RosterLog

/// A changeset as devices and hubs exchange it: models are JSON values.
package typealias SyncChangeset = Changeset<JSONValue, JSONValue>

extension SyncReading {
  /// A changeset in the form of the changeset log.
  func changeset() throws(SyncError) -> SyncChangeset {
    do {
      return try SyncChangeset(json: json())
    } catch let error as SyncError {
      throw error
    } catch {
      throw .malformed("\(error)")
    }
  }
}

extension Changeset {
  /// Returns the changeset with other models.
  func mapModels<Item: Sendable, Section: Sendable>(
    _ item: (Model) throws -> Item, _ section: (SectionModel) throws -> Section?
  ) rethrows -> Changeset<Item, Section> {
    Changeset<Item, Section>(
      validating: outline, updatedModels: try updatedModels.map(item),
      insertedModels: try insertedModels.map(item),
      updatedSectionModels: try updatedSectionModels.map { try $0.flatMap(section) },
      insertedSectionModels: try insertedSectionModels.map { try $0.flatMap(section) })
      ?? Changeset<Item, Section>()
  }
}

extension SyncChangeset {
  /// Checks that no model is nested too deep to be kept.
  func requireDepth() throws(SyncError) {
    for model in updatedModels + insertedModels { try model.sync.requireDepth("a model") }
    for model in updatedSectionModels + insertedSectionModels {
      try model?.sync.requireDepth("a section model")
    }
  }
}
