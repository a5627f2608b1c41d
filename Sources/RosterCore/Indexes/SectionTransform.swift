/// Where every section of the source lands in the target, and the reverse.
struct SectionTransform: Hashable, Sendable {
  /// How section indexes shift: removed and moved ones depart, inserted and moved ones arrive.
  let indexes: IndexTransform
  private let movedTargets: [Int: Int]
  private let movedSources: [Int: Int]

  init(_ outline: ChangesetOutline) {
    self.init(
      removed: outline.removedSections,
      moved: outline.movedSections.map { ($0.source, $0.target) },
      inserted: outline.insertedSections)
  }

  private init(removed: [Int], moved: [(source: Int, target: Int)], inserted: [Int]) {
    guard !(removed.isEmpty && moved.isEmpty && inserted.isEmpty) else {
      // Most changesets do not change sections, so this common case avoids an allocation.
      indexes = IndexTransform(departures: IndexRuns(), arrivals: IndexRuns())
      movedTargets = [:]
      movedSources = [:]
      return
    }
    let departures = merge(removed, moved.map(\.source))
    let arrivals = merge(inserted, moved.map(\.target).ascending())
    indexes = IndexTransform(
      departures: IndexRuns(ascending: departures), arrivals: IndexRuns(ascending: arrivals))
    movedTargets = Dictionary(first: moved.lazy.map { ($0.source, $0.target) })
    movedSources = Dictionary(first: moved.lazy.map { ($0.target, $0.source) })
  }

  /// Where a section lands, moved or not; `nil` if it is removed.
  ///
  /// - Complexity: O(log *k*) for *k* changed sections.
  func target(forSource source: Int) -> Int? {
    movedTargets[source] ?? indexes.target(forSource: source)
  }

  /// Whether a section of the source is moved.
  func isMoved(_ source: Int) -> Bool { movedTargets[source] != nil }

  /// Where a section comes from; `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*) for *k* changed sections.
  func source(forTarget target: Int) -> Int? {
    movedSources[target] ?? indexes.source(forTarget: target)
  }
}

extension ChangesetOutline {
  /// Whether any section arrives, departs or moves.
  var changesSections: Bool {
    !(removedSections.isEmpty && movedSections.isEmpty && insertedSections.isEmpty)
  }
}

extension Dictionary {
  /// Makes a dictionary of some pairs; of pairs with the same key the first one counts.
  init(first pairs: some Collection<(Key, Value)>) {
    self = pairs.isEmpty ? [:] : Dictionary(pairs, uniquingKeysWith: { first, _ in first })
  }
}
