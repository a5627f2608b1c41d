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
