/// A set of indexes, kept as ascending runs, which answers rank questions by binary search.
///
///     indexes   2 3 4 9        runs  2..<5, 9..<10
///     rank(of: 9) == 3         three members are smaller
///     nonMember(atRank: 2) == 5        0, 1, 5, 6, … are the others
struct IndexRuns: Hashable, Sendable {
  private struct Run: Hashable, Sendable {
    var start: Int
    var end: Int
    /// How many members come before this run.
    var membersBefore: Int
  }

  private var runs: ContiguousArray<Run> = []

  /// The number of indexes in the set.
  private(set) var count = 0

  init() {}

  /// Makes the set of some indexes; repeated indexes count once.
  ///
  /// - Parameter ascending: Indexes in ascending order.
  /// - Complexity: O(*k*).
  init(ascending indexes: some Sequence<Int>) {
    for index in indexes { appendAscending(index) }
  }

  /// Adds an index that is not smaller than any member.
  ///
  /// Negative indexes, and indexes that are too large for any row, are left out: the transform of
  /// an unverified outline must not trap.
  mutating func appendAscending(_ index: Int) {
    guard index >= 0, index < Int.max else { return }
    if let last = runs.last, index < last.end { return }
    if let last = runs.last, index == last.end {
      runs[runs.count - 1].end = index + 1
    } else {
      runs.append(Run(start: index, end: index + 1, membersBefore: count))
    }
    count += 1
  }

  /// Adds a range of indexes, none of which is smaller than any member.
  ///
  /// - Complexity: O(1).
  mutating func appendAscending(_ range: Range<Int>) {
    let start = max(range.lowerBound, runs.last?.end ?? 0)
    guard start < range.upperBound else { return }
    if let last = runs.last, last.end == start {
      runs[runs.count - 1].end = range.upperBound
    } else {
      runs.append(Run(start: start, end: range.upperBound, membersBefore: count))
    }
    count += range.upperBound - start
  }

  var isEmpty: Bool { runs.isEmpty }

  /// The members as ranges, ascending; no two touch.
  var ranges: some BidirectionalCollection<Range<Int>> { runs.lazy.map { $0.start..<$0.end } }

  /// Returns the members that are not in `others`, as ranges, ascending; no two touch.
  ///
  /// - Parameter others: Members of this set.
  /// - Complexity: O(*r*) for *r* runs of both.
  func ranges(without others: IndexRuns) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var excluded = others.runs[...]
    for run in runs {
      var start = run.start
      while let other = excluded.first, other.start < run.end {
        if start < other.start { ranges.append(start..<other.start) }
        start = other.end
        excluded.removeFirst()
      }
      if start < run.end { ranges.append(start..<run.end) }
    }
    return ranges
  }

  /// The number of members that are smaller than `index`.
  ///
  /// - Complexity: O(log *r*), where *r* is the number of runs.
  func rank(of index: Int) -> Int {
    let following = firstRun { $0.start >= index }
    guard following > 0 else { return 0 }
    let run = runs[following - 1]
    return run.membersBefore + (min(index, run.end) - run.start)
  }

  /// - Complexity: O(log *r*).
  func contains(_ index: Int) -> Bool {
    let following = firstRun { $0.start > index }
    return following > 0 && index < runs[following - 1].end
  }

  /// Returns how many indexes from 0 upward are smaller than `index` and not in the set; `nil` if
  /// `index` is in the set.
  ///
  /// - Complexity: O(log *r*).
  func rank(ofNonMember index: Int) -> Int? {
    let following = firstRun { $0.start > index }
    guard following > 0 else { return index }
    let run = runs[following - 1]
    return index < run.end ? nil : index - run.membersBefore - (run.end - run.start)
  }

  /// Returns the member that has `rank` smaller members, `nil` if there is none.
  ///
  /// - Complexity: O(log *r*).
  func member(atRank rank: Int) -> Int? {
    guard rank >= 0, rank < count else { return nil }
    let run = runs[firstRun { $0.membersBefore > rank } - 1]
    return run.start + (rank - run.membersBefore)
  }

  /// Returns the index from 0 upward that is not in the set and has `rank` smaller ones that are
  /// not either; `Int.max`, which is no index, if there is none.
  ///
  /// - Complexity: O(log *r*).
  func nonMember(atRank rank: Int) -> Int {
    let following = firstRun { $0.start - $0.membersBefore > rank }
    guard following > 0 else { return rank }
    let run = runs[following - 1]
    let members = run.membersBefore + (run.end - run.start)
    return rank > Int.max - members ? Int.max : rank + members
  }

  /// Returns the first run that satisfies a condition. All runs behind that one must satisfy it
  /// too.
  private func firstRun(where condition: (Run) -> Bool) -> Int {
    var low = 0
    var high = runs.count
    while low < high {
      let middle = (low + high) / 2
      if condition(runs[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
