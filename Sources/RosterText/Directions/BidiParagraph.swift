internal import RosterLayout

/// The embedding levels of the characters of one paragraph, by rules P2 to I2 of UAX #9, and by as
/// much of rule L1 as does not depend on where lines end.
///
/// What rule X9 removes stays, and has the level of what is before it (section 5.2).
struct BidiParagraph {
  /// The maximum level of an embedding (BD2). It bounds every stack of directions.
  static let depthMax: UInt8 = 125

  private let scalars: [UInt32]
  /// The types before all rules.
  private let original: [BidiClass]
  /// The types after the rules so far; BN for what rule X9 removes.
  private var classes: [BidiClass]
  /// The level of each scalar.
  private(set) var levels: [UInt8]
  /// The level of the paragraph.
  private(set) var level: UInt8

  /// Resolves a paragraph.
  ///
  /// - Parameters:
  ///   - scalars: The scalars of the paragraph, with its separator if it has one.
  ///   - direction: The direction of the paragraph; `nil` for that of its first strong character.
  ///   - showsControls: Whether controls of direction are signs like others.
  /// - Complexity: O(*n*), where *n* is the number of scalars.
  init(_ scalars: [UInt32], direction: WritingDirection?, showsControls: Bool) {
    self.scalars = scalars
    let table = BidiTable.shared
    original = scalars.map { table.bidiClass(of: $0, showsControls: showsControls) }
    classes = original
    levels = Array(repeating: 0, count: scalars.count)
    level = 0
    let first = findFirstStrong()
    level = direction.map { $0 == .rightToLeft ? 1 : 0 } ?? first
    resolveExplicitLevels()
    resolveSequences()
    resetSeparators()
  }

  // MARK: The direction of the paragraph

  /// P2 and P3: finds the level of the first strong character that is in no isolate.
  ///
  /// In the same pass, every character that opens an isolate gets the level of the first strong
  /// character in it, for X5c.
  private mutating func findFirstStrong() -> UInt8 {
    let unknown: UInt8 = 2
    var first: UInt8?
    var open: [Int] = []
    for (index, type) in original.enumerated() {
      switch type {
      case .leftToRight, .rightToLeft, .arabicLetter:
        let level: UInt8 = type == .leftToRight ? 0 : 1
        if let isolate = open.last {
          if levels[isolate] == unknown { levels[isolate] = level }
        } else if first == nil {
          first = level
        }
      case .popIsolate: _ = open.popLast()
      case _ where type.opensIsolate:
        levels[index] = unknown
        open.append(index)
      default: break
      }
    }
    return first ?? 0
  }

  // MARK: Explicit levels

  /// An entry of the directional status stack (X1).
  private struct Status {
    let level: UInt8
    let override: BidiClass?
    let isIsolate: Bool
  }

  /// X1 to X8.
  private mutating func resolveExplicitLevels() {
    var stack = [Status(level: level, override: nil, isIsolate: false)]
    var overflowIsolateCount = 0
    var overflowEmbeddingCount = 0
    var validIsolateCount = 0
    for (index, type) in original.enumerated() {
      let top = stack[stack.count - 1]
      levels[index] = type.opensIsolate ? levels[index] : top.level
      switch type {
      case .leftToRightEmbedding, .rightToLeftEmbedding, .leftToRightOverride, .rightToLeftOverride:
        // X2 to X5, and X9
        classes[index] = .boundaryNeutral
        let isRightToLeft = type == .rightToLeftEmbedding || type == .rightToLeftOverride
        let isOverride = type == .leftToRightOverride || type == .rightToLeftOverride
        let next = Self.level(above: top.level, isRightToLeft: isRightToLeft)
        if next <= Self.depthMax, overflowIsolateCount == 0, overflowEmbeddingCount == 0 {
          let override = isOverride ? BidiClass(level: next) : nil
          stack.append(Status(level: next, override: override, isIsolate: false))
        } else if overflowIsolateCount == 0 {
          overflowEmbeddingCount += 1
        }
      case .leftToRightIsolate, .rightToLeftIsolate, .firstStrongIsolate:  // X5a to X5c
        let isRightToLeft =
          type == .rightToLeftIsolate || type == .firstStrongIsolate && levels[index] == 1
        levels[index] = top.level
        if let override = top.override { classes[index] = override }
        let next = Self.level(above: top.level, isRightToLeft: isRightToLeft)
        if next <= Self.depthMax, overflowIsolateCount == 0, overflowEmbeddingCount == 0 {
          validIsolateCount += 1
          stack.append(Status(level: next, override: nil, isIsolate: true))
        } else {
          overflowIsolateCount += 1
        }
      case .popIsolate:  // X6a
        if overflowIsolateCount > 0 {
          overflowIsolateCount -= 1
        } else if validIsolateCount > 0 {
          overflowEmbeddingCount = 0
          while !stack[stack.count - 1].isIsolate { stack.removeLast() }
          stack.removeLast()
          validIsolateCount -= 1
        }
        let outer = stack[stack.count - 1]
        levels[index] = outer.level
        if let override = outer.override { classes[index] = override }
      case .popFormat:  // X7, and X9
        classes[index] = .boundaryNeutral
        if overflowIsolateCount > 0 { break }
        if overflowEmbeddingCount > 0 {
          overflowEmbeddingCount -= 1
        } else if !top.isIsolate, stack.count >= 2 {
          stack.removeLast()
        }
      case .paragraphSeparator: levels[index] = level  // X8
      case .boundaryNeutral: break
      default:  // X6
        if let override = top.override { classes[index] = override }
      }
    }
  }

