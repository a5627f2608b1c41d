import RosterLayout

/// Words of five letters, ten points each way, with lines that break where they must.
struct SquareText: MeasuredContent {
  var words: Int

  func measure(width: AvailableLength, height: AvailableLength) -> Measurement {
    let natural = Double(words) * 50
    let used =
      switch width {
      case .exactly(let width): width
      case .atMost(let width): min(width, natural)
      case .minContent: 50.0
      case .maxContent: natural
      }
    let wordsInLine = max((used / 50).rounded(.down), 1)
    let lines = (Double(words) / wordsInLine).rounded(.up)
    return Measurement(size: Size(width: used, height: lines * 10), baseline: 8)
  }
}
