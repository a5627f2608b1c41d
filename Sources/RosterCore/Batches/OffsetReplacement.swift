/// Neighbouring items of a list that give way to others, in offsets over all sections.
///
///     source  a b c d e
///     target  a d b c x
///     replacements  1..<1 gives way to 1..<2: d comes     3..<5 to 4..<5: d and e go, x comes
package struct OffsetReplacement: Hashable, Sendable {
  /// The offsets in the source of what goes.
  package let sourceOffsets: Range<Int>
  /// The offsets in the target of what comes.
  package let targetOffsets: Range<Int>

  package init(sourceOffsets: Range<Int>, targetOffsets: Range<Int>) {
    self.sourceOffsets = sourceOffsets
    self.targetOffsets = targetOffsets
  }
}

extension ChangeBatch {
  /// What the batch does, for a view that shows all items as one row and knows no moves.
  ///
  /// An item that moves goes and comes again. Of the items that stay in their order as many as possible are left
  /// alone: when a section moves past a larger one, the items of the smaller one go and come. Items that have only
  /// a new model are no part of it.
  ///
  /// - Returns: The replacements in ascending order. Between two of them there are items that stay.
  /// - Complexity: O(*k* log *n*) for *k* changes.
  package var offsetReplacements: [OffsetReplacement] {
    var row = CountedTree(
      source.itemCount > 0 ? [StayingRun(start: 0, count: source.itemCount)] : [])
    row.apply(verified.proof.rowSplices(from: source, to: target)) {
      StayingRun(start: nil, count: $0)
    }
    let runs = row.elements
    let present = runs.indices.filter { runs[$0].start != nil }
    let staying = heaviestIncreasingSubsequence(
      of: present.map { (runs[$0].start ?? 0, weight: runs[$0].count) }
    ).map { present[$0] }

    var replacements: [OffsetReplacement] = []
    var sourceEnd = 0
    var targetEnd = 0
    /// Ends what has been replaced since the last run that stays.
    func replace(upTo sourceStart: Int, _ targetStart: Int) {
      guard sourceEnd < sourceStart || targetEnd < targetStart else { return }
      replacements.append(
        OffsetReplacement(
          sourceOffsets: sourceEnd..<sourceStart, targetOffsets: targetEnd..<targetStart))
    }
    var next = staying.startIndex
    var targetStart = 0
    for (index, run) in runs.enumerated() {
      if next < staying.endIndex, staying[next] == index, let sourceStart = run.start {
        replace(upTo: sourceStart, targetStart)
        sourceEnd = sourceStart + run.count
        targetEnd = targetStart + run.count
        next += 1
      }
      targetStart += run.count
    }
    replace(upTo: source.itemCount, target.itemCount)
    return replacements
  }

  /// Where the items with new models stand, in offsets over all sections of the target, ascending.
  ///
  /// - Complexity: O(*u* log *n*) for *u* updates.
  package var updatedOffsets: [Int] {
    updatedPaths.compactMap { target.offset(of: $0.target) }.sorted()
  }
}

/// Neighbouring items of the source, or new ones.
private struct StayingRun: Run {
  /// The offset of the first one in the source; `nil` for new items.
  let start: Int?
  var count: Int

  func part(_ offsets: Range<Int>) -> StayingRun {
    StayingRun(start: start.map { $0 + offsets.lowerBound }, count: offsets.count)
  }

  func isContinued(by next: StayingRun) -> Bool {
    start.map { $0 + count } == next.start
  }
}
