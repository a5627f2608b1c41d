import RosterCore
import RosterJSON

extension Changeset where Model == JSONValue, SectionModel == JSONValue {
  /// Reads the object of a changeset in the log.
  init(logValue: JSONValue) throws(MalformedEntry) {
    var builder = Builder()
    let members = try logValue.decodedObject()
    try decodeMembers(of: members, keys: Self.parts) { part, value throws(MalformedEntry) in
      try value.forEachElement { element throws(MalformedEntry) in
        try builder.decode(element, of: part)
      }
    }
    self.init { $0 = builder }
  }

  private static var parts: [ChangesetPart] { ChangesetPart.allCases }
}

extension Changeset<JSONValue, JSONValue>.Builder {
  fileprivate mutating func decode(
    _ element: JSONValue, of part: ChangesetPart
  ) throws(MalformedEntry) {
    switch part {
    case .updatedItems:
      let (path, model) = try element.decodedPair()
      updateItem(at: try path.decodedPath(), model)
    case .removedItems:
      removeItem(at: try element.decodedPath())
    case .movedItems:
      let (source, target) = try element.decodedPair()
      moveItem(from: try source.decodedPath(), to: try target.decodedPath())
    case .insertedItems:
      let (path, model) = try element.decodedPair()
      insertItem(model, at: try path.decodedPath())
    case .updatedSections:
      let (section, model) = try element.decodedPair()
      updateSection(at: try section.decodedInt(), model.sectionModel)
    case .removedSections:
      removeSection(at: try element.decodedInt())
    case .movedSections:
      let (source, target) = try element.decodedPair()
      moveSection(from: try source.decodedInt(), to: try target.decodedInt())
    case .insertedSections:
      try decodeInsertedSection(element)
    }
  }

  private mutating func decodeInsertedSection(_ element: JSONValue) throws(MalformedEntry) {
    if case .number = element {
      insertSection(at: try element.decodedInt())
    } else if case .array = element {
      let (section, model) = try element.decodedPair()
      insertSection(at: try section.decodedInt(), model.sectionModel)
    } else {
      throw MalformedEntry("expected a section or an array of a section and its model")
    }
  }
}

extension JSONValue {
  /// The value as a section model; `null` means that there is none.
  var sectionModel: JSONValue? {
    self == .null ? nil : self
  }

  func decodedPath() throws(MalformedEntry) -> ItemPath {
    let (section, item) = try decodedPair()
    return ItemPath(section: try section.decodedInt(), item: try item.decodedInt())
  }
}
