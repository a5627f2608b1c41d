/// How long some things are together, as far as it is known.
struct ExtentSum: Equatable, Sendable {
  struct Count: Equatable, Sendable {
    var all = 0
    /// How many of them have a length that nobody knows.
    var unknown = 0
  }

  var items = Count()
  var headers = Count()
  var footers = Count()
  /// How long those are together of which it is known.
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

  var unknownCount: Int { items.unknown + headers.unknown + footers.unknown }

  static func + (left: ExtentSum, right: ExtentSum) -> ExtentSum {
    ExtentSum(
      items: left.items + right.items, headers: left.headers + right.headers,
      footers: left.footers + right.footers, knownLength: left.knownLength + right.knownLength)
  }

  /// How long all are if those that are not known are of an estimated length.
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
