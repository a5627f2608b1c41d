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
