extension Unicode.Scalar {
  /// Whether a terminal acts upon the scalar instead of showing it: control characters, separators
  /// of lines and paragraphs, and controls of direction, which reorder the text around them.
  package var isActedUponByTerminals: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    case .format: properties.isBidiControl
    default: false
    }
  }
}
