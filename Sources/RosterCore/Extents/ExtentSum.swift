/// The number of some elements, and their length as far as it is known.
struct ExtentSum: RowSum {
  struct Count: Equatable, Sendable {
    var all = 0
    /// The number of those whose length is not known.
    var unknown = 0
  }

  var items = Count()
  var headers = Count()
  var footers = Count()
  /// The length of those whose length is known.
  var knownLength = 0.0

  subscript(kind: ExtentKind) -> Count {
    get {
      switch kind {
      case .item: items
      case .header: headers
      case .footer: footers
      }
    }
    set {
      switch kind {
      case .item: items = newValue
      case .header: headers = newValue
      case .footer: footers = newValue
      }
    }
  }

  var count: Int { items.all + headers.all + footers.all }

  static func + (left: ExtentSum, right: ExtentSum) -> ExtentSum {
    ExtentSum(
      items: left.items + right.items, headers: left.headers + right.headers,
      footers: left.footers + right.footers, knownLength: left.knownLength + right.knownLength)
  }

  /// Returns the length of all, with estimates for those whose length is not known.
  func length(_ estimates: ExtentEstimates) -> Double {
    var length = knownLength + Double(items.unknown) * estimates[.item]
    if headers.unknown > 0 { length += Double(headers.unknown) * estimates[.header] }
    if footers.unknown > 0 { length += Double(footers.unknown) * estimates[.footer] }
    return length
  }
}

extension ExtentSum.Count {
  static func + (left: Self, right: Self) -> Self {
    Self(all: left.all + right.all, unknown: left.unknown + right.unknown)
  }
}
