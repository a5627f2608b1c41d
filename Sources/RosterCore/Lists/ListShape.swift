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

  /// The shape after an outline that was verified against this one.
  ///
  /// - Complexity: O(*k* log *s*) for *k* changes.
  package func applying(_ proof: VerifiedOutline) -> ListShape {
    var shape = self
    let transform = proof.transform
    for (section, departures) in transform.departures {
      shape.sections.update(at: section) { $0.weight -= departures.count }
    }
    var moving: [Int: Entry] = [:]
    for range in transform.sections.departures.ranges.reversed() {
      for index in range.reversed() { moving[index] = shape.sections.remove(at: index) }
    }
    for range in transform.sections.arrivals.ranges {
      for index in range {
        let source = transform.sourceSection(forTarget: index)
        let entry = source.flatMap { moving[$0] } ?? Entry(weight: 0)
        shape.sections.insert(entry, at: index)
      }
    }
    for (section, arrivals) in transform.arrivals {
      shape.sections.update(at: section) { $0.weight += arrivals.count }
    }
    return shape
  }
}

extension ListState {
  /// The numbers of items of this state.
  ///
  /// - Complexity: O(*s*).
  package var shape: ListShape { ListShape(itemCounts) }
}
