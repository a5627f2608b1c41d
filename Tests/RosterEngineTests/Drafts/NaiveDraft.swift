import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport

/// What a step of a change does; items and sections are named by their places of the moment.
enum DraftStep: Hashable, Sendable {
  case update(ItemPath)
  case remove(ItemPath)
  case move(ItemPath, to: ItemPath)
  case moveBefore(ItemPath, ItemPath)
  case moveAfter(ItemPath, ItemPath)
  case insert(ItemPath)
  case insertBefore(ItemPath)
  case insertAfter(ItemPath)
  case append(Int)
  case updateSection(Int)
  case removeSection(Int)
  case moveSection(Int, to: Int)
  case moveSectionBefore(Int, Int)
  case moveSectionAfter(Int, Int)
  case insertSection(Int)
  case insertSectionBefore(Int)
  case insertSectionAfter(Int)
}

/// A draft as arrays of identities and models: each step does what its name says.
struct NaiveDraft: Sendable {
  struct Item: Equatable {
    var id: ItemID
    var model: String
  }

  struct Section: Equatable {
    var id: SectionID
    var model: String?
    var items: [Item]
  }

  private(set) var sections: [Section]
  private var stepCount = 0

  init(_ list: ListSnapshot<String, String>) throws {
    let models = try list.rows.sections
    sections = try list.state.sectionIDs.enumerated().map { index, id in
      let items = zip(try list.state.itemIDs(inSection: index), models[index].items)
      return Section(
        id: id, model: models[index].model, items: items.map { Item(id: $0, model: $1) })
    }
  }

  var rows: ListRows<String, String> {
    ListRows(sections.map { .init(model: $0.model, items: $0.items.map(\.model)) })
  }

  var itemIDs: [[ItemID]] { sections.map { $0.items.map(\.id) } }

  var sectionIDs: [SectionID] { sections.map(\.id) }

  private var paths: [ItemPath] {
    sections.indices.flatMap { section in
      sections[section].items.indices.map { ItemPath(section: section, item: $0) }
    }
  }

  /// Where one more item can stand.
  private var gaps: [ItemPath] {
    sections.indices.flatMap { section in
      (0...sections[section].items.count).map { ItemPath(section: section, item: $0) }
    }
  }

  /// All steps that the list takes.
  var possibleSteps: [DraftStep] {
    var steps = gaps.map(DraftStep.insert)
    for path in paths {
      var others = self
      _ = others.take(path)
      steps += [.update(path), .remove(path), .insertBefore(path), .insertAfter(path)]
      steps += others.gaps.map { .move(path, to: $0) }
      steps += paths.flatMap { [.moveBefore(path, $0), .moveAfter(path, $0)] }
    }
    for section in sections.indices {
      steps += [.append(section), .updateSection(section), .removeSection(section)]
      steps += [.insertSectionBefore(section), .insertSectionAfter(section)]
      steps += sections.indices.flatMap {
        [
          .moveSection(section, to: $0), .moveSectionBefore(section, $0),
          .moveSectionAfter(section, $0),
        ]
      }
    }
    return steps + (0...sections.count).map { .insertSection($0) }
  }

  // MARK: Steps

  /// Does a step, here and in a draft.
  mutating func take(
    _ step: DraftStep, in draft: inout ListDraft<String, String>
  ) throws {
    stepCount += 1
    let model = "new \(stepCount)"
    switch step {
    case .update(let path):
      try draft.update(self[path].id) { $0 += "'" }
      sections[path.section].items[path.item].model += "'"
    case .remove(let path):
      try draft.remove(take(path).id)
    case .move(let path, let target):
      try draft.move(self[path].id, to: target)
      put(take(path), at: target)
    case .moveBefore(let path, let other):
      try draft.move(self[path].id, before: self[other].id)
      move(path, beside: other, 0)
    case .moveAfter(let path, let other):
      try draft.move(self[path].id, after: self[other].id)
      move(path, beside: other, 1)
    case .insert(let path):
      put(Item(id: try draft.insert(model, at: path), model: model), at: path)
    case .insertBefore(let path):
      put(Item(id: try draft.insert(model, before: self[path].id), model: model), at: path)
    case .insertAfter(let path):
      let item = Item(id: try draft.insert(model, after: self[path].id), model: model)
      put(item, at: ItemPath(section: path.section, item: path.item + 1))
    case .append(let section):
      let id = try draft.append(model, toSection: sections[section].id)
      sections[section].items.append(Item(id: id, model: model))
    case .updateSection(let section):
      try draft.update(sections[section].id) { $0 = ($0 ?? "") + model }
      sections[section].model = (sections[section].model ?? "") + model
    case .removeSection(let section):
      try draft.remove(sections.remove(at: section).id)
    case .moveSection(let section, let target):
      try draft.move(sections[section].id, to: target)
      sections.insert(sections.remove(at: section), at: target)
    case .moveSectionBefore(let section, let other):
      try draft.move(sections[section].id, before: sections[other].id)
      move(section, beside: other, 0)
    case .moveSectionAfter(let section, let other):
      try draft.move(sections[section].id, after: sections[other].id)
      move(section, beside: other, 1)
    case .insertSectionBefore(let section):
      let id = try draft.insertSection(model, before: sections[section].id)
      sections.insert(Section(id: id, model: model, items: []), at: section)
    case .insertSectionAfter(let section):
      let id = try draft.insertSection(model, after: sections[section].id)
      sections.insert(Section(id: id, model: model, items: []), at: section + 1)
    case .insertSection(let section):
      let id = try draft.insertSection(model, at: section)
      sections.insert(Section(id: id, model: model, items: []), at: section)
    }
  }

  private subscript(path: ItemPath) -> Item { sections[path.section].items[path.item] }

  private mutating func take(_ path: ItemPath) -> Item {
    sections[path.section].items.remove(at: path.item)
  }

  private mutating func put(_ item: Item, at path: ItemPath) {
    sections[path.section].items.insert(item, at: path.item)
  }

  private mutating func move(_ path: ItemPath, beside other: ItemPath, _ distance: Int) {
    if path == other { return }
    let neighbour = self[other].id
    let item = take(path)
    let index = sections[other.section].items.firstIndex { $0.id == neighbour }
    guard let index else { return }
    put(item, at: ItemPath(section: other.section, item: index + distance))
  }

  private mutating func move(_ section: Int, beside other: Int, _ distance: Int) {
    if section == other { return }
    let neighbour = sections[other].id
    let moved = sections.remove(at: section)
    guard let index = sections.firstIndex(where: { $0.id == neighbour }) else { return }
    sections.insert(moved, at: index + distance)
  }
}
