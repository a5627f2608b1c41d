import RosterCore
import RosterJSON

extension [UInt8] {
  /// Appends the non-empty parts of a changeset as members of an object.
  mutating func appendParts(of changeset: Changeset<JSONValue, JSONValue>) {
    for part in ChangesetPart.allCases {
      append(part, of: changeset)
    }
  }

  private mutating func append(
    _ part: ChangesetPart, of changeset: Changeset<JSONValue, JSONValue>
  ) {
    switch part {
    case .updatedItems:
      append(part, changeset.updatedItems) { $0.appendItem($1) }
    case .removedItems:
      append(part, changeset.removedItems) { $0.appendPath($1) }
    case .movedItems:
      append(part, changeset.movedItems) { bytes, move in
        bytes.appendPair({ $0.appendPath(move.source) }, { $0.appendPath(move.target) })
      }
    case .insertedItems:
      append(part, changeset.insertedItems) { $0.appendItem($1) }
    case .updatedSections:
      append(part, changeset.updatedSections) { $0.appendSection($1.index, $1.model ?? .null) }
    case .removedSections:
      append(part, changeset.removedSections) { $0.appendInt($1) }
    case .movedSections:
      append(part, changeset.movedSections) { bytes, move in
        bytes.appendPair({ $0.appendInt(move.source) }, { $0.appendInt(move.target) })
      }
    case .insertedSections:
      append(part, changeset.insertedSections) {
        $0.appendInsertedSection($1.index, $1.model?.sectionModel)
      }
    }
  }

  private mutating func append<Value>(
    _ part: ChangesetPart, _ elements: some Sequence<Value>,
    _ append: (inout [UInt8], Value) -> Void
  ) {
    let elements = Array<Value>(elements)
    appendMember(part.rawValue, elements.isEmpty ? nil : elements, append)
  }

  private mutating func appendItem(_ item: (path: ItemPath, model: JSONValue)) {
    appendPair({ $0.appendPath(item.path) }, { item.model.appendCanonical(to: &$0) })
  }

  private mutating func appendSection(_ section: Int, _ model: JSONValue) {
    appendPair({ $0.appendInt(section) }, { model.appendCanonical(to: &$0) })
  }

  private mutating func appendInsertedSection(_ section: Int, _ model: JSONValue?) {
    if let model {
      appendSection(section, model)
    } else {
      appendInt(section)
    }
  }
}
