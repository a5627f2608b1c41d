/// Gives a child a size, as far as the range allows.
///
/// The rule lays out its first child, and does not show the others.
package struct SizingRule: LayoutRule, Hashable {
  /// The size.
  package var size: ComponentSize

  /// Makes a rule.
  package init(_ size: ComponentSize) { self.size = size }

  /// Lays out the child in the sizes that both the range and the size allow. If there are none, the
  /// range wins.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    let range = range.intersection(size.resolved(in: parentSize))
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let child = children.layout(0, in: range, parentSize: range.parentSize)
    return RuleLayout(size: child.size, children: [.init(index: 0, layout: child)])
  }
}

/// Gives a child a ratio of height to width.
///
/// The rule compares two sizes: the maximum width with the height that follows from it, and the
/// maximum height with the width that follows from it. Both are rounded down to whole points and
/// clamped to the range. The rule takes the size whose ratio is nearer, and the first if both are
/// equally near. If neither maximum is finite, or the ratio is not positive and finite, the rule
/// lays out the child as if it had no ratio.
///
/// Flexbox has an aspect ratio of its own, ``LayoutStyle/aspectRatio``. That is width divided by
/// height, as in CSS.
///
/// The rule lays out its first child, and does not show the others.
package struct RatioRule: LayoutRule, Hashable {
  /// Height divided by width.
  package var ratio: Double

  /// Makes a rule.
  package init(heightByWidth ratio: Double) { self.ratio = ratio }

  /// Lays out the child in the best size of that ratio.
  package func layout(
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

/// Lets a child be as long as it wants along some axes, and shows the part for which there is room.
///
/// The whole has the size that the child would have within the range. The view must hide the part
/// of the child outside of it; see ``LayoutStyle/overflow``.
///
/// The rule lays out its first child, and does not show the others.
package struct ClippingRule: LayoutRule, Hashable {
  /// The axes along which the child has no maximum length.
  package var axes: Axes

  /// Makes a rule.
  package init(_ axes: Axes) { self.axes = axes }

  /// Lays out the child twice: within the range, for the size of the whole, and without a maximum.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout {
    guard children.count > 0 else { return RuleLayout(size: range.clamping(.zero)) }
    let bounded = children.layout(0, in: range, parentSize: parentSize)
    let most = Size(
      width: axes.contains(.horizontal) ? .infinity : range.max.width,
      height: axes.contains(.vertical) ? .infinity : range.max.height)
    let child = children.layout(
      0, in: SizeRange(min: range.min, max: most), parentSize: parentSize)
    return RuleLayout(
      size: range.clamping(bounded.size), children: [.init(index: 0, layout: child)])
  }
}

/// Takes the smallest allowed size, and shows nothing.
package struct EmptyRule: LayoutRule, Hashable {
  /// Makes a rule.
  package init() {}

  /// Returns no children and the minimum size.
  package func layout(
    _ children: LayoutChildren, in range: SizeRange, parentSize: ParentSize
  ) -> RuleLayout { RuleLayout(size: range.min) }
}
