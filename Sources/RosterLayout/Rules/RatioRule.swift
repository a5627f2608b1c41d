/// Gives a child a shape: its height by its width.
///
/// Of the largest width with the height that goes with it, and of the largest height with the width
/// that goes with it, both rounded down to whole points and brought into the range, it takes what
/// comes nearer to the shape, the former if both do. If neither length has a largest one, or the
/// ratio is not positive and finite, the child is laid out as if the rule were not there.
///
/// Flexbox has an aspect ratio of its own, ``LayoutStyle/aspectRatio``, which is the width by the
/// height, as in CSS.
///
/// It lays out its first child, and shows no others.
public struct RatioRule: LayoutRule, Hashable {
  /// The height by the width.
  public var ratio: Double

  /// Makes a rule.
  public init(heightByWidth ratio: Double) { self.ratio = ratio }

  /// Lays out the child in the best of the sizes of that shape.
  public func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let child: ChildLayout
    if let size = bestSize(in: range) {
      child = children.layout(
        0, in: range.intersection(SizeRange(exactly: size)), parentSize: ParentSize(size))
    } else {
      child = children.layout(0, in: range, parentSize: ParentSize())
    }
    return RuleLayout(size: child.size, children: [.init(index: 0, layout: child)])
  }

  private func bestSize(in range: SizeRange) -> Size? {
    guard ratio.isFinite, ratio > 0 else { return nil }
    var candidates: [Size] = []
    if range.max.width.isFinite {
      candidates.append(
        Size(width: range.max.width, height: (ratio * range.max.width).rounded(.down)))
    }
    if range.max.height.isFinite {
      candidates.append(
        Size(width: (range.max.height / ratio).rounded(.down), height: range.max.height))
    }
    return candidates.map(range.clamping).min { distance(of: $0) < distance(of: $1) }
  }

  private func distance(of size: Size) -> Double {
    let distance = abs(size.height / size.width - ratio)
    return distance.isNaN ? .infinity : distance
  }
}
