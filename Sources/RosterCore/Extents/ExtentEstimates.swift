/// The caller's estimates for lengths that were never measured.
package struct ExtentEstimates: Equatable, Sendable {
  package let item: Double
  /// `nil` if no section has a header.
  package let header: Double?
  /// `nil` if no section has a footer.
  package let footer: Double?

  package init(item: Double, header: Double? = nil, footer: Double? = nil) {
    self.item = item.soundExtent ?? 0
    self.header = header.map { $0.soundExtent ?? 0 }
    self.footer = footer.map { $0.soundExtent ?? 0 }
  }

  /// Whether the row has places for headers and footers.
  package var hasSupplements: Bool { header != nil || footer != nil }

  package subscript(kind: ExtentKind) -> Double {
    switch kind {
    case .item: item
    case .header: header ?? 0
    case .footer: footer ?? 0
    }
  }

  /// Whether sections may have elements of a kind.
  package func has(_ kind: ExtentKind) -> Bool {
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
