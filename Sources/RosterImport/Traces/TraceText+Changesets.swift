import RosterCore
import RosterJSON
import RosterLog

extension TraceText {
  /// The changeset that turns the empty list into this text.
  var insertion: Changeset<JSONValue, JSONValue> {
    Changeset { builder in
      builder.insertSection(at: 0)
      builder.insertItems((0..<count).map { self[$0].item }, at: ItemPath(section: 0, item: 0))
    }
  }

  /// Returns the expected list for this text.
  func expectation(revision: Int) -> Expectation {
    var fingerprint = Fingerprint()
    fingerprint.addSection(model: nil)
    for index in 0..<count { fingerprint.addItem(model: self[index].item) }
    var expectation = Expectation()
    expectation.revision = revision
    expectation.counts = [count]
    expectation.fingerprint = fingerprint.hex
    return expectation
  }

  /// Checks that this is the final text that a trace states.
  ///
  /// - Throws: An `ImportError` that names the first scalar that differs.
  func check(against endContent: String) throws(ImportError) {
    var index = 0
    for scalar in endContent.unicodeScalars {
      let own = index < count ? self[index] : nil
      if own != scalar { throw difference(at: index, own, scalar) }
      index += 1
    }
    if index < count { throw difference(at: index, self[index], nil) }
  }

  private func difference(
    at index: Int, _ own: Unicode.Scalar?, _ expected: Unicode.Scalar?
  ) -> ImportError {
    ImportError(
      .differs,
      "after all transactions, the scalar at \(index) is \(Self.name(own)), but in endContent it is "
        + "\(Self.name(expected)); the trace is incomplete, or counts in something else than "
        + "Unicode scalars")
  }

  private static func name(_ scalar: Unicode.Scalar?) -> String {
    guard let scalar else { return "past the end" }
    let digits = String(scalar.value, radix: 16, uppercase: true)
    let code = "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    return scalar.properties.isPatternWhitespace || scalar.value < 0x20
      ? code : "\(code) '\(scalar)'"
  }
}
