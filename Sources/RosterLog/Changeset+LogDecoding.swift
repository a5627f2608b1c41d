import RosterCore
import RosterJSON

extension Changeset where Model == JSONValue, SectionModel == JSONValue {
  /// Reads the object of a changeset in the log.
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    var builder = Builder()
    try cursor.members().decode(Self.parts) { part, changes throws(JSONDecodingError) in
      for change in try changes.elements() { try builder.decode(change, of: part) }
    }
    self.init { $0 = builder }
  }

  private static var parts: [ChangesetPart] { ChangesetPart.allCases }
}

extension Changeset<JSONValue, JSONValue>.Builder {
  fileprivate mutating func decode(
    _ change: JSONCursor, of part: ChangesetPart
  ) throws(JSONDecodingError) {
    switch part {
    case .updatedItems:
      let (path, model) = try change.pair()
      updateItem(at: try path.itemPath(), model.value)
    case .removedItems:
      removeItem(at: try change.itemPath())
    case .movedItems:
      let (source, target) = try change.pair()
      moveItem(from: try source.itemPath(), to: try target.itemPath())
    case .insertedItems:
      let (path, model) = try change.pair()
      insertItem(model.value, at: try path.itemPath())
    case .updatedSections:
      let (section, model) = try change.pair()
      updateSection(at: try section.int(), model.value.sectionModel)
    case .removedSections:
      removeSection(at: try change.int())
    case .movedSections:
      let (source, target) = try change.pair()
      moveSection(from: try source.int(), to: try target.int())
    case .insertedSections:
      try decodeInsertedSection(change)
    }
  }

  private mutating func decodeInsertedSection(
    _ change: JSONCursor
  ) throws(JSONDecodingError) {
    if change.value.numberValue != nil {
      insertSection(at: try change.int())
    } else if case .array = change.value {
      let (section, model) = try change.pair()
      insertSection(at: try section.int(), model.value.sectionModel)
    } else {
      throw change.error("expected a section or an array of a section and its model")
    }
  }
}

extension JSONValue {
  /// The value as a section model; `null` means that there is none.
  var sectionModel: JSONValue? {
    self == .null ? nil : self
  }
}

extension JSONCursor {
  /// Returns the path of an item, an array of its section and its index there.
  func itemPath() throws(JSONDecodingError) -> ItemPath {
    let (section, item) = try pair()
    return ItemPath(section: try section.int(), item: try item.int())
  }
}
