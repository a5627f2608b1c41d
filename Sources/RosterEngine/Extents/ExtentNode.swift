/// A node of a row of extents: a leaf of runs, or a pair of nodes, left before right.
///
/// The two sides of a pair differ by at most one in height (Adelson-Velsky and Landis, 1962). Rows
/// are concatenated and split by joining trees of any heights (Blelloch, Ferizovic and Sun, *Just
/// Join for Parallel Ordered Sets*, 2016). Nodes never change, so rows can share them.
final class ExtentNode: Sendable {
  enum Content: Sendable {
    case runs([ExtentRun])
    case pair(ExtentNode, ExtentNode)
  }

  /// The maximum number of runs in a leaf.
  static let runCountMax = 64
  /// A changed leaf with fewer runs joins a neighbour if both fit in one leaf.
  static let runCountMin = 16

  let content: Content
  let sum: ExtentSum
  /// 0 for a leaf.
  let height: Int

  /// Makes a leaf; `runs` is not empty and has at most `runCountMax` elements.
  init(_ runs: [ExtentRun]) {
    content = .runs(runs)
    sum = runs.reduce(ExtentSum()) { $0 + $1.sum }
    height = 0
  }

  /// Makes a pair of nodes whose heights differ by at most one.
  private init(_ left: ExtentNode, _ right: ExtentNode) {
    content = .pair(left, right)
    sum = left.sum + right.sum
    height = max(left.height, right.height) + 1
  }

  var count: Int { sum.count }

  /// Returns a tree of runs; `nil` if there are none.
  ///
  /// - Complexity: O(*r* log *r*) for *r* runs.
  static func tree(of runs: [ExtentRun]) -> ExtentNode? {
    if runs.isEmpty { return nil }
    if runs.count <= runCountMax { return ExtentNode(runs) }
    let leafCount = (runs.count + runCountMax - 1) / runCountMax
    // Both sides get whole leaves, so their heights differ by at most one.
    let middle = runs.count * (leafCount / 2) / leafCount
    return join(tree(of: Array(runs[..<middle])), tree(of: Array(runs[middle...])))
  }

  // MARK: Joining

  /// Returns one row behind the other.
  ///
  /// - Complexity: O(*h*) for a difference of *h* in height.
  static func join(_ left: ExtentNode?, _ right: ExtentNode?) -> ExtentNode? {
    guard let left else { return right }
    guard let right else { return left }
    return joined(left, right)
  }

  private static func joined(_ left: ExtentNode, _ right: ExtentNode) -> ExtentNode {
    if left.height > right.height + 1, case .pair(let first, let second) = left.content {
      return balanced(first, joined(second, right))
    }
    if right.height > left.height + 1, case .pair(let first, let second) = right.content {
      return balanced(joined(left, first), second)
    }
    return ExtentNode(left, right)
  }

  /// Returns a balanced pair of nodes whose heights differ by at most two.
  private static func balanced(_ left: ExtentNode, _ right: ExtentNode) -> ExtentNode {
    if left.height > right.height + 1, case .pair(let outer, let inner) = left.content {
      if outer.height >= inner.height { return ExtentNode(outer, ExtentNode(inner, right)) }
      guard case .pair(let first, let second) = inner.content else {
        preconditionFailure("the higher side of a pair is a pair")
      }
      return ExtentNode(ExtentNode(outer, first), ExtentNode(second, right))
    }
    if right.height > left.height + 1, case .pair(let inner, let outer) = right.content {
      if outer.height >= inner.height { return ExtentNode(ExtentNode(left, inner), outer) }
      guard case .pair(let first, let second) = inner.content else {
        preconditionFailure("the higher side of a pair is a pair")
      }
      return ExtentNode(ExtentNode(left, first), ExtentNode(second, outer))
    }
    return ExtentNode(left, right)
  }

  /// Returns one row behind the other; small leaves become one where the rows meet.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  static func concatenate(_ left: ExtentNode?, _ right: ExtentNode?) -> ExtentNode? {
    guard let left else { return right }
    guard let right else { return left }
    let (last, first) = (left.lastRuns, right.firstRuns)
    guard last.count + first.count <= runCountMax else { return joined(left, right) }
    var runs = last
    for run in first { runs.extend(by: run) }
    return join(join(left.withoutLastLeaf, ExtentNode(runs)), right.withoutFirstLeaf)
  }

  private var lastRuns: [ExtentRun] {
    switch content {
    case .runs(let runs): runs
    case .pair(_, let right): right.lastRuns
    }
  }

  private var firstRuns: [ExtentRun] {
    switch content {
    case .runs(let runs): runs
    case .pair(let left, _): left.firstRuns
    }
  }

  private var withoutLastLeaf: ExtentNode? {
    guard case .pair(let left, let right) = content else { return nil }
    return Self.join(left, right.withoutLastLeaf)
  }

  private var withoutFirstLeaf: ExtentNode? {
    guard case .pair(let left, let right) = content else { return nil }
    return Self.join(left.withoutFirstLeaf, right)
  }

  // MARK: Cutting

  /// Returns the first `offset` elements, and the others.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func split(at offset: Int) -> (before: ExtentNode?, after: ExtentNode?) {
    if offset <= 0 { return (nil, self) }
    if offset >= count { return (self, nil) }
    switch content {
    case .runs(let runs):
      let (before, after) = runs.cut(at: offset)
      return (ExtentNode(before), ExtentNode(after))
    case .pair(let left, let right):
      if offset < left.count {
        let (before, after) = left.split(at: offset)
        return (before, Self.join(after, right))
      }
      let (before, after) = right.split(at: offset - left.count)
      return (Self.join(left, before), after)
    }
  }

  /// Returns the row with a range replaced; `nil` if the range does not lie in one leaf, or if that
  /// leaf would become small.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func replacing(_ range: Range<Int>, with replacement: [ExtentRun]) -> ExtentNode? {
    switch content {
    case .runs(let runs):
      let (before, rest) = runs.cut(at: range.lowerBound)
      var made = before
      for run in replacement { made.extend(by: run) }
      for run in rest.cut(at: range.count).after { made.extend(by: run) }
      return made.count < Self.runCountMin ? nil : Self.tree(of: made)
    case .pair(let left, let right):
      if range.upperBound <= left.count {
        return left.replacing(range, with: replacement).flatMap { Self.join($0, right) }
      }
      guard range.lowerBound >= left.count else { return nil }
      let inRight = range.lowerBound - left.count..<range.upperBound - left.count
      return right.replacing(inRight, with: replacement).flatMap { Self.join(left, $0) }
    }
  }
}
