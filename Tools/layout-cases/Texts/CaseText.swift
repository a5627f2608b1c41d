public import RosterLayout

/// A text as cases measure it: every character is 10 points wide and 10 points high, and lines
/// break only at single spaces.
public struct CaseText: MeasuredContent, Hashable {
  /// The width and the height of a character.
  public static let characterLength = 10.0

  /// The text.
  public let text: String
  /// Whether its own box is a row. In a row the text is an item that does not become narrower than
  /// its longest word.
  public let isInRow: Bool
  /// The widths of the words.
  private let words: [Double]
  private let naturalWidth: Double
  private let wordWidthMax: Double

  /// Makes the text of a box.
  public init(_ text: String, isInRow: Bool = false) {
    self.text = text
    self.isInRow = isInRow
    let words = text.split(separator: " ", omittingEmptySubsequences: false).map {
      Double($0.count) * Self.characterLength
    }
    self.words = text.isEmpty ? [] : words
    naturalWidth = Double(text.count) * Self.characterLength
    wordWidthMax = words.max() ?? 0
  }

  /// Returns the size of the text in some room; its baselines are the lower edges of its lines.
  public func measure(width: AvailableLength, height: AvailableLength) -> MeasuredSize {
    let measuredWidth =
      switch width {
      case .exactly(let width): width
      case .atMost(let limit): min(naturalWidth, limit)
      case .minContent: wordWidthMax
      case .maxContent: naturalWidth
      }
    let lineWidth = isInRow ? max(wordWidthMax, measuredWidth) : measuredWidth
    let textHeight = Double(lineCount(width: lineWidth)) * Self.characterLength
    let measuredHeight =
      switch height {
      case .exactly(let height): height
      case .atMost(let limit): min(textHeight, limit)
      case .minContent, .maxContent: textHeight
      }
    return MeasuredSize(
      size: Size(width: measuredWidth, height: measuredHeight),
      baseline: words.isEmpty ? nil : Self.characterLength,
      lastBaseline: words.isEmpty ? nil : textHeight)
  }

  /// Returns the lines if words fill them one after the other, for drawings.
  package func lines(width: Double) -> [String] {
    var lines: [String] = []
    var rest = -Double.infinity
    for word in text.split(separator: " ", omittingEmptySubsequences: false) {
      let needed = Double(word.count + 1) * Self.characterLength
      if let last = lines.last, needed <= rest {
        lines[lines.count - 1] = "\(last) \(word)"
        rest -= needed
      } else {
        lines.append(String(word))
        rest = width - needed + Self.characterLength
      }
    }
    return lines
  }

  /// Returns the number of lines if words fill lines of a width one after the other.
  private func lineCount(width: Double) -> Int {
    guard naturalWidth > width else { return words.isEmpty ? 0 : 1 }
    var count = 0
    var rest = -Double.infinity
    for word in words {
      let needed = Self.characterLength + word
      if needed <= rest {
        rest -= needed
      } else {
        count += 1
        rest = width - word
      }
    }
    return count
  }
}
