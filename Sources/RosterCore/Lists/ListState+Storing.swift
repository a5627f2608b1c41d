/// The directory of a stored list: everything that is read when the list is opened.
package struct ListDirectory: Sendable {
  /// A section's identity and order key. Entries are in ascending order of the keys.
  package struct SectionEntry: Sendable {
    /// Its identity.
    package var id: SectionID
    /// Its order key among the sections; any ascending keys.
    package var order: Int

    /// Makes an entry.
    package init(id: SectionID, order: Int) {
      self.id = id
      self.order = order
    }
  }

  /// A leaf page without its items. Entries are in ascending order of the keys within their
  /// section.
  package struct LeafEntry: Sendable {
    /// Which page it is.
    package var id: LeafID
    /// The section that it belongs to.
    package var section: SectionID
    /// Its order key among the pages of its section; any ascending keys.
    package var order: Int
    /// The number of its items.
    package var count: Int

    /// Makes an entry.
    package init(id: LeafID, section: SectionID, order: Int, count: Int) {
      self.id = id
      self.section = section
      self.order = order
      self.count = count
    }
  }

  /// The revision of the list.
  package var revision: Revision
  /// The numbers that the list gives next.
  package var nextIdentifiers: NextIdentifiers
  /// How many items the pages have.
  package var pageSizes: PageSizes
  /// All sections, in order.
  package var sections: [SectionEntry]
  /// All pages, in order within their section.
  package var leaves: [LeafEntry]

  /// Makes a directory.
  package init(
    revision: Revision, nextIdentifiers: NextIdentifiers, pageSizes: PageSizes = .standard,
    sections: [SectionEntry], leaves: [LeafEntry]
  ) {
    self.revision = revision
    self.nextIdentifiers = nextIdentifiers
    self.pageSizes = pageSizes
    self.sections = sections
    self.leaves = leaves
  }
}

extension ListState {
  /// Makes the state of a stored list from its directory. Pages are read when they are needed.
  ///
  /// - Throws: `corrupt` if the directory contradicts itself.
  /// - Complexity: O(*s* + *l*) for *s* sections and *l* leaves.
  package init(
    _ directory: ListDirectory, pages: any PageSource
  ) throws(StorageError) {
    try Self.validateNumbers(of: directory)
    self.init(
      stored: StoredPages(source: pages, itemLimit: directory.nextIdentifiers.item),
      directory.pageSizes)
    revision = directory.revision
    nextIdentifiers = directory.nextIdentifiers
    var leavesBySection: [SectionID: ArraySlice<ListDirectory.LeafEntry>] = [:]
    var rest = directory.leaves[...]
    while let section = rest.first?.section {
      let run = rest.prefix { $0.section == section }
      rest = rest.dropFirst(run.count)
      // Storage lists the pages of a section next to each other, so one dictionary operation serves
      // them all.
      let before = leavesBySection.removeValue(forKey: section) ?? []
      try locate(run, after: before.last)
      leavesBySection[section] = before.isEmpty ? run : before + run
    }
    var rows: [Section] = []
    for entry in directory.sections {
      guard isValid(entry, after: rows.last),
        sectionOrders.insert(entry.order, at: entry.id.rawValue)
      else { throw StorageError(.corrupt, "the entry of \(entry.id) is not a valid one") }
      let entries = leavesBySection.removeValue(forKey: entry.id) ?? []
      let leaves = CountedTree(
        entries.lazy.map { LeafPage(id: $0.id, order: $0.order, count: $0.count, items: nil) })
      rows.append(Section(id: entry.id, order: entry.order, leaves: leaves))
    }
    if let stray = leavesBySection.keys.min() {
      throw StorageError(.corrupt, "there are leaf pages of \(stray), which does not exist")
    }
    sections = CountedTree(rows)
  }

  /// Returns a leaf page as it is to be stored, `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*).
  package func storedLeaf(
    _ id: LeafID
  ) throws(StorageError) -> (entry: ListDirectory.LeafEntry, items: ContiguousArray<ItemID>)? {
    guard let page = leafPage(id), let location = leafLocations[Int(id.rawValue)] else {
      return nil
    }
    let entry = ListDirectory.LeafEntry(
      id: id, section: location.section, order: location.order, count: page.count)
    return (entry, try items(of: page))
  }

  /// The leaf page with an identity, `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *n*).
  func leafPage(_ id: LeafID) -> LeafPage? {
    guard let location = leafLocations[Int(id.rawValue)],
      let section = index(of: location.section),
      let leaf = sections[section].leaves.firstLocation(orderedFrom: location.order),
      leaf.element.id == id
    else { return nil }
    return leaf.element
  }

  /// The source of the pages that are not in memory.
  package var pageSource: any PageSource { stored.source }

  /// Returns the same list, which reads the pages that are not in memory from another source.
  ///
  /// - Parameter source: Has the same pages.
  /// - Complexity: O(1).
  package func reading(from source: any PageSource) -> ListState {
    var state = self
    state.stored = StoredPages(source: source, itemLimit: stored.itemLimit)
    return state
  }

  /// Returns the order key of a section as it is to be stored, `nil` if it is not in the list.
  ///
  /// - Complexity: O(log *s*).
  package func storedOrder(of section: SectionID) -> Int? { sectionOrders[section.rawValue] }
}

extension ListState {
  private static func validateNumbers(of directory: ListDirectory) throws(StorageError) {
    guard directory.revision >= 0, directory.nextIdentifiers.isPossible else {
      throw StorageError(.corrupt, "the revision or the next numbers of the list are out of range")
    }
  }

  /// Notes where leaf pages of a section stand.
  ///
  /// - Parameter previous: The page of the section before them.
  private mutating func locate(
    _ entries: ArraySlice<ListDirectory.LeafEntry>, after previous: ListDirectory.LeafEntry?
  ) throws(StorageError) {
    var previous = previous
    var filling = IdentifierMap<LeafLocation>.Filling()
    for entry in entries {
      let location = LeafLocation(section: entry.section, order: entry.order)
      guard isValid(entry, after: previous),
        leafLocations.insert(location, at: Int(entry.id.rawValue), &filling)
      else { throw StorageError(.corrupt, "the entry of \(entry.id) is not a valid one") }
      previous = entry
    }
  }

  private func isValid(
    _ entry: ListDirectory.LeafEntry, after previous: ListDirectory.LeafEntry?
  ) -> Bool {
    entry.id != .none && entry.id.rawValue < nextIdentifiers.leaf
      && entry.count > 0 && entry.count <= pageSizes.capacity
      && isValid(entry.order, after: previous?.order)
  }

  private func isValid(_ entry: ListDirectory.SectionEntry, after previous: Section?) -> Bool {
    entry.id.rawValue > 0 && entry.id.rawValue < nextIdentifiers.section
      && isValid(entry.order, after: previous?.order)
  }

  private func isValid(_ order: Int, after previous: Int?) -> Bool {
    order > -orderKeyLimit && order < orderKeyLimit && previous.map { $0 < order } ?? true
  }
}
