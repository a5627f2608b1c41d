/// Where the paths of a source land in the target of some changes, and back: a `PathTransform` for
/// composing many small changesets.
///
/// What few changes do is found by looking at each of them, without a table: most of what is
/// composed is small. Of many the moves are looked for in ascending rows, and nothing is hashed.
struct PlacedWays {
  private typealias Move = PlacedChanges<ItemPath>.Move

  private let items: PlacedChanges<ItemPath>
  /// `nil` if every section stays where it is.
  private let sections: SectionTransform?
  private let isSmall: Bool
  private var movesByTarget: [Move] = []
  private var departures = ItemRows()
  private var arrivals = ItemRows()

  /// Up to how many changes each is looked at.
  private static var smallCountMax: Int { 8 }

  init(_ items: PlacedChanges<ItemPath>, _ sections: PlacedChanges<Int>) {
    self.items = items
    let isStill = sections.removed.isEmpty && sections.moved.isEmpty && sections.inserted.isEmpty
    self.sections = isStill ? nil : SectionTransform(sections)
    let count = items.removed.count + items.moved.count + items.inserted.count
    isSmall = count <= Self.smallCountMax
    if isSmall { return }
    movesByTarget = items.moved.sorted { $0.target < $1.target }
    departures = ItemRows(items.removed, items.moved.map(\.source))
    arrivals = ItemRows(items.inserted.map(\.place), movesByTarget.map(\.target))
  }

  func targetSection(_ source: Int) -> Int? {
    if let sections { sections.target(forSource: source) } else { source }
  }

  func sourceSection(_ target: Int) -> Int? {
    if let sections { sections.source(forTarget: target) } else { target }
  }

  /// Where an item lands, moved or not; `nil` if it is removed, alone or with its section.
  ///
  /// - Complexity: O(log *k*).
  func target(_ source: ItemPath) -> ItemPath? {
    if isSmall { return smallTarget(source) }
    let move = items.moved.firstIndex(fromWhich: { $0.source >= source })
    if move < items.moved.count, items.moved[move].source == source {
      return items.moved[move].target
    }
    guard let section = targetSection(source.section),
      let rank = departures.rank(ofOther: source)
    else { return nil }
    return ItemPath(section: section, item: arrivals.other(atRank: rank, inSection: section))
  }

  /// Where an item comes from; `nil` if it is inserted.
  ///
  /// - Complexity: O(log *k*).
  func source(_ target: ItemPath) -> ItemPath? {
    if isSmall { return smallSource(target) }
    let move = movesByTarget.firstIndex(fromWhich: { $0.target >= target })
    if move < movesByTarget.count, movesByTarget[move].target == target {
      return movesByTarget[move].source
    }
    guard let section = sourceSection(target.section), let rank = arrivals.rank(ofOther: target)
    else { return nil }
    return ItemPath(section: section, item: departures.other(atRank: rank, inSection: section))
  }

  // MARK: Few changes

  private func smallTarget(_ source: ItemPath) -> ItemPath? {
    var rank = source.item
    for move in items.moved {
      if move.source == source { return move.target }
      if move.source.section == source.section, move.source.item < source.item { rank -= 1 }
    }
    for place in items.removed where place.section == source.section {
      if place.item == source.item { return nil }
      if place.item < source.item { rank -= 1 }
    }
    guard let section = targetSection(source.section) else { return nil }
    // Whatever arrives before the item pushes it on, which may bring it past others.
    var item = rank
    while true {
      var next = rank
      for move in items.moved where move.target.section == section && move.target.item <= item {
        next += 1
      }
      for entry in items.inserted where entry.place.section == section && entry.place.item <= item {
        next += 1
      }
      if next == item { return ItemPath(section: section, item: item) }
      item = next
    }
  }

  private func smallSource(_ target: ItemPath) -> ItemPath? {
    var rank = target.item
    for move in items.moved {
      if move.target == target { return move.source }
      if move.target.section == target.section, move.target.item < target.item { rank -= 1 }
    }
    for entry in items.inserted where entry.place.section == target.section {
      if entry.place.item == target.item { return nil }
      if entry.place.item < target.item { rank -= 1 }
    }
    guard let section = sourceSection(target.section) else { return nil }
    var item = rank
    while true {
      var next = rank
      for move in items.moved where move.source.section == section && move.source.item <= item {
        next += 1
      }
      for place in items.removed where place.section == section && place.item <= item { next += 1 }
      if next == item { return ItemPath(section: section, item: item) }
      item = next
    }
  }
}

/// The items that come or go, section by section, ascending.
private struct ItemRows {
  private var rows: [(section: Int, items: IndexRuns)] = []

  init() {}

  init(_ left: [ItemPath], _ right: [ItemPath]) {
    for path in merge(left, right) {
      if rows.last?.section != path.section { rows.append((path.section, IndexRuns())) }
      rows[rows.count - 1].items.appendAscending(path.item)
    }
  }

  private func index(of section: Int) -> Int? {
    if rows.count == 1 { return rows[0].section == section ? 0 : nil }
    let index = rows.firstIndex(fromWhich: { $0.section >= section })
    return index < rows.count && rows[index].section == section ? index : nil
  }

  /// How many items of its section that neither come nor go are before one, `nil` if that does.
  func rank(ofOther path: ItemPath) -> Int? {
    guard let index = index(of: path.section) else { return path.item }
    return rows[index].items.rank(ofNonMember: path.item)
  }

  /// The item of a section that has so many others before it.
  func other(atRank rank: Int, inSection section: Int) -> Int {
    guard let index = index(of: section) else { return rank }
    return rows[index].items.nonMember(atRank: rank)
  }
}

extension Array {
  /// The first place from which on something holds, the end if there is none.
  ///
  /// - Complexity: O(log *n*).
  func firstIndex(fromWhich condition: (Element) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
