/// The cells of a grid that are taken, while items are placed row by row. For grids that are filled by
/// columns, “row” means column.
///
/// Rows of which a few tracks are taken have a list of them. Items that are very tall are kept as they
/// are, so that memory follows the number of items and not the number of cells.
struct GridCells {
  /// The number of tracks across the rows.
  private(set) var minorCount: Int
  /// The taken cells of each row, as ranges that neither meet nor overlap.
  private var rows: [Int: [Range<Int>]] = [:]
  private var tall: [(minor: Range<Int>, major: Range<Int>)] = []
  /// Where an item of some span was placed last in a dense grid: no earlier place gets free.
  private var denseCursors: [DenseKey: Cursor] = [:]

  private static let tallSpan = 32

  /// The place from which the next one is searched.
  struct Cursor {
    var minor = 0
    var major = 0
  }

  private struct DenseKey: Hashable {
    let minorStart: Int?
    let span: Int
    let majorSpan: Int
  }

  init(minorCount: Int) { self.minorCount = minorCount }

  mutating func take(_ lines: (minor: Range<Int>, major: Range<Int>)) {
    minorCount = max(minorCount, lines.minor.upperBound)
    if lines.major.count > Self.tallSpan {
      tall.append(lines)
    } else {
      for row in lines.major { Self.insert(lines.minor, into: &rows[row, default: []]) }
    }
  }

  private static func insert(_ range: Range<Int>, into ranges: inout [Range<Int>]) {
    // Most items stand behind the ones before.
    if let last = ranges.last, last.upperBound <= range.lowerBound {
      if last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
      return
    }
    var merged = range
    var rest: [Range<Int>] = []
    for other in ranges {
      if other.upperBound < merged.lowerBound || other.lowerBound > merged.upperBound {
        rest.append(other)
      } else {
        merged =
          min(other.lowerBound, merged.lowerBound)..<max(other.upperBound, merged.upperBound)
      }
    }
    let place = rest.firstIndex { $0.lowerBound > merged.lowerBound } ?? rest.count
    rest.insert(merged, at: place)
    ranges = rest
  }

  /// The ranges that are taken in some rows, by their beginnings, and the first row in which one of
  /// them may be free.
  private func taken(in band: Range<Int>) -> (ranges: [Range<Int>], next: Int) {
    var found: [Range<Int>] = []
    var next = Int.max
    if band.count <= rows.count {
      for row in band {
        if let ranges = rows[row] { found += ranges }
      }
    } else {
      for (row, ranges) in rows where band.contains(row) { found += ranges }
    }
    if !found.isEmpty { next = band.lowerBound + 1 }
    for item in tall where item.major.overlaps(band) {
      found.append(item.minor)
      next = min(next, item.major.upperBound)
    }
    if band.count > 1 || !tall.isEmpty { found.sort { $0.lowerBound < $1.lowerBound } }
    return (found, max(next, band.lowerBound + 1))
  }

  /// Returns the first tracks that are free in some rows, however far they are from the start.
  func firstFree(in band: Range<Int>, span: Int, from cursor: Int) -> Int {
    Self.firstFree(taken(in: band).ranges, span: span, from: cursor)
  }

  private static func firstFree(_ taken: [Range<Int>], span: Int, from cursor: Int) -> Int {
    var start = cursor
    for range in taken where range.upperBound > start {
      if range.lowerBound >= start + span { break }
      start = range.upperBound
    }
    return start
  }

  /// CSS Grid 2, section 8.5, step 4: finds the place of an item without a row.
  ///
  /// - Parameters:
  ///   - minorStart: Its first track, if it is given.
  ///   - cursor: The place of the item before; ignored in a dense grid.
  mutating func place(
    _ minorStart: Int?, span: Int, majorSpan: Int, _ cursor: inout Cursor, isDense: Bool
  ) -> (minor: Range<Int>, major: Range<Int>) {
    let key = DenseKey(minorStart: minorStart, span: span, majorSpan: majorSpan)
    var next = isDense ? denseCursors[key] ?? Cursor() : cursor
    if let minorStart {
      if minorStart < next.minor && !isDense { next.major += 1 }
      next.minor = minorStart
    }
    while true {
      let band = next.major..<next.major + majorSpan
      let (ranges, row) = taken(in: band)
      let start = Self.firstFree(ranges, span: span, from: next.minor)
      if minorStart.map({ $0 == start }) ?? (start + span <= minorCount) {
        next.minor = start
        cursor = next
        if isDense { denseCursors[key] = next }
        return (start..<start + span, band)
      }
      // A row without taken cells has room for everything, from its start.
      next.major = ranges.isEmpty ? next.major + 1 : row
      next.minor = minorStart ?? 0
    }
  }
}
