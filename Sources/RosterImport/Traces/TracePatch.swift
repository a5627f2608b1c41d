import RosterCore
import RosterJSON

/// One edit of a text: at a position, some scalars are deleted and others inserted.
struct TracePatch {
  var deleted: Range<Int>
  var inserted: [Unicode.Scalar]

  /// Reads `[position, deleted, "inserted"]`; `nil` if the value has another form.
  init?(_ value: JSONValue) {
    guard let fields = value.arrayValue, fields.count == 3,
      let position = fields[0].intValue, position >= 0,
      let count = fields[1].intValue, count >= 0,
      let text = fields[2].stringValue
    else { return nil }
    deleted = position..<(position + count)
    inserted = Array(text.unicodeScalars)
  }

  /// The edit of the items of section 0.
  var changeset: Changeset<JSONValue, JSONValue> {
    Changeset { builder in
      builder.removeItems(inSection: 0, at: deleted)
      builder.insertItems(
        inserted.map(\.item), at: ItemPath(section: 0, item: deleted.lowerBound))
    }
  }
}

extension Unicode.Scalar {
  /// The model of the item for the scalar.
  var item: JSONValue { .string(String(self)) }
}
