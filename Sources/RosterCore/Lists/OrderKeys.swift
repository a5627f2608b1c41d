/// What has an order key: an integer that grows along its row, with gaps.
protocol Ordered: Weighted {
  var order: Int { get set }
}

extension LeafPage: Ordered {}
extension Section: Ordered {}

/// Order keys lie between this and its negative, so that the distance of two is an `Int` too.
let orderKeyLimit = 1 << 62

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
    if let key = freeOrderKey(at: index) { return key }
    spread(around: index, respaced: respaced)
    guard let key = freeOrderKey(at: index) else {
      preconditionFailure("a row that was spread has a free order key at every place")
    }
    return key
  }

  /// An order key for a new element at `index`, `nil` if its neighbours leave none.
  private func freeOrderKey(at index: Int) -> Int? {
    if isEmpty { return 0 }
    if index == count {
      let last = self[count - 1].order
      return last < orderKeyLimit - orderSpacing ? last + orderSpacing : nil
    }
    if index == 0 {
      let first = self[0].order
      return first > orderSpacing - orderKeyLimit ? first - orderSpacing : nil
    }
    let low = self[index - 1].order
    let high = self[index].order
    return high - low < 2 ? nil : low + (high - low) / 2
  }

  private mutating func spread(around index: Int, respaced: (Element) -> Void) {
    var reach = 4
    while true {
      let window = Swift.max(0, index - reach)...Swift.min(count - 1, index + reach)
      if let keys = sparseKeys(of: window) {
        for position in window {
          let order = keys.first + (position - window.lowerBound) * keys.gap
          update(at: position) { $0.order = order }
          respaced(self[position])
        }
        return
      }
      reach *= 2
    }
  }

  /// Keys with which a window of elements is spread evenly, `nil` if its gaps would be too small.
  private func sparseKeys(of window: ClosedRange<Int>) -> (first: Int, gap: Int)? {
    let isFirst = window.lowerBound == 0
    let isLast = window.upperBound == count - 1
    // A whole row is laid around 0, whatever its keys were.
    if isFirst, isLast { return (-(count / 2) * orderSpacing, orderSpacing) }
    // At an end of the row there is room up to the limit.
    let room = (window.count + 1) * orderSpacing
    var low = self[window.lowerBound].order
    var high = self[window.upperBound].order
    if isFirst { low = high - room }
    if isLast { high = low + room }
    // Without that room, which only damaged keys take away, there is no free key at that end.
    guard low > -orderKeyLimit, high < orderKeyLimit else { return nil }
    let gap = (high - low) / (window.count + 1)
    // A larger window must come out sparser, or it would have to be spread again as soon as a
    // smaller one within it is full: with one bound for all, insertions at the middle of 40,000
    // elements respaced 65 others each, and with this one 8.
    return gap >= window.count << 12 ? (low + gap, gap) : nil
  }
}
