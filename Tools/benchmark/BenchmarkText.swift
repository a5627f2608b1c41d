import RosterLayout

/// A text of words of five characters, ten points each; Yoga's side measures it by the same rule, in
/// `Tools/yoga/harness.cpp`.
struct BenchmarkText: MeasuredContent {
  let words: Double

  func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let natural = words * 60 - 10
    let measured =
      switch width {
      case .exactly(let width): width
      case .atMost(let limit): min(natural, limit)
      case .minContent: 50.0
      case .maxContent: natural
      }
    let wordsInLine = max(1, ((measured + 10) / 60).rounded(.down))
    let text = (words / wordsInLine).rounded(.up) * 10
    let measuredHeight =
      switch height {
      case .exactly(let height): height
      case .atMost(let limit): min(text, limit)
      case .minContent, .maxContent: text
      }
    return MeasuredSize(size: Size(width: measured, height: measuredHeight), baseline: 10)
  }
}
