import RosterJSON

/// The patches that belong together, of which each is written for the text as the one before left
/// it.
struct TraceTransaction {
  var patches: [TracePatch]
  /// When it was made, as the trace has it.
  var time: String?

  /// A transaction that is not one.
  struct Malformed: Error {
    /// The patch that is none, `nil` if the transaction as a whole is none.
    var patch: Int?
    var message: String
  }

  /// Reads `{"patches":[…],"time":"…"}`. A time that is no text, or an empty one, is ignored.
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
