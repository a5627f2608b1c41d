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
