internal import Foundation
internal import RosterCore
internal import RosterLayout

/// Finds out which of some items are visible, and builds those on the way.
///
/// It goes through the list in order and adds up how long everything is, to the end of the viewport. An
/// item is visible if any part of it is. An updated item before the viewport keeps its place, and
/// the size it had, for later; an inserted one has no size before it is built, so it is built.
struct ViewportPass {
  /// An item of which something is to be built.
  struct Candidate {
    var id: ItemID
    /// Whether nothing is known of it.
    var isNew: Bool
    /// Whether it is built in any case.
    var isUrgent = false
    var formerSize: Size?
  }

  private let viewport: Viewport
  private let splitting: ViewportSplitting
  /// Ascending by path.
  private let candidates: [Candidate]
  /// Builds candidates, and tells how large they are.
  private let build: ([Int]) -> [Size?]
  private var extents: [Double?]
  private var isVisible: [Bool]

  init(
    _ candidates: [Candidate], _ viewport: Viewport, _ splitting: ViewportSplitting,
    build: @escaping ([Int]) -> [Size?]
  ) {
    self.candidates = candidates
    self.viewport = viewport
    self.splitting = splitting
    self.build = build
    extents = Array(repeating: nil, count: candidates.count)
    isVisible = Array(repeating: false, count: candidates.count)
  }

  /// Which candidates are built at once, and the others in the order in which they are needed: those
  /// behind the viewport, and then those before it, the nearest first.
  ///
  /// - Parameters:
  ///   - target: The list with the candidates in it.
  ///   - knownSize: How large another item is, as far as it is known.
  /// - Complexity: O(*m* + *k* log *k*) for *m* items up to the end of the viewport and *k*
  ///   candidates.
  mutating func run(
    over target: ListState, knownSize: (ItemID) -> Size?
  ) throws(StorageError) -> (now: [Int], later: [Int]) {
    var indexes: [ItemID: Int] = [:]
    for (index, candidate) in candidates.enumerated() { indexes[candidate.id] = index }
    var position = 0.0
    try target.forEachItem { _, id in
      guard position < viewport.end else { return false }
      if let index = indexes[id] {
        position += extent(ofCandidate: index, at: position)
      } else {
        position += knownSize(id).map(viewport.extent) ?? splitting.estimatedExtent
      }
      return true
    }
    return split()
  }

  private mutating func extent(ofCandidate index: Int, at position: Double) -> Double {
    let candidate = candidates[index]
    if !candidate.isNew, mayWait(candidate) {
      let former = candidate.formerSize.map(viewport.extent) ?? splitting.estimatedExtent
      if position + former <= viewport.offset { return former }
    }
    isVisible[index] = true
    if extents[index] == nil { buildSome(from: index) }
    return extents[index] ?? splitting.estimatedExtent
  }

  private func mayWait(_ candidate: Candidate) -> Bool {
    !candidate.isUrgent && (candidate.isNew || splitting.defersUpdates)
  }

  /// Builds a candidate and those after it that are probably visible too: one for each core.
  private mutating func buildSome(from first: Int) {
    var some: [Int] = []
    for index in first..<candidates.count where extents[index] == nil {
      some.append(index)
      if some.count == ProcessInfo.processInfo.activeProcessorCount { break }
    }
    for (index, size) in zip(some, build(some)) {
      extents[index] = size.map(viewport.extent) ?? splitting.estimatedExtent
    }
  }

  private mutating func split() -> (now: [Int], later: [Int]) {
    let urgent = candidates.indices.filter { !mayWait(candidates[$0]) }
    let unbuilt = urgent.filter { extents[$0] == nil }
    if !unbuilt.isEmpty { _ = build(unbuilt) }
    let lastVisible = isVisible.lastIndex(of: true) ?? -1
    for index in urgent { isVisible[index] = true }
    let later = candidates.indices.filter { !isVisible[$0] }
    return (
      candidates.indices.filter { isVisible[$0] },
      later.filter { $0 > lastVisible } + later.filter { $0 < lastVisible }.reversed()
    )
  }
}
