import RosterCore
import RosterJSON
import RosterLog

/// The text of a trace while it is edited: an array with a gap at the last edit, because the next
/// one is probably near.
struct TraceText {
  private var storage: [Unicode.Scalar]
  private var gap: Range<Int>

  init(_ scalars: some Sequence<Unicode.Scalar>) {
    storage = Array(scalars)
    gap = storage.count..<storage.count
  }

  var count: Int { storage.count - gap.count }

  /// The scalar at an existing index.
  subscript(index: Int) -> Unicode.Scalar {
    storage[index < gap.lowerBound ? index : index + gap.count]
  }

  /// Replaces an existing range.
  ///
  /// - Complexity: O(*d* + *k*) for *k* new scalars at a distance *d* from the last edit.
  mutating func replace(_ range: Range<Int>, with scalars: [Unicode.Scalar]) {
    moveGap(to: range.lowerBound)
    gap = gap.lowerBound..<(gap.upperBound + range.count)
    reserveGap(scalars.count)
    storage.replaceSubrange(gap.lowerBound..<(gap.lowerBound + scalars.count), with: scalars)
    gap = (gap.lowerBound + scalars.count)..<gap.upperBound
  }

  /// Moves the scalars between the gap and `index` to the other end of the gap.
  private mutating func moveGap(to index: Int) {
    let isBackward = index < gap.lowerBound
    let distance = isBackward ? gap.lowerBound - index : index - gap.lowerBound
    let source = isBackward ? index : gap.upperBound
    let target = isBackward ? gap.upperBound - distance : gap.lowerBound
    if distance > 0 {
      storage.withUnsafeMutableBufferPointer { buffer in
        guard let start = buffer.baseAddress else { return }
        (start + target).update(from: start + source, count: distance)
      }
    }
    gap = index..<(index + gap.count)
  }

  /// Widens the gap to the length of the text if it is too narrow.
  private mutating func reserveGap(_ width: Int) {
    guard gap.count < width else { return }
    let more = width + count
    storage.insert(
      contentsOf: repeatElement(Unicode.Scalar(0), count: more), at: gap.upperBound)
    gap = gap.lowerBound..<(gap.upperBound + more)
  }
}

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