  /// The next odd or even level.
  private static func level(above level: UInt8, isRightToLeft: Bool) -> UInt8 {
    isRightToLeft ? (level + 1) | 1 : (level + 2) & ~1
  }

  // MARK: Isolating run sequences

  /// A level run (BD7), and the run that goes on with its sequence behind an isolate (BD13).
  private struct LevelRun {
    let level: UInt8
    var range: Range<Int>
    /// The last scalar that rule X9 does not remove.
    var last: Int
    let isContinuation: Bool
    var next: Int?
  }

  /// X10: the level runs, which isolates connect.
  private func levelRuns() -> [LevelRun] {
    var runs: [LevelRun] = []
    // The runs that end with the start of an isolate that is still open; no more than levels.
    var open: [Int] = []
    for (index, type) in classes.enumerated() where type != .boundaryNeutral {
      if let last = runs.last {
        if last.level == levels[index] {
          runs[runs.count - 1].range = last.range.lowerBound..<index + 1
          runs[runs.count - 1].last = index
          continue
        }
        if original[last.last].opensIsolate { open.append(runs.count - 1) }
      }
      // What begins a run and closes an isolate closes the last one that is open: only isolates
      // without contents are not in the list, and their ends begin no run.
      let former = original[index] == .popIsolate ? open.popLast() : nil
      if let former { runs[former].next = runs.count }
      runs.append(
        LevelRun(
          level: levels[index], range: index..<index + 1, last: index,
          isContinuation: former != nil))
    }
    return runs
  }

  /// X10: resolves each isolating run sequence, by W1 to I2.
  private mutating func resolveSequences() {
    let runs = levelRuns()
    for (first, run) in runs.enumerated() where !run.isContinuation {
      var indices: [Int] = []
      var last = first
      var following: Int? = first
      while let current = following {
        for index in runs[current].range where classes[index] != .boundaryNeutral {
          indices.append(index)
        }
        (last, following) = (current, runs[current].next)
      }
      let before = first > 0 ? runs[first - 1].level : level
      // An isolate without an end reaches up to the end of the paragraph.
      let isOpen = original[runs[last].last].opensIsolate
      let after = isOpen || last + 1 == runs.count ? level : runs[last + 1].level
      var sequence = IsolatingRunSequence(
        types: indices.map { classes[$0] }, level: run.level,
        start: BidiClass(level: max(before, run.level)),
        end: BidiClass(level: max(after, run.level)))
      sequence.resolve(
        scalar: { scalars[indices[$0]] },
        isMark: { original[indices[$0]] == .nonspacingMark })
      for (place, index) in indices.enumerated() { levels[index] = sequence.level(at: place) }
    }
  }

  // MARK: Separators

  /// The parts of L1 that do not depend on lines: separators, and white space before them, have the
  /// level of the paragraph. What rule X9 removes gets the level of what is before it.
  private mutating func resetSeparators() {
    var previous = level
    for index in levels.indices {
      if classes[index] == .boundaryNeutral { levels[index] = previous }
      previous = levels[index]
    }
    var isBeforeSeparator = false
    for index in levels.indices.reversed() {
      let type = original[index]
      if type == .segmentSeparator || type == .paragraphSeparator {
        isBeforeSeparator = true
      } else if !type.isTrailing {
        isBeforeSeparator = false
      }
      if isBeforeSeparator { levels[index] = level }
    }
  }
}
