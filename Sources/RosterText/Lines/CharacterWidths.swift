internal import RosterLayout

/// The characters of a line, or of a part of it, each with the width up to its end.
struct CharacterWidths {
  let text: String
  /// The ends of the characters, in UTF-8 code units.
  let ends: [Int]
  /// The width of the line if it ended behind each character.
  let widths: [Double]
  /// The right edge of each character in the whole line.
  let edges: [Double]
  /// How much wider the rest is behind each character if a line begins there.
  private let startAdjustments: [Float]

  var count: Int { ends.count }

  /// Measures a text in one line.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - ruler: Measures it.
  ///   - offset: Where the text begins in that of the content; `nil` if it is no part of it.
  ///   - tabs: Where tabs of the content end.
  ///   - direction: The direction of its paragraph; `nil` for that of the options.
  init(
    _ text: String, _ ruler: TextRuler, from offset: Int?, _ tabs: LineTabs,
    direction: WritingDirection? = nil
  ) {
    var text = text
    text.makeContiguousUTF8()
    let runs = ruler.runs(of: text, wrapping: .characters, from: offset, direction: direction)
    var width = 0.0
    self.text = text
    ends = runs.map(\.end)
    edges = runs.map { run in
      width = run.advancing(width, tabs, from: offset ?? 0)
      return width
    }
    widths = zip(edges, runs).map { $0 + Double($1.lineEndAdjustment) }
    startAdjustments = runs.map(\.lineStartAdjustment)
  }

  /// The width of each character in the whole line.
  var advances: [Double] { zip(edges, [0] + edges).map { $0 - $1 } }

  /// The start of a character, in UTF-8 code units.
  func start(of index: Int) -> Int { index > 0 ? ends[index - 1] : 0 }

  /// The width of everything behind the start of a character, on a line of its own.
  func width(from index: Int) -> Double {
    guard index < count, let whole = edges.last else { return 0 }
    return index > 0 ? whole - edges[index - 1] + Double(startAdjustments[index - 1]) : whole
  }

  subscript(index: Int) -> Character {
    text[text.utf8.index(text.startIndex, offsetBy: start(of: index))]
  }
}
