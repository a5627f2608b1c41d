/// Where every path of the source lands in the target, and the reverse.
///
/// A transform is made of a valid outline. It holds O(*k*) numbers for *k* changes, whatever the
/// length of the list.
struct PathTransform: Hashable, Sendable {
  /// Where the sections land.
  let sectionMap: SectionTransform
  private let itemTargets: [ItemPath: ItemPath]
  private let itemSources: [ItemPath: ItemPath]
  /// Removed and moved items by source section.
  let departures: [Int: IndexRuns]
  /// Inserted and moved items by target section.
  let arrivals: [Int: IndexRuns]

  /// The transform under which everything stays where it is.
  static let identity = PathTransform(ChangesetOutline())

  init(_ outline: ChangesetOutline) {
    self.init(outline, sections: SectionTransform(outline))
  }

  /// - Parameter sections: The transform of the outline's sections, if the caller has it already.
  init(_ outline: ChangesetOutline, sections: SectionTransform) {
    let moves = outline.movedItems
    sectionMap = sections
    itemTargets = Dictionary(first: moves.lazy.map { ($0.source, $0.target) })
    itemSources = Dictionary(first: moves.lazy.map { ($0.target, $0.source) })
    departures = Self.runsBySection(outline.removedItems, moves.map(\.source))
    arrivals = Self.runsBySection(outline.insertedItems, moves.map(\.target).ascending())
  }

  /// How section indexes shift: removed and moved ones depart, inserted and moved ones arrive.
  var sections: IndexTransform { sectionMap.indexes }

  /// Where a section lands, moved or not; `nil` if it is removed.
  ///
  /// - Complexity: O(log *k*).
  func targetSection(forSource source: Int) -> Int? {
    sectionMap.target(forSource: source)
  }

  /// Where a section comes from; `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*).
  func sourceSection(forTarget target: Int) -> Int? {
    sectionMap.source(forTarget: target)
  }

  /// Where an item lands, moved or not; `nil` if it is removed, alone or with its section.
  ///
  /// - Complexity: O(log *k*).
  func targetPath(forSource source: ItemPath) -> ItemPath? {
    if let target = itemTargets[source] { return target }
    guard let section = targetSection(forSource: source.section) else { return nil }
    return items(fromSource: source.section, toTarget: section).target(forSource: source.item)
      .map { ItemPath(section: section, item: $0) }
  }

  /// Whether an item of the source is moved, alone or with its section.
  func isMoved(_ source: ItemPath) -> Bool {
    itemTargets[source] != nil || sectionMap.isMoved(source.section)
  }

  /// Where an item comes from; `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*).
  func sourcePath(forTarget target: ItemPath) -> ItemPath? {
    if let source = itemSources[target] { return source }
    guard let section = sourceSection(forTarget: target.section) else { return nil }
    return items(fromSource: section, toTarget: target.section).source(forTarget: target.item)
      .map { ItemPath(section: section, item: $0) }
  }

  /// How item indexes shift in a section that lives on.
  func items(fromSource source: Int, toTarget target: Int) -> IndexTransform {
    IndexTransform(
      departures: departures[source] ?? IndexRuns(), arrivals: arrivals[target] ?? IndexRuns())
  }

  /// Sorts two ascending rows of paths into one set of item indexes for each section.
  static func runsBySection(
    _ left: some Collection<ItemPath>, _ right: some Collection<ItemPath>
  ) -> [Int: IndexRuns] {
    var runs: [Int: IndexRuns] = [:]
    var current = IndexRuns()
    var section: Int?
    for path in merge(left, right) {
      if path.section != section {
        if let section { runs[section] = current }
        section = path.section
        current = IndexRuns()
      }
      current.appendAscending(path.item)
    }
    if let section { runs[section] = current }
    return runs
  }
}

/// Merges two ascending rows into one.
func merge<Value: Comparable>(
  _ left: some Collection<Value>, _ right: some Collection<Value>
) -> [Value] {
  if right.isEmpty { return Array(left) }
  if left.isEmpty { return Array(right) }
  var merged: [Value] = []
  merged.reserveCapacity(left.count + right.count)
  var rest = right.makeIterator()
  var next = rest.next()
  for value in left {
    while let candidate = next, candidate < value {
      merged.append(candidate)
      next = rest.next()
    }
    merged.append(value)
  }
  while let candidate = next {
    merged.append(candidate)
    next = rest.next()
  }
  return merged
}
