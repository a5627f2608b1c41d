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
      updateSection(at: try section.index(), model.value.sectionModel)
    case .removedSections:
      removeSection(at: try change.index())
    case .movedSections:
      let (source, target) = try change.pair()
      moveSection(from: try source.index(), to: try target.index())
    case .insertedSections:
      try decodeInsertedSection(change)
    }
  }

  private mutating func decodeInsertedSection(
    _ change: JSONCursor
  ) throws(JSONDecodingError) {
    if change.value.numberValue != nil {
      insertSection(at: try change.index())
    } else if case .array = change.value {
      let (section, model) = try change.pair()
      insertSection(at: try section.index(), model.value.sectionModel)
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
    return ItemPath(section: try section.index(), item: try item.index())
  }

  /// Returns the number as the index of a section or an item: any that `Int` has.
  ///
  /// No list has as many as 2⁵³, but that is no flaw of the log. The changeset is refused like others that name what
  /// does not exist, and the replay goes on if the log expects that.
  func index() throws(JSONDecodingError) -> Int {
    guard let index = value.intValue ?? value.integer(as: Int.self) else {
      throw error("expected an integer of at most \(Int.bitWidth) bits")
    }
    return index
  }
}
