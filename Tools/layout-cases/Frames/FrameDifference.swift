import RosterJSON

/// A difference between the actual and the expected frame of a box.
public struct FrameDifference: Hashable, Sendable {
  /// The box: `root.children[2]`.
  public var path: String
  /// The property that differs: `width`, or `number of children`.
  public var property: String
  /// The expected value.
  public var expected: Double
  /// The actual value.
  public var got: Double
}

extension FrameDifference: CustomStringConvertible {
  /// `root.children[2]: width: expected 60, got 50`.
  public var description: String {
    let expected = JSONValue.number(expected).canonicalText
    return "\(path): \(property): expected \(expected), got \(JSONValue.number(got).canonicalText)"
  }
}

extension Frame {
  /// The maximum difference between two lengths that count as equal.
  public static let tolerance = 0.001

  /// Returns the differences from `expected`, from the outside to the inside.
  ///
  /// If two boxes have different numbers of children, only the children that both have are
  /// compared.
  ///
  /// - Complexity: O(*n*), where *n* is the number of boxes.
  public func differences(
    from expected: Frame, tolerance: Double = Frame.tolerance
  ) -> [FrameDifference] {
    var comparison = FrameComparison(tolerance: tolerance)
    comparison.compare(self, with: expected)
    return comparison.differences
  }
}

/// Walks through two trees of frames side by side.
private struct FrameComparison {
  let tolerance: Double
  private(set) var differences: [FrameDifference] = []
  /// The indices on the way from the root to the current box. Paths are written only for
  /// differences, since they are long in deep trees.
  private var indices: [Int] = []

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func compare(_ frame: Frame, with expected: Frame) {
    let lengths = [
      ("left", expected.left, frame.left), ("top", expected.top, frame.top),
      ("width", expected.width, frame.width), ("height", expected.height, frame.height),
    ]
    // Not "more than": NaN differs from everything.
    for (property, expected, got) in lengths where !((expected - got).magnitude <= tolerance) {
      note(property, expected, got)
    }
    if expected.children.count != frame.children.count {
      note(
        "number of children", Double(expected.children.count), Double(frame.children.count))
    }
    for (index, (child, expected)) in zip(frame.children, expected.children).enumerated() {
      indices.append(index)
      compare(child, with: expected)
      indices.removeLast()
    }
  }

  private mutating func note(_ property: String, _ expected: Double, _ got: Double) {
    let path = "root" + indices.map { ".children[\($0)]" }.joined()
    differences.append(
      FrameDifference(path: path, property: property, expected: expected, got: got))
  }
}
