/// An element that stands for `count` equal or consecutive things, and can be cut between them.
protocol Run: Weighted {
  /// The number of things; at least 1.
  var count: Int { get set }
  /// Returns the run of the things at some offsets.
  func part(_ offsets: Range<Int>) -> Self
  /// Returns whether another run continues where this one ends, so that both are one.
  func isContinued(by next: Self) -> Bool
}

extension Run {
  var weight: Int { count }
}

extension ContiguousArray where Element: Run {
  /// Makes a border between two elements at an offset within one.
  ///
  /// - Returns: The slot of the element behind the border.
  mutating func cut(at slot: Int, _ offset: Int) -> Int {
    if offset == 0 { return slot }
    let run = self[slot]
    if offset < run.count {
      self[slot].count = offset
      insert(run.part(offset..<run.count), at: slot + 1)
    }
    return slot + 1
  }

  /// Joins the runs on both sides of a slot if the second continues the first.
  mutating func joinRuns(at slot: Int) {
    guard slot > 0, slot < count, self[slot - 1].isContinued(by: self[slot]) else { return }
    self[slot - 1].count += self[slot].count
    remove(at: slot)
  }
}

extension CountedTree where Element: Run {
  /// Replaces a range of offsets by other runs. At both ends, a run that continues its neighbour is joined
  /// with it.
  ///
  /// - Parameters:
  ///   - range: A range of offsets; its part behind the end is ignored.
  ///   - row: The new runs; as in this tree, none of them continues the one before it.
  /// - Returns: The runs that were there.
  /// - Complexity: O(log *n* + log *m*) for *m* new runs.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with row: CountedTree) -> CountedTree {
    let range = range.clamped(to: 0..<weight)
    let fewCount = Self.fanout * 8
    // A few leaves are changed in less time than the row is split and put together again.
    if !isEmpty, row.count <= fewCount, range.count <= fewCount || runCount(in: range) <= fewCount {
      return replaceInLeaves(range, with: row)
    }
    let (before, rest) = split(atOffset: range.lowerBound)
    let (removed, after) = rest.split(atOffset: range.count)
    self = before
    append(row)
    append(after)
    joinRuns(atOffset: range.lowerBound + row.weight)
    joinRuns(atOffset: range.lowerBound)
    return removed
  }

  private func runCount(in range: Range<Int>) -> Int {
    location(ofOffset: range.upperBound - 1).index - location(ofOffset: range.lowerBound).index + 1
  }

  private mutating func replaceInLeaves(_ range: Range<Int>, with row: CountedTree) -> CountedTree {
    var change = Replacement(range: range, new: ArraySlice(row.elements))
    repeat {
      let offset = min(change.range.lowerBound, weight - 1)
      edit(atOffset: offset) { leaf, slot, rest in
        let start = rest + change.range.lowerBound - offset
        change.apply(to: &leaf, at: slot, start, countMax: Self.fanout - 1)
      }
    } while !change.isDone
    if change.hasReachedEnd {
      joinRuns(atOffset: range.lowerBound + row.weight)
      joinRuns(atOffset: range.lowerBound)
    }
    return CountedTree(change.removed)
  }

  /// Joins the runs on both sides of an offset, which may be in different leaves.
  private mutating func joinRuns(atOffset offset: Int) {
    guard offset > 0, offset < weight else { return }
    let next = location(ofOffset: offset)
    guard next.weightBefore == offset, self[next.index - 1].isContinued(by: next.element) else {
      return
    }
    remove(at: next.index)
    update(at: next.index - 1) { $0.count += next.element.count }
  }
}

/// A replacement of runs, leaf by leaf.
private struct Replacement<Element: Run> {
  /// What is still to be removed; what is new is put before it.
  private(set) var range: Range<Int>
  /// What is still to be put in.
  private var new: ArraySlice<Element>
  private(set) var removed: ContiguousArray<Element> = []
  /// Whether a change was made at an end of a leaf. What is beside it is then in another leaf.
  private(set) var hasReachedEnd = false

  init(range: Range<Int>, new: ArraySlice<Element>) {
    self.range = range
    self.new = new
  }

  var isDone: Bool { range.isEmpty && new.isEmpty }

  /// Changes the leaf that the range begins in.
  ///
  /// - Parameters:
  ///   - slot: The slot of the element that the range begins in or behind.
  ///   - start: Where it begins within the element.
  ///   - countMax: The maximum number of elements that are put in.
  mutating func apply(
    to leaf: inout ContiguousArray<Element>, at slot: Int, _ start: Int, countMax: Int
  ) {
    let part = new.prefix(countMax)
    var end = slot
    var endOffset = start + range.count
    while endOffset > leaf[end].count, end + 1 < leaf.count {
      endOffset -= leaf[end].count
      end += 1
    }
    // What lies in the leaves behind this one.
    let restCount = max(0, endOffset - leaf[end].count)
    end = leaf.cut(at: end, endOffset - restCount)
    let size = leaf.count
    let first = leaf.cut(at: slot, start)
    end += leaf.count - size
    removed.append(contentsOf: leaf[first..<end])
    leaf.replaceSubrange(first..<end, with: part)
    if first == 0 || first + part.count == leaf.count { hasReachedEnd = true }
    leaf.joinRuns(at: first + part.count)
    leaf.joinRuns(at: first)
    let behind = part.reduce(range.lowerBound) { $0 + $1.count }
    range = behind..<behind + restCount
    new = new.dropFirst(part.count)
  }
}
