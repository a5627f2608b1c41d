/// An element that is found by its order key: an integer that grows along its row, with gaps.
protocol Ordered: Weighted {
  var order: Int { get set }
}

extension LeafPage: Ordered {}
extension Section: Ordered {}

/// Order keys lie between this and its negative, so that the distance of two is an `Int`.
let orderKeyLimit = 1 << 62

/// The distance to the next order key at an end of a row.
private let orderSpacing = 1 << 32

extension CountedTree where Element: Ordered {
  /// Makes room for a new element at `index` and returns its order key.
  /// If two neighbours leave no gap, the smallest window of elements around the place that is
  /// sparse enough gets evenly spaced keys (Bender, Cole, Demaine, Farach-Colton, Zito, *Two
  /// Simplified Algorithms for Maintaining Order in a List*, 2002). So repeated insertions at one
  /// spot respace O(log *n*) elements each, amortised.
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

  /// Returns an order key for a new element at `index`, `nil` if its neighbours leave none.
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

  /// Returns evenly spaced keys for a window of elements, `nil` if their gaps would be too small.
  private func sparseKeys(of window: ClosedRange<Int>) -> (first: Int, gap: Int)? {
    let isFirst = window.lowerBound == 0
    let isLast = window.upperBound == count - 1
    // The keys of a whole row are centred on 0, whatever they were before.
    if isFirst, isLast { return (-(count / 2) * orderSpacing, orderSpacing) }
    // At an end of the row there is room up to the limit.
    let room = (window.count + 1) * orderSpacing
    var low = self[window.lowerBound].order
    var high = self[window.upperBound].order
    if isFirst { low = high - room }
    if isLast { high = low + room }
    // Only damaged keys leave no room at the end of a row.
    guard low > -orderKeyLimit, high < orderKeyLimit else { return nil }
    let gap = (high - low) / (window.count + 1)
    // A larger window must have larger gaps. Otherwise it must be respaced as soon as a smaller
    // window within it is full: with one bound for all windows, each insertion at the middle of
    // 40,000 elements respaced 65 other elements, and with this bound 8.
    return gap >= window.count << 12 ? (low + gap, gap) : nil
  }
}
