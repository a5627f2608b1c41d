package import RosterCore
package import RosterJSON

/// A changeset as a JSON object: the value of `changeset` in a line of the log.
extension Changeset where Model == JSONValue, SectionModel == JSONValue {
  /// Reads the object.
  ///
  /// Whether the changeset fits a list is checked when it is applied.
  ///
  /// - Throws: `JSONDecodingError`.
  package init(json: JSONValue) throws(JSONDecodingError) {
    self = try JSONCursor.decode(json) { cursor throws(JSONDecodingError) in
      try Changeset(cursor)
    }
  }

  /// The object, without the parts that are empty.
  package var json: JSONValue {
    var parts = JSONObject()
    for part in ChangesetPart.allCases {
      let elements = elements(of: part)
      if !elements.isEmpty { parts[part.rawValue] = .array(elements) }
    }
    return .object(parts)
  }

  /// The elements of a part as the log has them.
  func elements(of part: ChangesetPart) -> [JSONValue] {
    switch part {
    case .updatedItems: updatedItems.map { [$0.path.json, $0.model] }
    case .removedItems: removedItems.map(\.json)
    case .movedItems: movedItems.map { [$0.source.json, $0.target.json] }
    case .insertedItems: insertedItems.map { [$0.path.json, $0.model] }
    case .updatedSections: updatedSections.map { [.integer($0.index), $0.model ?? .null] }
    case .removedSections: removedSections.map(JSONValue.integer)
    case .movedSections: movedSections.map { [.integer($0.source), .integer($0.target)] }
    case .insertedSections:
      insertedSections.map { index, model in
        model?.sectionModel.map { [.integer(index), $0] } ?? .integer(index)
      }
    }
  }
}

extension [UInt8] {
  /// Appends the parts of a changeset that are not empty, as members of an object in the order of
  /// the format's description.
  mutating func appendParts(of changeset: Changeset<JSONValue, JSONValue>) {
    for part in ChangesetPart.allCases {
      let elements = changeset.elements(of: part)
      appendMember(part.rawValue, elements.isEmpty ? nil : .array(elements))
    }
  }
}

extension ItemPath {
  /// The array of its section and its index there.
  package var json: JSONValue { [.integer(section), .integer(item)] }
}
