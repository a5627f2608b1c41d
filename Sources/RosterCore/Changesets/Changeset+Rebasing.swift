extension Changeset {
  /// A changeset that was made for one list and fits a later one.
  public struct Rebased: Sendable {
    /// The changes to make in the later list.
    public var changeset: Changeset<Model, SectionModel>
    /// The changes that were dropped, in the paths of the original changeset: updates and moves
    /// whose item or section is gone, moves and insertions into a section that is gone, and removals of
    /// sections into which others have put items.
    public var dropped: ChangesetOutline

    init(changeset: Changeset<Model, SectionModel>, dropped: ChangesetOutline) {
      self.changeset = changeset
      self.dropped = dropped
    }

    /// Makes a rebased changeset of the positions of its models in the original one.
    init(_ positions: Changeset<Int, Int>.Rebased, of original: Changeset<Model, SectionModel>) {
      changeset = Changeset(positions.changeset, of: original)
      dropped = positions.dropped
    }
  }

  /// Returns the same change for a later list, found by the identities of items and sections.
  ///
  /// - Updated, removed and moved items are found by their identities, wherever they stand now. If
  ///   an item is gone, its removal has nothing left to do, and its update or move is dropped.
  /// - An inserted or moved item comes to stand behind the item that stood before it. If that one
  ///   is gone or elsewhere, it comes to stand behind the next one before that, and at the start of
  ///   its section if there is none. An insertion into a section that is gone is dropped. Sections
  ///   are placed likewise.
  /// - If both change the same item, the update or move of this changeset wins.
  /// - A removal takes what the list had that it was made for. A section into which other changes have put
  ///   items stays with these, and its removal is dropped; what it had is removed:
  ///
  ///       base     AB|C     remove the section AB
  ///       current  AXB|C    X was inserted meanwhile, or moved there
  ///       target   X|C
  ///
  ///
  /// - Parameters:
  ///   - base: The list that the changeset was made for.
  ///   - current: The later list.
  /// - Throws: `ChangesetError` if the changeset does not fit the list it was made for, or
  ///   `StorageError` if a page cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes, and O(log *n*) for each item of a removed section and for
  ///   each one that stood before an arrival and is gone.
  public func rebased(
    from base: ListState, onto current: ListState
  ) throws -> Rebased {
    try rebased(as: outline.verified(against: base), from: base, onto: current)
  }

  /// Returns the same change for a later list that may have what it brings back.
  ///
  /// What the later list has already is not inserted: it stays where others have put it. Nothing of it
  /// is missing, so it does not count as dropped. Items that come back with their section go into the
  /// one that is there:
  ///
  ///     base      C       insert the section AB at 0
  ///     current   CA      A was moved to the section of C meanwhile
  ///     target    B|CA
  ///
  /// - Parameters:
  ///   - base: The list that the changeset was made for.
  ///   - current: The later list.
  ///   - items: The identities of the inserted items, in the order of the changeset; `nil` for those
  ///     that are new.
  ///   - sections: The identities of the inserted sections likewise.
  /// - Throws: As ``rebased(from:onto:)``.
  package func rebased(
    from base: ListState, onto current: ListState, returning items: [ItemID?],
    _ sections: [SectionID?]
  ) throws -> Rebased {
    Rebased(
      try outline.rebased(
        as: outline.verified(against: base), from: base, onto: current, returning: items, sections),
      of: self)
  }

  /// Returns the same change for a later list, for a changeset that is a part of a larger one.
  ///
  /// - Parameters:
  ///   - proof: The proof of the whole changeset, of which this one holds some elements. What this
  ///     one leaves out has no effect, but the whole still says where the other elements come to
  ///     stand.
  ///   - base: The list that the whole changeset was made for.
  ///   - current: The later list.
  /// - Throws: `StorageError` if a page cannot be read.
  package func rebased(
    as proof: VerifiedOutline, from base: ListState, onto current: ListState
  ) throws -> Rebased {
    Rebased(
      try outline.rebased(as: proof, from: base, onto: current, returning: [], []), of: self)
  }
}

