import RosterJSON
import RosterLayout

extension Frame {
  /// `30 × 10 at 5, 0`.
  var summary: String { "\(width.short) × \(height.short) at \(left.short), \(top.short)" }
}

extension Double {
  /// The number as in JSON: as short as possible.
  var short: String { JSONValue.number(self).canonicalText }

  /// The number with at most two digits behind the decimal point.
  var drawn: String {
    guard isFinite, magnitude < 1e15 else { return "0" }
    return ((self * 100).rounded() / 100).short
  }
}

extension String {
  /// The text in quotation marks, with line breaks and the like escaped.
  var quoted: String { JSONValue.string(self).canonicalText }
}

extension LayoutNode {
  /// The text in the box, if it is that of a case.
  var caseText: CaseText? {
    if case .measured(let content) = content { content as? CaseText } else { nil }
  }
}
