/// One comparison of two lists: it matches the sections, then the items, and then notes the
/// differences.
@usableFromInline
struct OutlineDifference {
  /// The differences.
  @usableFromInline private(set) var outline = ChangesetOutline()
  /// Where the models of the updated items are, in the order of the outline.
  @usableFromInline private(set) var updatedTargetPaths: [ItemPath] = []
  /// Where the models of the updated sections are, in the order of the outline.
  @usableFromInline private(set) var updatedTargetSections: [Int] = []

  private let sections: KeyMatching
  private let items: KeyMatching
  private let sourcePaths: NumberedPaths
  private let targetPaths: NumberedPaths

  /// Compares two lists.
  ///
  /// - Parameters:
  ///   - sections: The ids of their sections.
  ///   - items: The keys of their items, of all sections in order.
  ///   - sourceCounts: The numbers of items of the source sections.
  ///   - targetCounts: The numbers of items of the target sections.
  @usableFromInline
  init(
    sections: KeyRows, items: KeyRows, sourceCounts: [Int], targetCounts: [Int]
  ) throws(DifferenceError) {
    sourcePaths = NumberedPaths(counts: sourceCounts)
    targetPaths = NumberedPaths(counts: targetCounts)
    do throws(KeyMatching.Duplicate) {
      self.sections = try KeyMatching(sections)
    } catch {
      throw .duplicateIdentifier(
        in: error.side, first: .section(error.first), second: .section(error.second))
    }
    do throws(KeyMatching.Duplicate) {
      self.items = try KeyMatching(items)
    } catch {
      let paths = error.side == .source ? sourcePaths : targetPaths
      throw .duplicateIdentifier(
        in: error.side, first: .item(paths.path(of: error.first)),
        second: .item(paths.path(of: error.second)))
    }
  }

  /// Compares a list in which keys may repeat with one in which none does.
  ///
  /// - Parameters:
  ///   - sections: What has matched the ids of their sections.
  ///   - items: What has matched the keys of their items, of all sections in order.
  ///   - sourceCounts: The numbers of items of the source sections.
  ///   - targetCounts: The numbers of items of the target sections.
  @usableFromInline
  init(
    sections: KeyMatcher, items: KeyMatcher, sourceCounts: [Int], targetCounts: [Int]
  ) {
    sourcePaths = NumberedPaths(counts: sourceCounts)
    targetPaths = NumberedPaths(counts: targetCounts)
    self.sections = sections.matching
    self.items = items.matching
  }

  /// Adds the sections that differ.
  ///
  /// - Parameter isUpdated: Returns whether a source section and a target section with the same id
  ///   have different models.
  @usableFromInline
  mutating func compareSections(isUpdated: (Int, Int) -> Bool) {
    let common = sections.sources.filter { $0 != KeyMatching.none }
    var stays = Array(repeating: false, count: sections.targets.count)
    for position in longestIncreasingSubsequence(of: common) { stays[common[position]] = true }
    for (source, target) in sections.targets.enumerated() {
      if target == KeyMatching.none {
        outline.removedSections.append(source)
        continue
      }
      if !stays[source] {
        outline.movedSections.append(SectionMove(source: source, target: target))
      }
      if isUpdated(source, target) {
        outline.updatedSections.append(source)
        updatedTargetSections.append(target)
      }
    }
    outline.insertedSections = sections.sources.indices
      .filter { sections.sources[$0] == KeyMatching.none }
  }

  /// Adds the items that differ.
  ///
  /// - Parameter isUpdated: Returns whether the items at a source path and at a target path, which
  ///   have the same key, have different models.
  @usableFromInline
  mutating func compareItems(isUpdated: (ItemPath, ItemPath) -> Bool) {
    let staying = stayingItems()
    for section in sections.targets.indices {
      compareItems(ofSection: section, staying: staying, isUpdated)
    }
    for section in sections.sources.indices {
      for (item, number) in targetPaths.numbers(inSection: section).enumerated()
      where items.sources[number] == KeyMatching.none {
        outline.insertedItems.append(ItemPath(section: section, item: item))
      }
    }
  }

  private mutating func compareItems(
    ofSection section: Int, staying: [Bool], _ isUpdated: (ItemPath, ItemPath) -> Bool
  ) {
    let isRemoved = sections.targets[section] == KeyMatching.none
    var hint = isRemoved ? 0 : sections.targets[section]
    for (item, number) in sourcePaths.numbers(inSection: section).enumerated() {
      let source = ItemPath(section: section, item: item)
      let targetNumber = items.targets[number]
      if targetNumber == KeyMatching.none {
        if !isRemoved { outline.removedItems.append(source) }
        continue
      }
      let target = targetPaths.path(of: targetNumber, hint: hint)
      hint = target.section
      if !staying[number] { outline.movedItems.append(ItemMove(source: source, target: target)) }
      if isUpdated(source, target) {
        outline.updatedItems.append(source)
        updatedTargetPaths.append(target)
      }
    }
  }

  /// For each source item whether it keeps its section and its place among the items that do.
  private func stayingItems() -> [Bool] {
    var stays = Array(repeating: false, count: items.targets.count)
    for (source, target) in sections.targets.enumerated() where target != KeyMatching.none {
      let sourceNumbers = sourcePaths.numbers(inSection: source)
      let common = items.sources[targetPaths.numbers(inSection: target)]
        .filter(sourceNumbers.contains)
      for position in longestIncreasingSubsequence(of: common) { stays[common[position]] = true }
    }
    return stays
  }
}
