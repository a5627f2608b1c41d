/// The kinds of elements in the row of a list that have an extent.
package enum ExtentKind: Int, Sendable, CaseIterable {
  case item
  /// The header of a section, before its items.
  case header
  /// The footer of a section, behind its items.
  case footer
}

/// Neighbours of one kind that are equally long, or were all not measured.
package struct ExtentRun: Sendable {
  /// The number of elements, and in the two lowest bits their kind: a field of its own would take
  /// eight bytes more.
  private var countAndKind: Int
  /// The length of each element; NaN if it is not known, for the same reason.
  private var length: Double

  package init(count: Int, extent: Double?, _ kind: ExtentKind = .item) {
    countAndKind = count << 2 | kind.rawValue
    length = extent ?? .nan
  }

  package var count: Int {
    get { countAndKind >> 2 }
    set { countAndKind = newValue << 2 | countAndKind & 3 }
  }

  package var kind: ExtentKind { ExtentKind(rawValue: countAndKind & 3) ?? .item }

  /// The length of each element; `nil` if it is not known.
  package var extent: Double? { length.isNaN ? nil : length }

  /// Returns the length of each element, measured or estimated.
  func extent(_ estimates: ExtentEstimates) -> Double { extent ?? estimates[kind] }

  var sum: ExtentSum {
    var sum = ExtentSum()
    sum[kind] = ExtentSum.Count(all: count, unknown: length.isNaN ? count : 0)
    sum.knownLength = length.isNaN ? 0 : length * Double(count)
    return sum
  }
}

extension ExtentRun: Run {
  func part(_ offsets: Range<Int>) -> ExtentRun {
    ExtentRun(count: offsets.count, extent: extent, kind)
  }

  /// Returns whether another run has the same kind and length.
  func isContinued(by next: ExtentRun) -> Bool { kind == next.kind && extent == next.extent }
}

// MARK: Finding

extension ExtentRun {
  /// Returns the index of the first element that ends behind a point. The run itself ends behind
  /// it.
  ///
  /// - Parameter before: The sum of all elements before the run.
  func countEnding(
    upTo point: Double, behind before: ExtentSum, _ estimates: ExtentEstimates
  ) -> Int {
    firstIndex(near: point, behind: before, estimates) { index in
      start(of: index + 1, behind: before, estimates) > point
    }
  }

  /// Returns the index of the first element that begins at or behind a point; `count` if there is
  /// none.
  ///
  /// - Parameter before: The sum of all elements before the run.
  func countBeginning(
    before point: Double, behind before: ExtentSum, _ estimates: ExtentEstimates
  ) -> Int {
    firstIndex(near: point, behind: before, estimates) { index in
      start(of: index, behind: before, estimates) >= point
    }
  }

  /// Returns where an element begins. Adds up in the order in which the index does, since sums of
  /// floating-point numbers depend on it.
  private func start(
    of index: Int, behind before: ExtentSum, _ estimates: ExtentEstimates
  ) -> Double {
    (before + part(0..<index).sum).length(estimates)
  }

  /// Returns the first index that is right, or `count`. A quotient is close to it, but may be too
  /// large or too small.
  private func firstIndex(
    near point: Double, behind before: ExtentSum, _ estimates: ExtentEstimates,
    where isRight: (Int) -> Bool
  ) -> Int {
    let guess = (point - before.length(estimates)) / extent(estimates)
    var index = guess.isFinite ? Int(max(0, min(Double(count), guess))) : 0
    while index > 0, isRight(index - 1) { index -= 1 }
    while index < count, !isRight(index) { index += 1 }
    return index
  }
}