extension ChangesetOutline {
  /// Returns the same change for a later list that may have what it brings back, with the positions of
  /// models in this outline's parts in place of the models.
  ///
  /// - Parameters:
  ///   - proof: The proof of the outline, or of a larger one of which it is a part.
  ///   - items: The identities of the inserted items; `nil`, or left out at the end, for new ones.
  ///   - sections: The identities of the inserted sections likewise.
  ///   - unmoved: The items and sections whose moves are dropped: they stay where the later list has them.
  /// - Throws: `StorageError` if a page cannot be read.
  package func rebased(
    as proof: VerifiedOutline, from base: ListState, onto current: ListState,
    returning items: [ItemID?], _ sections: [SectionID?],
    leaving unmoved: TouchedIdentities = TouchedIdentities()
  ) throws -> Changeset<Int, Int>.Rebased {
    var present: Rebasing.Present = ([:], [:])
    for (path, item) in zip(insertedItems, items) {
      if let item, try current.contains(item) { present.items[path] = item }
    }
    for (index, section) in zip(insertedSections, sections) {
      if let section, current.index(of: section) != nil { present.sections[index] = section }
    }
    var rebasing = Rebasing(self, proof, base, current, present, leaving: unmoved)
    try rebasing.rebaseSections()
    try rebasing.rebaseItems()
    return Changeset<Int, Int>.Rebased(
      changeset: rebasing.builder.changeset(),
      dropped: ChangesetOutline(items: rebasing.droppedItems, sections: rebasing.droppedSections))
  }
}

/// One rebase of an outline. It knows models by their positions in the parts, so that its code is not
/// generic.
private struct Rebasing {
  typealias Present = (items: [ItemPath: ItemID], sections: [Int: SectionID])

  private let outline: ChangesetOutline
  private let proof: VerifiedOutline
  private let base: ListState
  private let current: ListState
  /// What the changeset inserts and the later list has already, by the targets of the insertions.
  private let present: Present
  private let unmoved: TouchedIdentities
  var builder = Changeset<Int, Int>.Builder()
  private(set) var droppedItems = ChangesetOutline.ItemParts()
  private(set) var droppedSections = ChangesetOutline.SectionParts()
  /// The sections that depart from the later list, ascending.
  private var sectionDepartures: [Int] = []
  /// Those of them that are removed.
  private var removedSections: Set<Int> = []
  /// The removed sections of the base that stay, since the later list has items of others in them.
  private var keptSections: Set<Int> = []
  /// Where the sections of the original target stand in the new one, without those that are gone.
  private var targetSections: [Int: Int] = [:]
  /// Where the sections that arrive stand in the new list, ascending.
  private var sectionArrivals: [Int] = []
  /// The items that depart from the sections of the later list, ascending.
  private var itemDepartures: [Int: [Int]] = [:]

  init(
    _ outline: ChangesetOutline, _ proof: VerifiedOutline, _ base: ListState,
    _ current: ListState, _ present: Present, leaving unmoved: TouchedIdentities
  ) {
    self.outline = outline
    self.proof = proof
    self.base = base
    self.current = current
    self.present = present
    self.unmoved = unmoved
  }

  // MARK: Sections

  mutating func rebaseSections() throws {
    for (position, source) in outline.updatedSections.enumerated() {
      if let section = section(source) {
        builder.updateSection(at: section, position)
      } else if proof.targetSection(forSource: source) != nil {
        droppedSections.updated.append(source)
      }
    }
    let staysOfNamedItems = try staysOfNamedItems()
    for source in outline.removedSections {
      guard let section = section(source) else { continue }
      let items = try current.itemIDs(inSection: section)
      let hasOthers = try items.contains { item in
        if let stays = staysOfNamedItems[item] { return stays }
        return try base.path(of: item)?.section != source
      }
      if hasOthers {
        keptSections.insert(source)
        droppedSections.removed.append(source)
        continue
      }
      builder.removeSection(at: section)
      sectionDepartures.append(section)
      removedSections.insert(section)
    }
    var moved: [Int: Int] = [:]
    for move in outline.movedSections {
      guard let section = section(move.source), !stays(move) else {
        droppedSections.moved.append(move)
        continue
      }
      moved[move.target] = section
      sectionDepartures.append(section)
    }
    sectionDepartures.sort()
    placeSections(moved)
  }

