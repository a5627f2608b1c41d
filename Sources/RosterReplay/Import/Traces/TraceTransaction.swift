import RosterCore
import RosterJSON

/// Patches that belong together. Each one uses the positions of the text as the one before has left
/// it.
struct TraceTransaction {
  var patches: [TracePatch]
  /// The time at which it was made, as in the trace.
  var time: String?

  /// Reads `{"patches":[…],"time":"…"}`. A time that is empty or not a text is ignored.
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard let elements = try? cursor.members()["patches"]?.elements() else {
      throw cursor.error("expected an object with an array \"patches\"")
    }
    patches = try elements.map(TracePatch.init)
    time = cursor.value["time"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }
}

/// One edit of a text: at a position, some scalars are deleted and others inserted.
struct TracePatch {
  var deleted: Range<Int>
  var inserted: [Unicode.Scalar]

  /// Reads `[position, deleted, "inserted"]`.
  init(_ cursor: JSONCursor) throws(JSONDecodingError) {
    guard let fields = cursor.value.arrayValue, fields.count == 3,
      let position = fields[0].intValue, position >= 0,
      let count = fields[1].intValue, count >= 0,
      let text = fields[2].stringValue
    else { throw cursor.error("expected [position, deleted, \"inserted\"]") }
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
