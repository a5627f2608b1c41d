internal import RosterLayout

/// Measures a text, the lines of it and what is drawn at their ends, with its options: letter
/// spacing, line spacing, and parts that have measurers of their own.
struct TextRuler: Sendable {
  /// Measures everything that has no measurer of its own.
  let measurer: any TextMeasurer
  /// The options as the measurer supports them, without lengths that are not finite.
  let options: TextOptions
  /// Disjoint, in order, and between characters.
  private let parts: [TextContent.Part]

  /// Makes a ruler for a text.
  init(_ measurer: any TextMeasurer, _ options: TextOptions, parts: [TextContent.Part] = []) {
    self.measurer = measurer
    self.parts = parts
    guard options.hasLengths else {
      // Most texts have none, and copying options costs as much as measuring a word.
      self.options = options
      return
    }
    var options = options
    if !options.letterSpacing.isFinite { options.letterSpacing = 0 }
    if !options.lineSpacing.isFinite { options.lineSpacing = 0 }
    if let width = options.tabWidth, !width.isFinite { options.tabWidth = 0 }
    options.tabStops.removeAll { !$0.position.isFinite }
    self.options = measurer.supported(options)
  }

  /// The distance of the places at which characters can begin; 0 if they can begin anywhere.
  var grid: Double { options.hasLengths ? options.grid : measurer.supported(options).grid }

  /// The height of a line, with line spacing. The baselines of several measurers are at one height.
  var lineMetrics: LineMetrics {
    var metrics = measurer.lineMetrics
    for other in parts.map(\.measurer.lineMetrics) where other != metrics {
      let below = max(metrics.height - metrics.baseline, other.height - other.baseline)
      metrics.baseline = max(metrics.baseline, other.baseline)
      metrics.height = metrics.baseline + below
    }
    guard options.lineSpacing != 0 else { return metrics }
    // Of an odd number of cells, the larger half is below.
    let cell = grid > 0 ? measurer.lineMetrics.height : 0
    let half = options.lineSpacing / 2
    return LineMetrics(
      height: metrics.height + options.lineSpacing,
      baseline: metrics.baseline + (cell > 0 ? (half / cell).rounded(.down) * cell : half))
  }

  /// Returns the runs of a text with their widths.
  ///
  /// - Parameters:
  ///   - text: The text; contiguous UTF-8.
  ///   - wrapping: Where the runs may end.
  ///   - offset: Where the text begins in that of the content; `nil` if it is no part of it.
  ///   - direction: The direction of its paragraph; `nil` for that of the options.
  /// - Complexity: O(*n*), where *n* is the length of the text.
  func runs(
    of text: String, wrapping: TextOptions.Wrapping, from offset: Int?,
    direction: WritingDirection? = nil
  ) -> [TextRun] {
    var runs = RunScanner.runs(of: text, wrapping: wrapping)
    if let offset, !parts.isEmpty {
      measure(&runs, of: text, from: offset, options(direction))
    } else if direction == nil {
      measurer.measure(&runs, of: text, options: options)
    } else {
      measurer.measure(&runs, of: text, options: options(direction))
    }
    if options.letterSpacing != 0 { addLetterSpacing(to: &runs, of: text) }
    Self.replaceInvalidLengths(in: &runs)
    return runs
  }

  private func options(_ direction: WritingDirection?) -> TextOptions {
    var options = options
    options.direction = direction ?? options.direction
    return options
  }

  /// Returns the width of a text that is drawn in a line and is no part of the content.
  func width(of text: String) -> Double {
    CharacterWidths(text, self, from: nil, LineTabs()).edges.last ?? 0
  }

  private func addLetterSpacing(to runs: inout [TextRun], of text: String) {
    var start = text.startIndex
    var offset = 0
    for index in runs.indices {
      let end = text.utf8.index(start, offsetBy: runs[index].end - offset)
      if runs[index].kind == .text || runs[index].kind == .whiteSpace {
        let count = text[start..<end].count { GraphemeCluster.isSpaced($0) }
        runs[index].width += Double(count) * options.letterSpacing
      }
      (start, offset) = (end, runs[index].end)
    }
  }

