/// The tracks that a container names along an axis, with known counts of repetitions. Repeated tracks
/// are kept once, so that a template takes as much memory as what the style says.
struct GridTemplate {
  /// Tracks that follow each other, several times.
  struct Segment {
    let tracks: [GridTrack]
    let isAutoFit: Bool
    /// The first line and the last one.
    let start: Int
    let end: Int
  }

  private(set) var segments: [Segment] = []
  /// The number of tracks.
  private(set) var count = 0

  /// - Parameter autoRepetitions: How often the tracks of `auto-fill` or `auto-fit` are there.
  init(_ list: [GridTracks], autoRepetitions: Int) {
    var autoRepetitions = autoRepetitions
    for tracks in list {
      switch tracks {
      case .track(let track): append([track], 1)
      case .repeated(let repetitions, let tracks): append(tracks, repetitions)
      case .autoFill(let tracks):
        append(tracks, autoRepetitions)
        autoRepetitions = 1
      case .autoFit(let tracks):
        append(tracks, autoRepetitions, isAutoFit: true)
        autoRepetitions = 1
      }
    }
  }

  private mutating func append(
    _ tracks: [GridTrack], _ repetitions: Int, isAutoFit: Bool = false
  ) {
    let repetitions = max(1, min(repetitions, GridLine.limit))
    let length = min(tracks.count * repetitions, GridLine.limit - count)
    guard length > 0 else { return }
    segments.append(
      Segment(tracks: tracks, isAutoFit: isAutoFit, start: count, end: count + length))
    count += length
  }
}

extension [GridTracks] {
  /// Whether some tracks are there as often as there is room for them.
  var areRepeatedAutomatically: Bool {
    contains { tracks in
      switch tracks {
      case .autoFill, .autoFit: true
      case .track, .repeated: false
      }
    }
  }

  /// CSS Grid 2, section 7.2.3.2: returns how often the tracks of `auto-fill` or `auto-fit` are there.
  ///
  /// - Parameters:
  ///   - room: The length of the content, or its maximum; NaN if neither is known.
  ///   - least: The minimum length of the content.
  ///   - base: The length that percentages refer to; NaN if it is not known.
  func autoRepetitions(room: Double, least: Double, gap: Double, base: Double) -> Int {
    // Percentages of an unknown length leave the points of a sum (not in CSS: what browsers do).
    let base = base.isNaN ? 0 : base
    var (fixed, repeated) = (0.0, 0.0)
    var (fixedCount, repeatedCount) = (0.0, 0.0)
    for tracks in self {
      switch tracks {
      case .track(let track):
        fixed += track.repeatedLength(of: base)
        fixedCount += 1
      case .repeated(let count, let tracks):
        let count = Double(Swift.max(1, Swift.min(count, GridLine.limit)))
        fixed += count * tracks.reduce(0) { $0 + $1.repeatedLength(of: base) }
        fixedCount += count * Double(tracks.count)
      case .autoFill(let tracks), .autoFit(let tracks):
        if repeatedCount > 0 { continue }
        // A track of no length would be there without end.
        repeated = tracks.reduce(0) { $0 + Swift.max($1.repeatedLength(of: base), 1) }
        repeatedCount = Double(tracks.count)
      }
    }
    guard repeatedCount > 0, !room.isNaN || least > 0 else { return 1 }
    let free = (room.isNaN ? least : room) - fixed - gap * (fixedCount - 1)
    let count = free / (repeated + gap * repeatedCount)
    // Browsers count in 64ths of a point, and round down the tracks.
    let rounded =
      room.isNaN
      ? (count - Self.tolerance).rounded(.up) : (count + Self.tolerance).rounded(.down)
    return Int(Swift.max(1, Swift.min(rounded, Double(GridLine.limit))))
  }

  private static var tolerance: Double { 1.0 / 1_024 }
}

extension GridTrack {
  /// The length that a repeated track counts for: its maximum if it is a length, otherwise its
  /// minimum.
  fileprivate func repeatedLength(of base: Double) -> Double {
    let (least, most) = (min.points(of: base), max.points(of: base))
    if most.isNaN { return least.isNaN ? 0 : least }
    return least > most ? least : most
  }
}

extension GridBreadth {
  /// The length in points; NaN for what follows from content or room, and for a percentage of an
  /// unknown length.
  func points(of base: Double) -> Double {
    switch self {
    case .points(let points): Self.valid(points)
    case .percent(let percent): Length.limited(Self.valid(percent) * base / 100)
    case .calc(let sum): Self.notNegative(Length(size: .calc(sum)).points(of: base))
    case .fraction, .auto, .minContent, .maxContent: .nan
    }
  }

  /// Returns a number; 0 if it is negative, and NaN for NaN.
  private static func notNegative(_ number: Double) -> Double { number < 0 ? 0 : number }

  /// Returns a number; 0 if it is negative or not finite.
  package static func valid(_ number: Double) -> Double {
    number > 0 && number.isFinite ? Swift.min(number, Length.limit) : 0
  }
}
