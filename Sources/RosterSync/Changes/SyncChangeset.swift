package import RosterCore
package import RosterJSON

/// A changeset as devices and hubs exchange it: models are JSON values.
package typealias SyncChangeset = Changeset<JSONValue, JSONValue>

extension Changeset where Model == JSONValue, SectionModel == JSONValue {
  /// The changeset in the form of the changeset log. A section without a model has `null`.
  package var json: JSONValue {
    var parts = JSONObject()
    func add(_ values: [JSONValue], _ key: String) {
      if !values.isEmpty { parts[key] = .array(values) }
    }
    add(updatedItems.map { [$0.path.json, $0.model] }, "updatedItems")
    add(removedItems.map(\.json), "removedItems")
    add(movedItems.map { [$0.source.json, $0.target.json] }, "movedItems")
    add(insertedItems.map { [$0.path.json, $0.model] }, "insertedItems")
    add(updatedSections.map { [.integer($0.index), $0.model ?? .null] }, "updatedSections")
    add(removedSections.map(JSONValue.integer), "removedSections")
    add(movedSections.map { [.integer($0.source), .integer($0.target)] }, "movedSections")
    add(insertedSections.map { [.integer($0.index), $0.model ?? .null] }, "insertedSections")
    return .object(parts)
  }

  /// Reads the form that ``json`` has. Whether the changeset fits a list is checked later.
  ///
  /// - Throws: `SyncError.malformed`.
  package init(json: JSONValue) throws {
    func elements(_ key: String) throws -> [JSONValue] {
      guard let part = json[key] else { return [] }
      return try part.sync.array()
    }
    try self.init { builder in
      for pair in try elements("updatedItems") {
        let (path, model) = try pair.sync.pair()
        builder.updateItem(at: try path.sync.path(), model)
      }
      for path in try elements("removedItems") { builder.removeItem(at: try path.sync.path()) }
      for pair in try elements("movedItems") {
        let (source, target) = try pair.sync.pair()
        builder.moveItem(from: try source.sync.path(), to: try target.sync.path())
      }
      for pair in try elements("insertedItems") {
        let (path, model) = try pair.sync.pair()
        builder.insertItem(model, at: try path.sync.path())
      }
      for pair in try elements("updatedSections") {
        let (section, model) = try pair.sync.pair()
        builder.updateSection(at: try section.sync.integer(), model == .null ? nil : model)
      }
      for section in try elements("removedSections") {
        builder.removeSection(at: try section.sync.integer())
      }
      for pair in try elements("movedSections") {
        let (source, target) = try pair.sync.pair()
        builder.moveSection(from: try source.sync.integer(), to: try target.sync.integer())
      }
      for pair in try elements("insertedSections") {
        let (section, model) = try pair.sync.pair()
        builder.insertSection(at: try section.sync.integer(), model == .null ? nil : model)
      }
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
