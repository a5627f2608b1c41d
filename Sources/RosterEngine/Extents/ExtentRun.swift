/// Some items in a row that are equally long, or of which nobody knows how long they are.
struct ExtentRun: Equatable, Sendable {
  var count: Int
  /// How long each of them is, not a number if that is not known: an optional would take eight
  /// bytes more.
  private var length: Double

  init(count: Int, extent: Double?) {
    self.count = count
    length = extent ?? .nan
  }

  /// How long each of them is, `nil` if that is not known.
  var extent: Double? { length.isNaN ? nil : length }

  /// Whether the items of another run are as long as these.
  func isLike(_ other: ExtentRun) -> Bool { extent == other.extent }

  var sum: ExtentSum {
    ExtentSum(
      count: count, unknownCount: length.isNaN ? count : 0,
      knownLength: length.isNaN ? 0 : length * Double(count))
  }
}

/// How long some items are together, as far as it is known.
struct ExtentSum: Equatable, Sendable {
  var count = 0
  /// How many of them have a length that nobody knows.
  var unknownCount = 0
  /// How long the others are.
  var knownLength = 0.0

  static func + (left: ExtentSum, right: ExtentSum) -> ExtentSum {
    ExtentSum(
      count: left.count + right.count, unknownCount: left.unknownCount + right.unknownCount,
      knownLength: left.knownLength + right.knownLength)
  }

  /// How long all are if those that are not known are of an estimated length.
  func length(_ estimate: Double) -> Double { knownLength + Double(unknownCount) * estimate }
}

extension [ExtentRun] {
  /// Adds items behind these.
  mutating func extend(by run: ExtentRun) {
    if run.count == 0 { return }
    if let last, last.isLike(run) {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }

  /// The first of the items, and the others.
  func cut(at offset: Int) -> (before: [ExtentRun], after: [ExtentRun]) {
    var before: [ExtentRun] = []
    var after: [ExtentRun] = []
    var start = 0
    for run in self {
      let countBefore = Swift.min(run.count, Swift.max(0, offset - start))
      before.extend(by: ExtentRun(count: countBefore, extent: run.extent))
      after.extend(by: ExtentRun(count: run.count - countBefore, extent: run.extent))
      start += run.count
    }
    return (before, after)
  }
}
