internal import Foundation
internal import RosterCore
internal import RosterEngine
internal import RosterLayout

/// Finds out which of some items are visible, and builds those on the way.
///
/// It visits the items in order and corrects the position of each by the changed lengths of those
/// before it. An item is visible if any part of it is. An updated item before the viewport keeps
/// its former size until it is built later. An inserted one has no size before it is built, so it
/// is built now, unless its size is estimated.
struct ViewportPass {
  /// An item with a tree to build.
  struct Candidate {
    /// The number of items before it.
    var offset: Int
    /// Whether the change inserts it, so that nothing is known of it.
    var isNew: Bool
    /// Whether it is built at once in any case.
    var isUrgent = false
    var formerSize: Size?
  }

  private let viewport: Viewport
  private let splitting: Viewport.Splitting
  /// Whether new items have the estimated length until they are built.
  private let estimatesNew: Bool
  /// Ascending by offset.
  private let candidates: [Candidate]
  /// Builds candidates and returns their sizes.
  private let build: ([Int]) -> [Size?]
  private var extents: [Double?]
  private var isVisible: [Bool]

  /// - Parameter viewport: In points from the start of the list, without an anchor.
  init(
    _ candidates: [Candidate], _ viewport: Viewport, _ splitting: Viewport.Splitting,
    estimatesNew: Bool = false, build: @escaping ([Int]) -> [Size?]
  ) {
    self.candidates = candidates
    self.viewport = viewport
    self.splitting = splitting
    self.estimatesNew = estimatesNew
    self.build = build
    extents = Array(repeating: nil, count: candidates.count)
    isVisible = Array(repeating: false, count: candidates.count)
  }

  /// Returns the candidates that are built at once, and the others in the order of need: first
  /// those behind the viewport, then those before it, in each case the nearest first.
  ///
  /// - Parameter index: The lengths of the items of the list, candidates included.
  /// - Complexity: O(*k* log *n*) for *k* candidates.
  mutating func run(over index: ExtentIndex) -> (now: [Int], later: [Int]) {
    var correction = 0.0
    for number in candidates.indices {
      let offset = candidates[number].offset
      let position = index.start(of: offset) + correction
      guard position < viewport.end else { break }
      correction += extent(ofCandidate: number, at: position, index) - index.extent(of: offset)
    }
    return split()
  }

  private mutating func extent(
    ofCandidate number: Int, at position: Double, _ index: ExtentIndex
  ) -> Double {
    let candidate = candidates[number]
    let estimated = index.extent(of: candidate.offset)
    if mayWait(candidate), !candidate.isNew || estimatesNew {
      let former = candidate.formerSize.map(viewport.extent) ?? estimated
      if position + former <= viewport.offset { return former }
    }
    isVisible[number] = true
    if extents[number] == nil { buildSome(from: number) }
    return extents[number] ?? estimated
  }

  private func mayWait(_ candidate: Candidate) -> Bool {
    !candidate.isUrgent && (candidate.isNew || splitting.defersUpdates)
  }

  /// Builds a candidate and those after it that are probably visible too, one for each core.
  private mutating func buildSome(from first: Int) {
    var some: [Int] = []
    for number in first..<candidates.count where extents[number] == nil {
      some.append(number)
      if some.count == ProcessInfo.processInfo.activeProcessorCount { break }
    }
    for (number, size) in zip(some, build(some)) {
      extents[number] = size.map(viewport.extent) ?? splitting.estimatedExtent
    }
  }

  private mutating func split() -> (now: [Int], later: [Int]) {
    let urgent = candidates.indices.filter { !mayWait(candidates[$0]) }
    let unbuilt = urgent.filter { extents[$0] == nil }
    if !unbuilt.isEmpty { _ = build(unbuilt) }
    let lastVisible = isVisible.lastIndex(of: true) ?? -1
    for number in urgent { isVisible[number] = true }
    let later = candidates.indices.filter { !isVisible[$0] }
    return (
      candidates.indices.filter { isVisible[$0] },
      later.filter { $0 > lastVisible } + later.filter { $0 < lastVisible }.reversed()
    )
  }
}

extension ListTrees {
  /// Builds the items that are visible, and returns them and the others in the order of need; on the
  /// work queue.
  ///
  /// - Parameters:
  ///   - items: The work on items, ascending by path.
  ///   - viewport: In points from the start of the list, without an anchor.
  ///   - extents: Those of the list in which the items stand.
  ///   - estimatesNew: Whether new items have estimated lengths until they are built.
  /// - Returns: Indexes of `items`.
  func buildVisible(
    _ items: [TreeWork], in viewport: Viewport, _ extents: ListExtents,
    _ conditions: TreeConditions, estimatesNew: Bool = false
  ) -> (now: [Int], later: [Int]) {
    var pass = ViewportPass(
      items.map { item in
        ViewportPass.Candidate(
          offset: item.place.path.flatMap(extents.state.offset(of:)) ?? 0, isNew: item.isNew,
          isUrgent: item.hasAssignedStates, formerSize: item.knownSize)
      }, viewport, splitting, estimatesNew: estimatesNew
    ) { indexes in
      let some = indexes.map { items[$0] }
      self.run(some, conditions)
      return some.map(\.updated.built.size)
    }
    return pass.run(over: extents.index)
  }
}
