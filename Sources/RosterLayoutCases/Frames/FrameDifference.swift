import RosterJSON

/// What is different between what came out for a box and what was to come out.
public struct FrameDifference: Hashable, Sendable {
  /// The box: `root.children[2]`.
  public var path: String
  /// What is different: `width`, or `number of children`.
  public var property: String
  /// What was to come out.
  public var expected: Double
  /// What came out.
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
  /// The greatest difference between two lengths that are taken for the same.
  public static let tolerance = 0.001

  /// Returns what is different from `expected`, from the outside to the inside.
  ///
  /// Of boxes with another number of children, only those that both have are compared.
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
  /// Which child of its parent every box is on the way from the root. Paths are written only for
  /// what differs, as they are long in deep trees.
  private var indices: [Int] = []

  init(tolerance: Double) { self.tolerance = tolerance }

  mutating func compare(_ frame: Frame, with expected: Frame) {
    let lengths = [
      ("left", expected.left, frame.left), ("top", expected.top, frame.top),
      ("width", expected.width, frame.width), ("height", expected.height, frame.height),
    ]
    // Not "more than": what is not a number is different from everything.
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
