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
  /// The changeset with the position of each model in its part in place of the model, so that a
  /// rebase tells what became of each one.
  var numbered: Changeset<Int, Int> {
    Changeset<Int, Int>(
      validating: outline, updatedModels: Array(updatedModels.indices),
      insertedModels: Array(insertedModels.indices),
      updatedSectionModels: Array(updatedSectionModels.indices),
      insertedSectionModels: Array(insertedSectionModels.indices)) ?? Changeset<Int, Int>()
  }

  /// Makes a changeset of a numbered one and the models that its numbers mean.
  init(_ numbered: Changeset<Int, Int>, of original: Changeset) {
    self =
      Changeset(
        validating: numbered.outline,
        updatedModels: numbered.updatedModels.map { original.updatedModels[$0] },
        insertedModels: numbered.insertedModels.map { original.insertedModels[$0] },
        updatedSectionModels: numbered.updatedSectionModels.map { number in
          number.flatMap { original.updatedSectionModels[$0] }
        },
        insertedSectionModels: numbered.insertedSectionModels.map { number in
          number.flatMap { original.insertedSectionModels[$0] }
        }) ?? Changeset()
  }

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
