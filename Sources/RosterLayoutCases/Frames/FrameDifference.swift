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
    var differences: [FrameDifference] = []
    compare(with: expected, at: "root", tolerance, &differences)
    return differences
  }

  private func compare(
    with expected: Frame, at path: String, _ tolerance: Double,
    _ differences: inout [FrameDifference]
  ) {
    let lengths = [
      ("left", expected.left, left), ("top", expected.top, top),
      ("width", expected.width, width), ("height", expected.height, height),
    ]
    // Not "more than": what is not a number is different from everything.
    for (property, expected, got) in lengths where !((expected - got).magnitude <= tolerance) {
      differences.append(
        FrameDifference(path: path, property: property, expected: expected, got: got))
    }
    if expected.children.count != children.count {
      differences.append(
        FrameDifference(
          path: path, property: "number of children", expected: Double(expected.children.count),
          got: Double(children.count)))
    }
    for (index, (child, expected)) in zip(children, expected.children).enumerated() {
      child.compare(with: expected, at: "\(path).children[\(index)]", tolerance, &differences)
    }
  }
}
