/// The positions, ascending, of a longest strictly increasing subsequence of some distinct numbers.
///
///     values      3 0 1 4 2       positions  1 2 4        (0 1 2)
///
/// The elements of the subsequence stay when a row is reordered, so the longest one makes the
/// fewest moves. The algorithm is patience sorting with predecessors (Fredman, *On Computing the
/// Length of Longest Increasing Subsequences*, 1975). It appends a value above all values before it
/// without a search.
///
/// - Complexity: O(*m* log *l*) for *m* values and a subsequence of *l*, O(*m*) if they ascend.
package func longestIncreasingSubsequence(of values: [Int]) -> [Int] {
  // The position at which the best subsequence of each length ends, by length.
  var ends: [Int] = []
  var predecessors = Array(repeating: -1, count: values.count)
  for position in values.indices {
    let value = values[position]
    var low = ends.count
    if let last = ends.last, values[last] > value {
      low = 0
      var high = ends.count - 1
      while low < high {
        let middle = (low + high) / 2
        if values[ends[middle]] < value { low = middle + 1 } else { high = middle }
      }
    }
    if low > 0 { predecessors[position] = ends[low - 1] }
    if low == ends.count { ends.append(position) } else { ends[low] = position }
  }
  var subsequence = Array(repeating: 0, count: ends.count)
  var position = ends.last ?? -1
  for index in subsequence.indices.reversed() {
    subsequence[index] = position
    position = predecessors[position]
  }
  return subsequence
}

/// The positions, ascending, of a strictly increasing subsequence with the largest sum of weights.
///
///     values   4 0 1       weights  5 1 1      positions  0        (4)
///
/// The best sum of each value is the largest one among the smaller values before it, and its own
/// weight. A tree of prefix maxima has these sums (Fenwick, *A New Data Structure for Cumulative
/// Frequency Tables*, 1994).
///
/// - Parameter values: Distinct values, with weights that are not negative.
/// - Complexity: O(*m* log *m*) for *m* values, O(*m*) if they ascend.
func heaviestIncreasingSubsequence(of values: [(value: Int, weight: Int)]) -> [Int] {
  if zip(values, values.dropFirst()).allSatisfy({ $0.value < $1.value }) {
    return Array(values.indices)
  }
  var sums = Array(repeating: 0, count: values.count)
  var predecessors = Array(repeating: -1, count: values.count)
  // At each index the position with the largest sum among some ranks up to it; -1 for none.
  var maxima = Array(repeating: -1, count: values.count + 1)
  func isBetter(_ position: Int, than other: Int) -> Bool {
    position >= 0 && (other < 0 || sums[position] > sums[other])
  }
  var ranks = Array(repeating: 0, count: values.count)
  for (rank, position) in values.indices.sorted(by: { values[$0].value < values[$1].value })
    .enumerated()
  { ranks[position] = rank }
  for position in values.indices {
    var best = -1
    var index = ranks[position]
    while index > 0 {
      if isBetter(maxima[index], than: best) { best = maxima[index] }
      index &= index - 1
    }
    predecessors[position] = best
    sums[position] = values[position].weight + (best < 0 ? 0 : sums[best])
    index = ranks[position] + 1
    while index <= values.count {
      if isBetter(position, than: maxima[index]) { maxima[index] = position }
      index += index & -index
    }
  }
  var subsequence: [Int] = []
  var position = values.indices.max { sums[$0] < sums[$1] } ?? -1
  while position >= 0 {
    subsequence.append(position)
    position = predecessors[position]
  }
  return subsequence.reversed()
}
