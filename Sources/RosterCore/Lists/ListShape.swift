/// The number of items in each section of a list. Verification needs nothing else.
///
/// The engine keeps the shape that the list will have after all pending changes, and verifies new
/// changesets against it.
package struct ListShape: SectionCounts, Sendable {
  private struct Entry: Weighted {
    var weight: Int
  }

  private var sections: CountedTree<Entry>

  /// Makes the shape of a list with the given numbers of items.
  ///
  /// - Complexity: O(*s*).
  package init(_ itemCounts: some Collection<Int>) {
    sections = CountedTree(itemCounts.map { Entry(weight: $0) })
  }

  /// The number of sections.
  package var sectionCount: Int { sections.count }

  /// The number of items in a section, 0 if there is no such section.
  package func itemCount(inSection section: Int) -> Int {
    contains(section: section) ? sections[section].weight : 0
  }

  /// The number of items of every section.
  ///
  /// - Complexity: O(*s*).
  package var itemCounts: [Int] { sections.elements.map(\.weight) }

  /// Proves that an outline is valid for a list with these counts.
  ///
  /// This does what ``ChangesetOutline/verified(against:)`` does. That method is generic, so a call
  /// from another module would look up the counts through a protocol.
  ///
  /// - Throws: The first offence.
  /// - Complexity: O(*k* log *k* + *k* log *s*) for *k* changes.
  package func verify(_ outline: ChangesetOutline) throws(ChangesetError) -> VerifiedOutline {
    try outline.verified(against: self)
  }

  /// The shape after an outline that was verified against this one.
  ///
  /// - Complexity: O(*k* log *s*) for *k* changes.
  package func applying(_ proof: VerifiedOutline) -> ListShape {
    var shape = self
    shape.apply(proof)
    return shape
  }

  /// Becomes the shape after an outline that was verified against this one.
  ///
  /// - Complexity: O(*k* log *s*) for *k* changes.
  package mutating func apply(_ proof: VerifiedOutline) {
    let transform = proof.transform
    for (section, departures) in transform.departures {
      sections.update(at: section) { $0.weight -= departures.count }
    }
    var moving: [Int: Entry] = [:]
    for range in transform.sections.departures.ranges.reversed() {
      for index in range.reversed() { moving[index] = sections.remove(at: index) }
    }
    for range in transform.sections.arrivals.ranges {
      for index in range {
        let source = transform.sourceSection(forTarget: index)
        let entry = source.flatMap { moving[$0] } ?? Entry(weight: 0)
        sections.insert(entry, at: index)
      }
    }
    for (section, arrivals) in transform.arrivals {
      sections.update(at: section) { $0.weight += arrivals.count }
    }
  }
}

extension ListState {
  /// The numbers of items of this state.
  ///
  /// - Complexity: O(*s*).
  package var shape: ListShape { ListShape(itemCounts) }
}
