package import RosterCore

/// A list as plain arrays: what a renderer would show.
package struct ListRows<Model: Sendable, SectionModel: Sendable>: Sendable {
  package struct Section: Sendable {
    package var model: SectionModel?
    package var items: [Model]

    package init(model: SectionModel? = nil, items: [Model]) {
      self.model = model
      self.items = items
    }
  }

  package var sections: [Section]

  package init(_ sections: [Section] = []) { self.sections = sections }

  /// The numbers of items of the sections.
  package var counts: [Int] { sections.map(\.items.count) }

  /// The changeset that makes these rows out of the empty list.
  package var asInsertion: Changeset<Model, SectionModel> {
    Changeset {
      for (index, section) in sections.enumerated() {
        $0.insertSection(at: index, section.model)
        $0.insertItems(section.items, at: ItemPath(section: index, item: 0))
      }
    }
  }
}

extension ListRows: Equatable where Model: Equatable, SectionModel: Equatable {}
extension ListRows.Section: Equatable where Model: Equatable, SectionModel: Equatable {}

extension ListRows where Model == String, SectionModel == String {
  /// Makes rows from a drawing: a letter an item, a bar between sections.
  ///
  ///     "AB|C"      two sections: A B, and C
  ///     "|"         two empty sections
  ///     ""          no section
  package init(_ drawing: String) {
    guard !drawing.isEmpty else {
      self.init()
      return
    }
    let sections = drawing.split(separator: "|", omittingEmptySubsequences: false)
    self.init(sections.map { Section(items: $0.map { String($0) }) })
  }

  /// Makes rows of given lengths, with items that are all different and numbered sections.
  package init(counts: [Int]) {
    self.init(
      counts.enumerated().map { index, count in
        Section(model: "s\(index)", items: (0..<count).map { "\(index).\($0)" })
      })
  }

  /// Makes rows of items in sections without models.
  package init(items: [[String]]) { self.init(items.map { Section(items: $0) }) }

  /// The rows drawn as `init(_:)` reads them, if every item is a letter.
  package var drawing: String { sections.map { $0.items.joined() }.joined(separator: "|") }
}
