public import RosterComponents
public import RosterText

extension ComponentEnvironment {
  /// Measures the texts of components; a `TerminalMeasurer` by default, for which a point is a
  /// cell.
  public var textMeasurer: any TextMeasurer {
    get { self[TextMeasurers.self].regular }
    set { self[TextMeasurers.self].regular = newValue }
  }

  /// Measures bold texts, where they are wider than others; `nil`, the default, for
  /// ``textMeasurer``.
  public var boldTextMeasurer: (any TextMeasurer)? {
    get { self[TextMeasurers.self].bold }
    set { self[TextMeasurers.self].bold = newValue }
  }
}

/// The measurers of an environment.
///
/// Measurers that cannot be compared differ from each other, so that everything that they measured
/// is measured again.
struct TextMeasurers: ComponentEnvironmentKey, Sendable {
  static let defaultValue = TextMeasurers()

  var regular: any TextMeasurer = TerminalMeasurer()
  var bold: (any TextMeasurer)?

  func measurer(isBold: Bool) -> any TextMeasurer { isBold ? bold ?? regular : regular }
}

extension TextMeasurers: Equatable {
  static func == (left: Self, right: Self) -> Bool {
    guard areEqual(left.regular, right.regular) else { return false }
    switch (left.bold, right.bold) {
    case (nil, nil): return true
    case (let left?, let right?): return areEqual(left, right)
    case (nil, _), (_, nil): return false
    }
  }

  private static func areEqual(_ left: any TextMeasurer, _ right: any TextMeasurer) -> Bool {
    if let left = left as? any Equatable { return isEqual(left, right) }
    // An object that cannot be compared is at least itself.
    guard type(of: left) is AnyClass, type(of: right) is AnyClass else { return false }
    return left as AnyObject === right as AnyObject
  }

  private static func isEqual<Value: Equatable>(_ left: Value, _ right: any TextMeasurer) -> Bool {
    left == right as? Value
  }
}
