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
