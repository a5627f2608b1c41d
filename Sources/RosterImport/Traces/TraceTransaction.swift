import RosterCore
import RosterJSON

/// Patches that belong together. Each one uses the positions of the text as the one before has left
/// it.
struct TraceTransaction {
  var patches: [TracePatch]
  /// The time at which it was made, as in the trace.
  var time: String?

  /// The error for a value that is not a transaction.
  struct Malformed: Error {
    /// The index of the wrong patch, `nil` if the transaction as a whole is wrong.
    var patch: Int?
    var message: String
  }

  /// Reads `{"patches":[…],"time":"…"}`. A time that is empty or not a text is ignored.
  init(_ value: JSONValue) throws(Malformed) {
    guard let values = value["patches"]?.arrayValue else {
      throw Malformed(message: "expected an object with an array \"patches\"")
    }
    patches = []
    for (index, value) in values.enumerated() {
      guard let patch = TracePatch(value) else {
        throw Malformed(patch: index, message: "expected [position, deleted, \"inserted\"]")
      }
      patches.append(patch)
    }
    time = value["time"]?.stringValue.flatMap { $0.isEmpty ? nil : $0 }
  }
}

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