  /// Returns, for each item that the outline removes or moves, whether the item stays in its section: a removed item does
  /// not, and a moved one stays if its move is dropped.
  private func staysOfNamedItems() throws -> [ItemID: Bool] {
    if outline.removedSections.isEmpty { return [:] }
    var stays: [ItemID: Bool] = [:]
    for source in outline.removedItems {
      if let item = try base.itemID(at: source) { stays[item] = false }
    }
    for move in outline.movedItems {
      guard let item = try base.itemID(at: move.source) else { continue }
      let isLost = proof.sourceSection(forTarget: move.target.section).map { section($0) == nil }
      stays[item] = isLost ?? false || unmoved.items.contains(item)
    }
    return stays
  }

  /// Whether the section of a move stays where the later list has it.
  private func stays(_ move: SectionMove) -> Bool {
    base.sectionID(at: move.source).map(unmoved.sections.contains) ?? false
  }

  /// Whether the item of a move stays where the later list has it.
  private func stays(_ move: ItemMove) throws -> Bool {
    if unmoved.items.isEmpty { return false }
    return try base.itemID(at: move.source).map(unmoved.items.contains) ?? false
  }

  /// - Parameter moved: Where the moved sections are in the later list, by their targets.
  private mutating func placeSections(_ moved: [Int: Int]) {
    if outline.insertedSections.isEmpty, moved.isEmpty { return }
    var inserted: [Int: Int] = [:]
    for (position, target) in outline.insertedSections.enumerated()
    where present.sections[target] == nil {
      inserted[target] = position
    }
    var placement = Placement()
    for target in (Array(inserted.keys) + moved.keys).sorted() {
      placement.add(target, after: survivorsBefore(section: target, placement))
    }
    for (target, new) in placement.targets {
      targetSections[target] = new
      if let source = moved[target] {
        builder.moveSection(from: source, to: new)
      } else {
        builder.insertSection(at: new, inserted[target])
      }
    }
    sectionArrivals = targetSections.values.sorted()
  }

  /// How many survivors of the later list stand before an arriving section.
  private func survivorsBefore(section target: Int, _ placement: Placement) -> Int {
    for before in stride(from: target - 1, through: 0, by: -1) {
      if let count = placement.survivorsBefore[before] { return count }
      guard let section = presentSection(before),
        let rank = survivorRank(of: section, besides: sectionDepartures)
      else { continue }
      return rank + 1
    }
    return 0
  }

  /// Where a section of the original target stands in the later list before the change, `nil` if it is
  /// gone or arrives with the change.
  private func presentSection(_ target: Int) -> Int? {
    if let source = proof.sourceSection(forTarget: target) { return section(source) }
    return present.sections[target].flatMap { current.index(of: $0) }
  }

  /// Where a section of the base stands in the later list, `nil` if it is gone.
  private func section(_ source: Int) -> Int? {
    base.sectionID(at: source).flatMap { current.index(of: $0) }
  }

  /// Where a section of the original target stands in the new one, `nil` if it is gone.
  private func targetSection(_ target: Int) -> Int? {
    if let arrived = targetSections[target] { return arrived }
    guard let section = presentSection(target),
      let rank = survivorRank(of: section, besides: sectionDepartures)
    else { return nil }
    // Each arrival at or before the section pushes it on by one. Before arrival *k* stand *k* others.
    var (count, end) = (0, sectionArrivals.count)
    while count < end {
      let middle = (count + end) / 2
      if sectionArrivals[middle] - middle <= rank { count = middle + 1 } else { end = middle }
    }
    return rank + count
  }

  // MARK: Items

  mutating func rebaseItems() throws {
    for (position, source) in outline.updatedItems.enumerated() {
      if let path = try path(source) {
        builder.updateItem(at: path, position)
      } else if proof.targetPath(forSource: source) != nil {
        droppedItems.updated.append(source)
      }
    }
    for source in outline.removedItems {
      guard let path = try path(source) else { continue }
      remove(path)
    }
    try removeItemsOfKeptSections()
    var arrivals: [ItemPath: Arrival] = [:]
    for (position, target) in outline.insertedItems.enumerated()
    where present.items[target] == nil {
      arrivals[target] = .insertion(position)
    }
    for move in outline.movedItems {
      guard let path = try path(move.source), targetSection(move.target.section) != nil,
        try !stays(move)
      else {
        droppedItems.moved.append(move)
        continue
      }
      arrivals[move.target] = .move(path)
      itemDepartures[path.section, default: []].append(path.item)
    }
    if arrivals.isEmpty { return }
    for section in itemDepartures.keys { itemDepartures[section]?.sort() }
    try place(arrivals)
  }

