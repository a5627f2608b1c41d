import RosterJSON
import RosterLayout

/// Reads the tracks and the lines of grids; see “Grids” in FORMATS.md.
enum GridReader {
  /// Reads a list of tracks: sizes, and objects with `repeat` and `tracks`.
  static func list(_ cursor: JSONCursor) throws(JSONDecodingError) -> [GridTracks] {
    if cursor.value == "none" { return [] }
    let list = try cursor.elements().map(repeatedTracks)
    guard list.contains(where: \.isRepeatedAutomatically) else { return list }
    // CSS Grid 2, section 7.2.3.1: otherwise the number of repetitions could not be known.
    guard list.filter(\.isRepeatedAutomatically).count == 1 else {
      throw cursor.error("only some tracks may be repeated automatically")
    }
    guard list.allSatisfy({ $0.tracks.allSatisfy(\.isFixed) }) else {
      throw cursor.error(
        "tracks beside \"auto-fill\" and \"auto-fit\" need a minimum or a maximum in points or percent"
      )
    }
    return list
  }

  /// Reads a list of tracks without repetitions.
  static func tracks(_ cursor: JSONCursor) throws(JSONDecodingError) -> [GridTrack] {
    let tracks = try cursor.elements().map(track)
    guard !tracks.isEmpty else { throw cursor.error("expected a track") }
    return tracks
  }

  private static func repeatedTracks(
    _ cursor: JSONCursor
  ) throws(JSONDecodingError) -> GridTracks {
    guard cursor.value.objectValue != nil, let count = try cursor.members()["repeat"] else {
      return .track(try track(cursor))
    }
    let members = try cursor.members()
    try members.requireKeys(["repeat", "tracks"])
    let repeated: [GridTrack] = try tracks(members.required("tracks"))
    switch count.value {
    case "auto-fill": return .autoFill(repeated)
    case "auto-fit": return .autoFit(repeated)
    default:
      guard count.value.numberValue != nil else {
        throw count.error("expected a number, \"auto-fill\" or \"auto-fit\"")
      }
      return .repeated(try number(count, in: 1...GridLine.limit), repeated)
    }
  }

  /// Reads a size: a length, a word, `"2fr"`, `{"minmax":[…,…]}` or `{"fitContent":…}`.
  private static func track(_ cursor: JSONCursor) throws(JSONDecodingError) -> GridTrack {
    guard cursor.value.objectValue != nil else { return .breadth(try breadth(cursor)) }
    let members = try cursor.members()
    if let limit = members["fitContent"] {
      try members.requireKeys(["fitContent"])
      return .fitContent(try length(limit))
    }
    try members.requireKeys(["minmax"])
    let limits = try members.required("minmax")
    let breadths = try limits.elements().map(breadth)
    guard breadths.count == 2 else { throw limits.error("expected a minimum and a maximum") }
    if case .fraction = breadths[0] { throw limits.error("a fraction is no minimum") }
    return .minmax(breadths[0], breadths[1])
  }

  private static func breadth(_ cursor: JSONCursor) throws(JSONDecodingError) -> GridBreadth {
    if let text = cursor.value.stringValue {
      if let word = words[text] { return word }
      if let number = LengthReader.number(text, before: "fr"), number >= 0 {
        return .fraction(number)
      }
    }
    do throws(JSONDecodingError) {
      return try length(cursor)
    } catch {
      let names = words.keys.sorted().map { "\"\($0)\"" }.joined(separator: ", ")
      throw cursor.error(
        "expected a number, a percentage or a fraction of at least 0, or one of \(names)")
    }
  }

  private static func length(_ cursor: JSONCursor) throws(JSONDecodingError) -> GridBreadth {
    switch try LengthReader.plain.read(cursor) {
    case .points(let points) where points >= 0: return .points(points)
    case .percent(let percent) where percent >= 0: return .percent(percent)
    case .calc(let sum): return .calc(sum)
    default: throw cursor.error("expected a number or a percentage of at least 0")
    }
  }

  private static let words: [String: GridBreadth] = [
    "auto": .auto, "min-content": .minContent, "max-content": .maxContent,
  ]

  /// Reads a line: a number that is not 0, `"span 2"` or `"auto"`.
  static func line(_ cursor: JSONCursor) throws(JSONDecodingError) -> GridLine {
    if cursor.value == "auto" { return .auto }
    if let text = cursor.value.stringValue {
      guard text.hasPrefix("span "), let count = Int(text.dropFirst(5)),
        (1...GridLine.limit).contains(count)
      else {
        throw cursor.error(
          "expected a line, \"auto\", or \"span\" and a number from 1 to \(GridLine.limit)")
      }
      return .span(count)
    }
    let number = try number(cursor, in: -GridLine.limit...GridLine.limit)
    guard number != 0 else { throw cursor.error("lines are counted from 1, or from -1 backwards") }
    return .line(number)
  }

  private static func number(
    _ cursor: JSONCursor, in range: ClosedRange<Int>
  ) throws(JSONDecodingError) -> Int {
    let number = try cursor.int()
    guard range.contains(number) else {
      throw cursor.error("expected a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }
}

extension GridTracks {
  fileprivate var isRepeatedAutomatically: Bool {
    switch self {
    case .autoFill, .autoFit: true
    case .track, .repeated: false
    }
  }

  fileprivate var tracks: [GridTrack] {
    switch self {
    case .track(let track): [track]
    case .repeated(_, let tracks), .autoFill(let tracks), .autoFit(let tracks): tracks
    }
  }
}

extension GridTrack {
  /// CSS Grid 2, section 7.2: `<fixed-size>`.
  fileprivate var isFixed: Bool { !isFitContent && (min.isLength || max.isLength) }
}

extension GridBreadth {
  fileprivate var isLength: Bool {
    switch self {
    case .points, .percent, .calc: true
    case .fraction, .auto, .minContent, .maxContent: false
    }
  }
}

extension StyleKeyword<(GridFlow, isDense: Bool)> {
  static let gridFlows = StyleKeyword([
    "row": (.row, false), "column": (.column, false), "row dense": (.row, true),
    "dense": (.row, true), "column dense": (.column, true),
  ])
}

extension StyleKeyword<ItemAlignment?> {
  /// How items of a grid are aligned: `normal` differs from `stretch`.
  static let gridAlignments = StyleKeyword<ItemAlignment>.alignments.optional
    .replacing("normal", by: nil)

  /// How items of a grid stand from left to right.
  static let gridJustifications = gridAlignments.adding(sides)
}
