/// One comparison of two lists: match the sections, match the items, then say what differs.
struct ListDifference<
  SectionID: Hashable, Model: Equatable & Sendable, SectionModel: Equatable & Sendable
> {
  typealias Row = IdentifiedSection<SectionID, Model, SectionModel>

  private let source: [Row]
  private let target: [Row]
  /// The number, among all items, of the first item of each section; and the number of all.
  private let sourceStarts: [Int]
  private let targetStarts: [Int]
  /// For each source section, and for each source item by number, where it is in the target.
  private let sectionTargets: [Int]
  private let sectionSources: [Int]
  private let itemTargets: [Int]
  private let itemSources: [Int]
  private static var none: Int { -1 }

  init<Key: Hashable>(
    _ source: [Row], _ target: [Row], key: (Model) -> Key
  ) throws(DifferenceError) {
    self.source = source
    self.target = target
    sourceStarts = Self.starts(source)
    targetStarts = Self.starts(target)
    let sections = try Self.matchSections(source, target)
    sectionTargets = sections.targets
    sectionSources = sections.sources
    var pairs: [(source: Range<Int>, target: Range<Int>)] = []
    for (section, other) in sections.targets.enumerated() where other != Self.none {
      pairs.append(
        (
          sourceStarts[section]..<sourceStarts[section + 1],
          targetStarts[other]..<targetStarts[other + 1]
        ))
    }
    do throws(KeyMatching<Key>.Duplicate) {
      let items = try KeyMatching(
        Self.keys(source, sourceStarts, key), Self.keys(target, targetStarts, key), pairs: pairs)
      itemTargets = items.targets
      itemSources = items.sources
    } catch {
      let starts = error.side == .source ? sourceStarts : targetStarts
      throw .duplicateIdentifier(
        in: error.side, first: .item(Self.path(ofItem: error.first, starts)),
        second: .item(Self.path(ofItem: error.second, starts)))
    }
  }

  /// What differs, every part in ascending order.
  func changeset() -> Changeset<Model, SectionModel> {
    var builder = Changeset<Model, SectionModel>.Builder()
    addSections(to: &builder)
    let staying = stayingItems()
    for section in source.indices { addSourceItems(ofSection: section, staying, to: &builder) }
    for section in target.indices { addArrivals(inSection: section, to: &builder) }
    return builder.changeset()
  }

  // MARK: Differences

  private func addSections(to builder: inout Changeset<Model, SectionModel>.Builder) {
    let common = sectionSources.filter { $0 != Self.none }
    var stays = Array(repeating: false, count: source.count)
    for position in longestIncreasingSubsequence(of: common) { stays[common[position]] = true }
    for (section, other) in sectionTargets.enumerated() {
      if other == Self.none {
        builder.removeSection(at: section)
      } else {
        if !stays[section] { builder.moveSection(from: section, to: other) }
        if source[section].model != target[other].model {
          builder.updateSection(at: section, target[other].model)
        }
      }
    }
    for section in target.indices where sectionSources[section] == Self.none {
      builder.insertSection(at: section, target[section].model)
    }
  }

  private func addSourceItems(
    ofSection section: Int, _ staying: [Bool],
    to builder: inout Changeset<Model, SectionModel>.Builder
  ) {
    let items = source[section].items
    let start = sourceStarts[section]
    let isRemoved = sectionTargets[section] == Self.none
    var targetSection = max(sectionTargets[section], 0)
    for item in items.indices {
      let number = itemTargets[start + item]
      let sourcePath = ItemPath(section: section, item: item)
      if number == Self.none {
        if !isRemoved { builder.removeItem(at: sourcePath) }
        continue
      }
      if number < targetStarts[targetSection] || number >= targetStarts[targetSection + 1] {
        targetSection = Self.path(ofItem: number, targetStarts).section
      }
      let targetPath = ItemPath(section: targetSection, item: number - targetStarts[targetSection])
      if !staying[start + item] { builder.moveItem(from: sourcePath, to: targetPath) }
      let model = target[targetSection].items[targetPath.item]
      if items[item] != model { builder.updateItem(at: sourcePath, model) }
    }
  }

  private func addArrivals(
    inSection section: Int, to builder: inout Changeset<Model, SectionModel>.Builder
  ) {
    let items = target[section].items
    let start = targetStarts[section]
    for item in items.indices where itemSources[start + item] == Self.none {
      builder.insertItem(items[item], at: ItemPath(section: section, item: item))
    }
  }

  /// For each source item whether it keeps its section and its place among those that do.
  private func stayingItems() -> [Bool] {
    var stays = Array(repeating: false, count: itemTargets.count)
    for (section, other) in sectionTargets.enumerated() where other != Self.none {
      let sourceRange = sourceStarts[section]..<sourceStarts[section + 1]
      let targetRange = targetStarts[other]..<targetStarts[other + 1]
      let common = itemSources[targetRange].filter { sourceRange.contains($0) }
      for position in longestIncreasingSubsequence(of: common) { stays[common[position]] = true }
    }
    return stays
  }

  // MARK: Matching

  private static func matchSections(
    _ source: [Row], _ target: [Row]
  ) throws(DifferenceError) -> KeyMatching<SectionID> {
    do throws(KeyMatching<SectionID>.Duplicate) {
      return try KeyMatching(source.map(\.id), target.map(\.id), pairs: [])
    } catch {
      throw .duplicateIdentifier(
        in: error.side, first: .section(error.first), second: .section(error.second))
    }
  }

  private static func keys<Key>(_ rows: [Row], _ starts: [Int], _ key: (Model) -> Key) -> [Key] {
    var keys: [Key] = []
    keys.reserveCapacity(starts.last ?? 0)
    for row in rows { for item in row.items { keys.append(key(item)) } }
    return keys
  }

  private static func starts(_ rows: [Row]) -> [Int] {
    var starts = [0]
    starts.reserveCapacity(rows.count + 1)
    var count = 0
    for row in rows {
      count += row.items.count
      starts.append(count)
    }
    return starts
  }

  /// The path of an item by its number among all items.
  private static func path(ofItem number: Int, _ starts: [Int]) -> ItemPath {
    var low = 0
    var high = starts.count - 1
    while low + 1 < high {
      let middle = (low + high) / 2
      if starts[middle] <= number { low = middle } else { high = middle }
    }
    return ItemPath(section: low, item: number - starts[low])
  }
}