  private static func replaceInvalidLengths(in runs: inout [TextRun]) {
    for index in runs.indices {
      let run = runs[index]
      let adjustment = run.lineStartAdjustment + run.lineEndAdjustment
      if run.width >= 0, run.width.isFinite, adjustment.isFinite { continue }
      if !(run.width >= 0 && run.width.isFinite) { runs[index].width = 0 }
      if !adjustment.isFinite {
        (runs[index].lineStartAdjustment, runs[index].lineEndAdjustment) = (0, 0)
      }
    }
  }
}

/// Parts of a text that have measurers of their own.
extension TextRuler {
  /// A part of a text with one measurer.
  private struct Stretch {
    var range: Range<Int>
    var measurer: any TextMeasurer
  }

  /// Measures what has a measurer of its own by that, and everything between by the other one.
  ///
  ///     text      one two, of which "e tw" is bold
  ///     runs      one␣|two
  ///     measured  on | e␣|tw | o      each by its measurer; added up to the two runs
  private func measure(
    _ runs: inout [TextRun], of text: String, from offset: Int, _ options: TextOptions
  ) {
    var index = 0
    for stretch in stretches(in: offset..<offset + text.utf8.count) {
      let range = stretch.range.lowerBound - offset..<stretch.range.upperBound - offset
      let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
      let part = String(text[start..<text.utf8.index(start, offsetBy: range.count)])
      let first = index
      var pieces: [TextRun] = []
      var place = range.lowerBound
      while index < runs.count, place < range.upperBound {
        let end = min(runs[index].end, range.upperBound)
        pieces.append(Self.piece(of: runs[index], place..<end, in: part, from: range.lowerBound))
        place = end
        guard end == runs[index].end else { break }
        index += 1
      }
      stretch.measurer.measure(&pieces, of: part, options: options)
      for (number, piece) in pieces.enumerated() {
        let run = first + number
        runs[run].width += piece.width
        guard range.lowerBound + piece.end == runs[run].end else { continue }
        runs[run].lineEndAdjustment = piece.lineEndAdjustment
        runs[run].lineStartAdjustment = piece.lineStartAdjustment
      }
    }
  }

  private func stretches(in range: Range<Int>) -> [Stretch] {
    var stretches: [Stretch] = []
    var place = range.lowerBound
    for part in parts where part.range.overlaps(range) {
      let own = part.range.clamped(to: range)
      if place < own.lowerBound {
        stretches.append(Stretch(range: place..<own.lowerBound, measurer: measurer))
      }
      stretches.append(Stretch(range: own, measurer: part.measurer))
      place = own.upperBound
    }
    if place < range.upperBound {
      stretches.append(Stretch(range: place..<range.upperBound, measurer: measurer))
    }
    return stretches
  }

  /// Returns the piece of a run that is in a part of the text. The part begins at an offset.
  private static func piece(
    of run: TextRun, _ range: Range<Int>, in part: String, from offset: Int
  ) -> TextRun {
    let start = part.utf8.index(part.startIndex, offsetBy: range.lowerBound - offset)
    let text = String(part[start..<part.utf8.index(start, offsetBy: range.count)])
    var (columns, ambiguousColumns): (UInt32, UInt32) = (0, 0)
    for own in RunScanner.runs(of: text, wrapping: .never) {
      (columns, ambiguousColumns) = (
        columns &+ own.columns, ambiguousColumns &+ own.ambiguousColumns
      )
    }
    let isWhole = range.upperBound == run.end
    return TextRun(
      end: range.upperBound - offset, columns: columns, ambiguousColumns: ambiguousColumns,
      kind: run.kind, breakAfter: isWhole ? run.breakAfter : .none,
      isHyphenated: isWhole && run.isHyphenated)
  }
}
