/// The kinds of elements in the row of a list that have an extent.
enum ExtentKind: Int, Sendable, CaseIterable {
  case item
  /// The header of a section, before its items.
  case header
  /// The footer of a section, behind its items.
  case footer
}

/// Neighbours of one kind that are equally long, or were all not measured.
struct ExtentRun: Equatable, Sendable {
  /// The number of elements, and in the two lowest bits their kind: a field of its own would take
  /// eight bytes more.
  private var countAndKind: Int
  /// The length of each element; NaN if it is not known, for the same reason.
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

  /// The length of each element; `nil` if it is not known.
  var extent: Double? { length.isNaN ? nil : length }

  /// Returns whether another run has the same kind and length.
  func isLike(_ other: ExtentRun) -> Bool { kind == other.kind && extent == other.extent }

  /// Returns a run of `count` elements of the same kind and length.
  func with(count: Int) -> ExtentRun { ExtentRun(count: count, extent: extent, kind) }

  /// Returns the length of each element, measured or estimated.
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

  /// Returns the runs of the first `offset` elements, and those of the others.
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

/// The caller's estimates for lengths that were never measured.
struct ExtentEstimates: Equatable, Sendable {
  let item: Double
  /// `nil` if no section has a header.
  let header: Double?
  /// `nil` if no section has a footer.
  let footer: Double?

  init(item: Double, header: Double? = nil, footer: Double? = nil) {
    self.item = item.soundExtent ?? 0
    self.header = header.map { $0.soundExtent ?? 0 }
    self.footer = footer.map { $0.soundExtent ?? 0 }
  }

  /// Whether the row has places for headers and footers.
  var hasSupplements: Bool { header != nil || footer != nil }

  subscript(kind: ExtentKind) -> Double {
    switch kind {
    case .item: item
    case .header: header ?? 0
    case .footer: footer ?? 0
    }
  }

  /// Whether sections may have elements of a kind.
  func has(_ kind: ExtentKind) -> Bool {
    switch kind {
    case .item: true
    case .header: header != nil
    case .footer: footer != nil
    }
  }
}

extension Double {
  /// The length; `nil` for one that cannot be added up.
  var soundExtent: Double? { isFinite && self >= 0 ? self : nil }
}
