/// The elements that have yet to leave a row, and where they stand until then.
///
/// A row consists of survivors, of arrivals that are already in place, and of leavers. Between two
/// survivors, arrivals stand before leavers:
///
///     survivors   S0      S1      S2
///     row         S0 A L  S1 L    S2          A arrived, L have yet to leave
///
/// A Fenwick tree over the leavers (Fenwick, *A New Data Structure for Cumulative Frequency Tables*,
/// 1994) counts those that are still there.
struct Leavers {
  /// The source indexes of the leavers, ascending.
  private let sources: [Int]
  /// How many survivors stand before each leaver; ascending.
  private let survivorsBefore: [Int]
  private var tree: [Int]

  /// - Parameters:
  ///   - departures: All elements that leave the row, including those that have left already.
  ///   - leaving: The departures that are still in the row; all of them if `nil`.
  init(departures: IndexRuns, leaving: IndexRuns? = nil) {
    sources = (leaving ?? departures).ranges.flatMap { $0 }
    survivorsBefore = sources.map { $0 - departures.rank(of: $0) }
    tree = Array(repeating: 0, count: sources.count + 1)
    for position in sources.indices {
      let node = position + 1
      tree[node] += 1
      let parent = node + (node & -node)
      if parent < tree.count { tree[parent] += tree[node] }
    }
  }

  /// Returns how many leavers stand before the survivor that has `rank` survivors before it.
  ///
  /// - Complexity: O(log *m*) for *m* leavers.
  func count(beforeSurvivor rank: Int) -> Int {
    count(before: partition(survivorsBefore) { $0 >= rank })
  }

  /// Returns where a leaver stands now.
  ///
  /// - Parameter placed: How many survivors stand before each arrival that is in place; ascending.
  /// - Complexity: O(log *m*).
  func position(of source: Int, placed: [Int]) -> Int {
    let position = partition(sources) { $0 >= source }
    let rank = survivorsBefore[position]
    return rank + partition(placed) { $0 > rank } + count(before: position)
  }

  /// Takes a leaver out of the row.
  mutating func remove(_ source: Int) {
    var node = partition(sources) { $0 >= source } + 1
    while node < tree.count {
      tree[node] -= 1
      node += node & -node
    }
  }

  private func count(before position: Int) -> Int {
    var sum = 0
    var node = position
    while node > 0 {
      sum += tree[node]
      node -= node & -node
    }
    return sum
  }

  /// Returns the number of elements before the first one that satisfies a condition. All elements
  /// behind that one must satisfy it too.
  private func partition(_ ascending: [Int], _ condition: (Int) -> Bool) -> Int {
    var low = 0
    var high = ascending.count
    while low < high {
      let middle = (low + high) / 2
      if condition(ascending[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
