extension ExtentNode {
  /// Returns the sum of the first `offset` elements.
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

  /// Returns the place of an element that has `number` elements of the same kind before it; behind
  /// all places if it does not exist.
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

  /// Returns the number of elements that end at or before a point. It is also the place of the
  /// first one that ends behind it.
  ///
  /// - Parameters:
  ///   - start: Where the first element begins.
  ///   - estimates: The lengths of what was never measured.
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

  /// Returns the number of elements that begin before a point.
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

  /// Descriptions of what is wrong with the tree; empty if it is sound.
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
  /// Returns the index of the first element that ends behind a point. The run itself ends behind
  /// it.
  fileprivate func countEnding(upTo point: Double, from start: Double, _ extent: Double) -> Int {
    clamped(((point - start) / extent).rounded(.down)) { index in
      start + Double(index + 1) * extent > point
    }
  }

  /// Returns the index of the first element that begins at or behind a point; `count` if there is
  /// none.
  fileprivate func countBeginning(
    before point: Double, from start: Double, _ extent: Double
  ) -> Int {
    if start >= point { return 0 }
    return clamped(((point - start) / extent).rounded(.up)) { index in
      index == count || start + Double(index) * extent >= point
    }
  }

  /// Returns the first index that is right, found near a guess: a floating-point quotient may be
  /// one too large or too small.
  private func clamped(_ guess: Double, _ isRight: (Int) -> Bool) -> Int {
    var index = guess.isFinite ? Int(max(0, min(Double(count), guess))) : 0
    while index > 0, isRight(index - 1) { index -= 1 }
    while index < count, !isRight(index) { index += 1 }
    return index
  }
}
