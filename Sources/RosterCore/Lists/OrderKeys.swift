/// What has an order key: an integer that grows along its row, with gaps.
protocol Ordered: Weighted {
  var order: Int { get set }
}

extension LeafPage: Ordered {}
extension Section: Ordered {}

/// The distance of order keys that are given at an end of a row.
private let orderSpacing = 1 << 32

extension CountedTree where Element: Ordered {
  /// Makes room for a new element at `index` and returns its order key.
  ///
  /// Between two neighbours without a gap, the smallest window of elements around the place that is
  /// sparse enough is spread evenly (Bender, Cole, Demaine, Farach-Colton, Zito, *Two Simplified
  /// Algorithms for Maintaining Order in a List*, 2002), so that inserting at one spot for ever
  /// costs O(log *n*) respaced elements amortised.
  ///
  /// - Parameter respaced: Called for every element that gets another key.
  mutating func makeOrderKey(at index: Int, respaced: (Element) -> Void) -> Int {
    if isEmpty { return 0 }
    if index == count { return self[count - 1].order + orderSpacing }
    if index == 0 { return self[0].order - orderSpacing }
    var low = self[index - 1].order
    var high = self[index].order
    if high - low < 2 {
      spread(around: index, respaced: respaced)
      low = self[index - 1].order
      high = self[index].order
    }
    return low + (high - low) / 2
  }

  private mutating func spread(around index: Int, respaced: (Element) -> Void) {
    var reach = 4
    while true {
      let first = Swift.max(0, index - reach)
      let last = Swift.min(count - 1, index + reach)
      // At an end of the row there is room without limit.
      let low = first == 0 ? self[last].order - (last + 2) * orderSpacing : self[first].order
      let high = last == count - 1 ? low + (last - first + 2) * orderSpacing : self[last].order
      let gap = (high - low) / (last - first + 2)
      if gap >= 1 << 16 || first == 0 && last == count - 1 {
        for position in first...last {
          update(at: position) { $0.order = low + (position - first + 1) * gap }
          respaced(self[position])
        }
        return
      }
      reach *= 2
    }
  }
}
