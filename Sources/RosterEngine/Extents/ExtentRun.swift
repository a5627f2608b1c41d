/// What stands in the row of a list, of which each thing has an extent.
enum ExtentKind: Int, Sendable, CaseIterable {
  case item
  /// Of a section, before its items.
  case header
  /// Of a section, behind its items.
  case footer
}

/// Some things of one kind in a row that are equally long, or of which nobody knows how long they are.
struct ExtentRun: Equatable, Sendable {
  /// How many there are, and in the two lowest bits of what kind: a field of its own would take
  /// eight bytes more.
  private var countAndKind: Int
  /// How long each of them is, not a number if that is not known; for the same reason.
  private var length: Double

  init(count: Int, extent: Double?, _ kind: ExtentKind = .item) {
    countAndKind = count << 2 | kind.rawValue
    length = extent ?? .nan
  }

  var count: Int {
    get { countAndKind >> 2 }
    set { countAndKind = newValue << 2 | countAndKind & 3 }
  }

  var kind: ExtentKind { ExtentKind(rawValue: countAndKind & 3) ?? .item }

  /// How long each of them is, `nil` if that is not known.
  var extent: Double? { length.isNaN ? nil : length }

  /// Whether what another run has is of the same kind and as long.
  func isLike(_ other: ExtentRun) -> Bool { kind == other.kind && extent == other.extent }

  /// As many others of the kind that are as long.
  func with(count: Int) -> ExtentRun { ExtentRun(count: count, extent: extent, kind) }

  /// How long each of them is, or is taken to be.
  func extent(_ estimates: ExtentEstimates) -> Double { extent ?? estimates[kind] }

  var sum: ExtentSum {
    var sum = ExtentSum()
    sum[kind] = ExtentSum.Count(all: count, unknown: length.isNaN ? count : 0)
    sum.knownLength = length.isNaN ? 0 : length * Double(count)
    return sum
  }
}

extension [ExtentRun] {
  /// Adds a run behind these.
  mutating func extend(by run: ExtentRun) {
    if run.count == 0 { return }
    if let last, last.isLike(run) {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }

  /// The first of what there is, and the others.
  func cut(at offset: Int) -> (before: [ExtentRun], after: [ExtentRun]) {
    var before: [ExtentRun] = []
    var after: [ExtentRun] = []
    var start = 0
    for run in self {
      let countBefore = Swift.min(run.count, Swift.max(0, offset - start))
      before.extend(by: run.with(count: countBefore))
      after.extend(by: run.with(count: run.count - countBefore))
      start += run.count
    }
    return (before, after)
  }
}