  private mutating func remove(_ path: ItemPath) {
    // It goes with its section.
    if removedSections.contains(path.section) { return }
    builder.removeItem(at: path)
    itemDepartures[path.section, default: []].append(path.item)
  }

  /// Removes the items that the base had in a section whose removal is dropped, if they are still in it. The outline's own
  /// removals and moves are done already.
  private mutating func removeItemsOfKeptSections() throws {
    if keptSections.isEmpty { return }
    let named = Set(outline.removedItems + outline.movedItems.map(\.source))
    for source in keptSections.sorted() {
      let items = try base.itemIDs(inSection: source)
      for (index, item) in items.enumerated() {
        let path = ItemPath(section: source, item: index)
        guard !named.contains(path), let now = try current.path(of: item),
          now.section == section(source)
        else { continue }
        remove(now)
      }
    }
  }

  private enum Arrival {
    /// The position of its model.
    case insertion(Int)
    case move(ItemPath)
  }

  private mutating func place(_ arrivals: [ItemPath: Arrival]) throws {
    let bySection = Dictionary(grouping: arrivals.keys) { $0.section }
    for (section, paths) in bySection.sorted(by: { $0.key < $1.key }) {
      guard let target = targetSection(section) else {
        droppedItems.inserted += paths
        continue
      }
      var placement = Placement()
      for path in paths.sorted() {
        placement.add(path.item, after: try survivorsBefore(path, placement))
      }
      for (item, new) in placement.targets {
        let path = ItemPath(section: target, item: new)
        switch arrivals[ItemPath(section: section, item: item)] {
        case .insertion(let position): builder.insertItem(position, at: path)
        case .move(let source): builder.moveItem(from: source, to: path)
        case nil: continue
        }
      }
    }
  }

  /// How many survivors of the later list stand before an arriving item, in its section.
  private func survivorsBefore(_ path: ItemPath, _ placement: Placement) throws -> Int {
    guard let section = presentSection(path.section) else { return 0 }
    for item in stride(from: path.item - 1, through: 0, by: -1) {
      if let count = placement.survivorsBefore[item] { return count }
      let before = ItemPath(section: path.section, item: item)
      guard let now = try presentPath(before), now.section == section,
        let rank = survivorRank(of: now.item, besides: itemDepartures[section] ?? [])
      else { continue }
      return rank + 1
    }
    return 0
  }

  /// Where an item of the original target stands in the later list before the change, `nil` if it is
  /// gone or arrives with the change.
  private func presentPath(_ target: ItemPath) throws -> ItemPath? {
    if let source = proof.sourcePath(forTarget: target) { return try path(source) }
    return try present.items[target].flatMap { id throws(StorageError) in
      try current.path(of: id)
    }
  }

  /// Where an item of the base stands in the later list, `nil` if it is gone.
  private func path(_ source: ItemPath) throws -> ItemPath? {
    try base.itemID(at: source).flatMap { id throws(StorageError) in try current.path(of: id) }
  }
}

/// Puts arrivals among survivors, each behind those that stood before it.
private struct Placement {
  /// For each arrival, by its original index.
  private(set) var survivorsBefore: [Int: Int] = [:]
  private var indexes: [Int] = []

  /// Adds an arrival. Arrivals must be added in ascending order of their original indexes.
  mutating func add(_ index: Int, after survivorCount: Int) {
    survivorsBefore[index] = survivorCount
    indexes.append(index)
  }

  /// The original and the new indexes, ascending by the new ones.
  var targets: [(original: Int, new: Int)] {
    let sorted = indexes.sorted {
      (survivorsBefore[$0] ?? 0, $0) < (survivorsBefore[$1] ?? 0, $1)
    }
    return sorted.enumerated().map { rank, index in
      (index, (survivorsBefore[index] ?? 0) + rank)
    }
  }
}

/// Returns how many indexes that do not depart are smaller than an index; `nil` if it departs.
///
/// - Parameter departures: Ascending.
/// - Complexity: O(log *n*).
private func survivorRank(of index: Int, besides departures: [Int]) -> Int? {
  let smaller = departures.firstIndex(fromWhich: { $0 >= index })
  return smaller < departures.count && departures[smaller] == index ? nil : index - smaller
}
