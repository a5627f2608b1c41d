extension ListState {
  /// The identities to give to the items and sections that a changeset inserts, if they had one
  /// before.
  package struct ReturningIdentities: Sendable {
    /// One for each inserted item.
    package var items: [ItemID]
    /// One for each inserted section.
    package var sections: [SectionID]

    /// Makes two rows of identities.
    package init(items: [ItemID], sections: [SectionID]) {
      self.items = items
      self.sections = sections
    }
  }

  /// Verifies and applies a changeset.
  ///
  /// - Throws: `ChangesetError` if the changeset is invalid, `StorageError` if a page cannot be
  ///   read. The state does not change.
  /// - Complexity: O(*k* log *n*) for *k* changes. The removal of a section counts all its items.
  package func applying(
    _ changeset: Changeset<some Sendable, some Sendable>
  ) throws -> ListChange {
    try applying(changeset.outline.verified(against: self))
  }

  /// Applies an outline that is verified for the section counts of this state.
  ///
  /// - Parameters:
  ///   - proof: The verified outline.
  ///   - returning: The identities of what is inserted, in the order of the outline's parts, if an
  ///     earlier change is undone; the list gives new ones if `nil`. None of them may be in the
  ///     list. The caller must make sure of that; ``replaying(_:)`` checks it.
  /// - Throws: Only if a page is not in memory and cannot be read.
  /// - Complexity: O(*k* log *n*) for *k* changes. The removal of a section counts all its items.
  package func applying(
    _ proof: VerifiedOutline, returning: ReturningIdentities? = nil
  ) throws(StorageError) -> ListChange {
    try applying(proof, returning: returning, revision: revision + 1)
  }

  /// The change that only increments the revision.
  ///
  /// - Complexity: O(1).
  package var changingNothing: ListChange {
    var target = self
    target.revision += 1
    return ListChange(
      source: self, target: target, proof: .ofNothing(in: self), identities: ChangeIdentities(),
      pages: PageChanges())
  }

  /// Applies a verified outline and gives the result a revision.
  func applying(
    _ proof: VerifiedOutline, returning: ReturningIdentities?, revision: Revision
  ) throws(StorageError) -> ListChange {
    precondition(
      proof.sourceSectionCount == sectionCount,
      "an outline must be applied to a list with the section counts it was verified against")
    precondition(
      returning.map { $0.items.count == proof.outline.insertedItems.count } ?? true
        && returning.map { $0.sections.count == proof.outline.insertedSections.count } ?? true,
      "identities that return must be as many as the outline inserts")
    var application = OutlineApplication(self, proof, returning, revision)
    try application.run()
    return ListChange(
      source: self, target: application.editor.state, proof: proof,
      identities: application.identities, pages: application.editor.changes)
  }
}

/// Applies one outline to a list, in the one order in which the indexes of all parts hold:
/// departures in source space from the end, sections, then arrivals in target space from the start.
private struct OutlineApplication {
  let source: ListState
  let proof: VerifiedOutline
  let returning: ListState.ReturningIdentities?
  var editor: ListEditor
  var identities = ChangeIdentities()
  /// The items that have left their source path and not yet arrived at their target path.
  private var movingItems: [ItemPath: ItemID] = [:]

  init(
    _ source: ListState, _ proof: VerifiedOutline, _ returning: ListState.ReturningIdentities?,
    _ revision: Revision
  ) {
    self.source = source
    self.proof = proof
    self.returning = returning
    editor = ListEditor(source, revision: revision)
  }

  private var outline: ChangesetOutline { proof.outline }

  mutating func run() throws(StorageError) {
    for path in outline.updatedItems {
      if let id = try source.itemID(at: path) { identities.updatedItems.append(id) }
    }
    identities.updatedSections = outline.updatedSections.compactMap(source.sectionID(at:))
    try removeItems()
    try changeSections()
    identities.removedItems.sort { $0.sourcePath < $1.sourcePath }
    try insertItems()
  }

  // MARK: Departures

  private mutating func removeItems() throws(StorageError) {
    let movedSources = Set(outline.movedItems.map(\.source))
    for (section, departures) in proof.transform.departures {
      for range in departures.ranges.reversed() {
        let ids = try editor.removeItems(inSection: section, range)
        for (item, id) in zip(range, ids) {
          let path = ItemPath(section: section, item: item)
          if movedSources.contains(path) {
            movingItems[path] = id
          } else {
            identities.removedItems.append(.init(sourcePath: path, id: id))
          }
        }
      }
    }
    identities.movedItems = outline.movedItems.compactMap { movingItems[$0.source] }
  }

  // MARK: Sections

  private mutating func changeSections() throws(StorageError) {
    var movingSections: [Int: Section] = [:]
    let removed = Set(outline.removedSections)
    for range in proof.transform.sections.departures.ranges.reversed() {
      for index in range.reversed() {
        let section = editor.takeSection(at: index)
        if removed.contains(index) {
          try discard(section, from: index)
        } else {
          movingSections[index] = section
        }
      }
    }
    identities.removedSections.reverse()
    var returningSections = returning?.sections.makeIterator()
    for range in proof.transform.sections.arrivals.ranges {
      for index in range {
        if let source = proof.transform.sourceSection(forTarget: index) {
          if let section = movingSections[source] { editor.putSection(section, at: index) }
        } else {
          identities.insertedSections.append(
            editor.insertSection(returningSections?.next(), at: index))
        }
      }
    }
  }

  private mutating func discard(_ section: Section, from index: Int) throws(StorageError) {
    identities.removedSections.append(section.id)
    let departures = proof.transform.departures[index] ?? IndexRuns()
    for (rank, id) in try editor.discard(section).enumerated() {
      let path = ItemPath(section: index, item: departures.nonMember(atRank: rank))
      identities.removedItems.append(.init(sourcePath: path, id: id))
    }
  }

  // MARK: Arrivals

  private mutating func insertItems() throws(StorageError) {
    let inserted = outline.insertedItems
    identities.insertedItems.reserveCapacity(inserted.count)
    for index in inserted.indices {
      identities.insertedItems.append(editor.itemID(returning?.items[index]))
    }
    guard !outline.movedItems.isEmpty else {
      return try insert(identities.insertedItems, at: inserted)
    }
    editor.relocate(identities.movedItems)
    var arrivals = Array(zip(inserted, identities.insertedItems))
    arrivals += zip(outline.movedItems.lazy.map(\.target), identities.movedItems)
    arrivals.sort { $0.0 < $1.0 }
    try insert(arrivals.map { $0.1 }, at: arrivals.map { $0.0 })
  }

  /// Puts items in at ascending target paths; items that stand next to each other are put in
  /// together.
  private mutating func insert(_ ids: [ItemID], at paths: [ItemPath]) throws(StorageError) {
    var start = 0
    while start < paths.count {
      let first = paths[start]
      var end = start + 1
      while end < paths.count, paths[end].section == first.section,
        paths[end].item == first.item + end - start
      { end += 1 }
      try editor.insertItems(ids[start..<end], inSection: first.section, at: first.item)
      start = end
    }
  }
}
