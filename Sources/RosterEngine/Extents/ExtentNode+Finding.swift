extension ExtentNode {
  /// How long the first ones are together.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func sum(before offset: Int) -> ExtentSum {
    if offset <= 0 { return ExtentSum() }
    if offset >= count { return sum }
    switch content {
    case .runs(let runs):
      return runs.cut(at: offset).before.reduce(ExtentSum()) { $0 + $1.sum }
    case .pair(let left, let right):
      if offset <= left.count { return left.sum(before: offset) }
      return left.sum + right.sum(before: offset - left.count)
    }
  }

  /// Where something of a kind stands that has a number of others of the kind before it; behind
  /// everything if there is none.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func place(of number: Int, _ kind: ExtentKind) -> Int {
    switch content {
    case .runs(let runs):
      var (passed, seen) = (0, 0)
      for run in runs {
        if run.kind == kind {
          if number < seen + run.count { return passed + number - seen }
          seen += run.count
        }
        passed += run.count
      }
      return passed
    case .pair(let left, let right):
      let countBefore = left.sum[kind].all
      if number < countBefore { return left.place(of: number, kind) }
      return left.count + right.place(of: number - countBefore, kind)
    }
  }

  /// How many end at a point or before it, which is where the first one stands that does not.
  ///
  /// - Parameters:
  ///   - start: Where the first one begins.
  ///   - estimates: How long those are taken to be of which nobody knows it.
  /// - Complexity: O(log *r*) for *r* runs.
  func countEnding(upTo point: Double, from start: Double, _ estimates: ExtentEstimates) -> Int {
    switch content {
    case .runs(let runs):
      var (position, passed) = (start, 0)
      for run in runs {
        let extent = run.extent(estimates)
        let end = position + Double(run.count) * extent
        if end > point { return passed + run.countEnding(upTo: point, from: position, extent) }
        position = end
        passed += run.count
      }
      return passed
    case .pair(let left, let right):
      let middle = start + left.sum.length(estimates)
      if middle > point { return left.countEnding(upTo: point, from: start, estimates) }
      return left.count + right.countEnding(upTo: point, from: middle, estimates)
    }
  }

  /// How many begin before a point.
  ///
  /// - Complexity: O(log *r*) for *r* runs.
  func countBeginning(before point: Double, from start: Double, _ estimates: ExtentEstimates) -> Int
  {
    switch content {
    case .runs(let runs):
      var (position, passed) = (start, 0)
      for run in runs {
        let extent = run.extent(estimates)
        let end = position + Double(run.count) * extent
        if end >= point {
          return passed + run.countBeginning(before: point, from: position, extent)
        }
        position = end
        passed += run.count
      }
      return passed
    case .pair(let left, let right):
      let middle = start + left.sum.length(estimates)
      if middle >= point { return left.countBeginning(before: point, from: start, estimates) }
      return left.count + right.countBeginning(before: point, from: middle, estimates)
    }
  }

  /// Visits all runs in order.
  func forEachRun(_ visit: (ExtentRun) -> Void) {
    switch content {
    case .runs(let runs): runs.forEach(visit)
    case .pair(let left, let right):
      left.forEachRun(visit)
      right.forEachRun(visit)
    }
  }

  /// What is wrong with the tree, in words; none if it is sound.
  var violations: [String] {
    switch content {
    case .runs(let runs):
      var found: [String] = []
      if runs.isEmpty || runs.count > Self.runCountMax { found.append("\(runs.count) in a leaf") }
      if runs.contains(where: { $0.count < 1 }) { found.append("a run of nothing") }
      if zip(runs, runs.dropFirst()).contains(where: { $0.isLike($1) }) {
        found.append("two runs that are one")
      }
      return found
    case .pair(let left, let right):
      let isBalanced = abs(left.height - right.height) <= 1
      return (isBalanced ? [] : ["\(left.height) beside \(right.height)"])
        + left.violations + right.violations
    }
  }
}

extension ExtentRun {
  /// The smallest number of items with the next one ending behind a point; at most all but one.
  fileprivate func countEnding(upTo point: Double, from start: Double, _ extent: Double) -> Int {
    clamped(((point - start) / extent).rounded(.down)) { index in
      start + Double(index + 1) * extent > point
    }
  }

  /// The smallest number of items with the next one beginning at a point or behind it.
  fileprivate func countBeginning(
    before point: Double, from start: Double, _ extent: Double
  ) -> Int {
    if start >= point { return 0 }
    return clamped(((point - start) / extent).rounded(.up)) { index in
      index == count || start + Double(index) * extent >= point
    }
  }

  /// The first index from 0 on that is right, found near a guess: a quotient of two such numbers may
  /// be one too large or too small.
  private func clamped(_ guess: Double, _ isRight: (Int) -> Bool) -> Int {
    var index = guess.isFinite ? Int(max(0, min(Double(count), guess))) : 0
    while index > 0, isRight(index - 1) { index -= 1 }
    while index < count, !isRight(index) { index += 1 }
    return index
  }
}
