package import RosterCore

extension ListRows {
  /// An operation that does not fit the rows as the ones before have left them.
  package struct MisfittingOperation: Error, CustomStringConvertible {
    package var index: Int
    package var operation: ListOperation<Model, SectionModel>

    package var description: String { "operation \(index) does not fit: \(operation)" }
  }

  /// The rows after operations, applied one by one as a renderer would.
  package func applying(
    _ operations: [ListOperation<Model, SectionModel>]
  ) throws(MisfittingOperation) -> ListRows {
    var rows = self
    for (index, operation) in operations.enumerated() {
      guard rows.apply(operation) else {
        throw MisfittingOperation(index: index, operation: operation)
      }
    }
    return rows
  }

  private mutating func apply(_ operation: ListOperation<Model, SectionModel>) -> Bool {
    switch operation {
    case .removeItems(let section, let start, let count):
      guard count > 0, fits(section, start..<start + count) else { return false }
      sections[section].items.removeSubrange(start..<start + count)
    case .removeSections(let start, let count):
      guard count > 0, start >= 0, start + count <= sections.count else { return false }
      sections.removeSubrange(start..<start + count)
    case .insertSections(let start, let models):
      guard !models.isEmpty, (0...sections.count).contains(start) else { return false }
      sections.insert(contentsOf: models.map { Section(model: $0, items: []) }, at: start)
    case .moveSection(let from, let to):
      guard sections.indices.contains(from), sections.indices.contains(to) else { return false }
      sections.insert(sections.remove(at: from), at: to)
    case .insertItems(let section, let start, let models):
      guard !models.isEmpty, fits(section, start..<start) else { return false }
      sections[section].items.insert(contentsOf: models, at: start)
    case .moveItem(let from, let to):
      guard fits(from.section, from.item..<from.item + 1) else { return false }
      let model = sections[from.section].items.remove(at: from.item)
      guard fits(to.section, to.item..<to.item) else { return false }
      sections[to.section].items.insert(model, at: to.item)
    case .updateItems(let section, let start, let models):
      let range = start..<start + models.count
      guard !models.isEmpty, fits(section, range) else { return false }
      sections[section].items.replaceSubrange(range, with: models)
    case .updateSection(let section, let model):
      guard sections.indices.contains(section) else { return false }
      sections[section].model = model
    }
    return true
  }

  private func fits(_ section: Int, _ range: Range<Int>) -> Bool {
    sections.indices.contains(section) && range.lowerBound >= 0
      && range.upperBound <= sections[section].items.count
  }
}
