import RosterCore
import RosterJSON
import RosterTestKit

@testable import RosterSync

/// A list as arrays, in which each item and section has a name and is found by nothing else: what a device and its hub
/// make of a change, in the plainest words.
struct NamedList: Equatable {
  struct Item: Equatable {
    var name: String
    var text = ""

    var json: JSONValue { ["id": .string(name), "text": .string(text)] }
  }

  struct Section: Equatable {
    var name: String
    var text = ""
    var items: [Item] = []

    var json: JSONValue { ["id": .string(name), "text": .string(text)] }
  }

  /// What a change does. An arrival names what stands before it, the nearest last.
  enum Edit: Equatable {
    case insert(Item, section: String, behind: [String])
    case update(String, text: String)
    case remove(String)
    case move(String, section: String, behind: [String])
    case insertSection(String, behind: [String])
    case updateSection(String, text: String)
    /// The items are those that the section has.
    case removeSection(String, items: [String])
    case moveSection(String, behind: [String])
  }

  var sections: [Section] = []

  private func index(ofSection name: String) -> Int? {
    sections.firstIndex { $0.name == name }
  }

  private func path(of name: String) -> ItemPath? {
    for (section, row) in sections.enumerated() {
      if let item = row.items.firstIndex(where: { $0.name == name }) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }

  /// Where an arrival stands among names: behind the nearest one that is there.
  private static func place(behind: [String], among names: [String]) -> Int {
    for name in behind.reversed() {
      if let index = names.firstIndex(of: name) { return index + 1 }
    }
    return 0
  }

  // MARK: Rebasing

  /// Does what edits of another list did, as far as there is something to do it to.
  ///
  /// - Returns: The edits as this list has them, and how many are lost.
  mutating func rebase(_ edits: [Edit]) -> (edits: [Edit], lostCount: Int) {
    var result: (edits: [Edit], lostCount: Int) = ([], 0)
    for edit in edits {
      if keepsSection(edit) { result.lostCount += 1 }
      if let rebased = rebase(edit) { result.edits += rebased } else { result.lostCount += 1 }
    }
    return result
  }

  /// Whether an edit removes a section into which others have put items.
  private func keepsSection(_ edit: Edit) -> Bool {
    guard case .removeSection(let name, let items) = edit, let index = index(ofSection: name)
    else { return false }
    return !sections[index].items.allSatisfy { items.contains($0.name) }
  }

  /// - Returns: `nil` if it is lost.
  private mutating func rebase(_ edit: Edit) -> [Edit]? {
    switch edit {
    case .insert(let item, let section, let behind):
      guard let index = index(ofSection: section) else { return nil }
      let before = insert(item, section: index, behind: behind)
      return [.insert(item, section: section, behind: before)]
    case .update(let name, let text):
      guard let path = path(of: name) else { return nil }
      sections[path.section].items[path.item].text = text
      return [edit]
    case .remove(let name):
      guard let path = path(of: name) else { return [] }
      sections[path.section].items.remove(at: path.item)
      return [edit]
    case .move(let name, let section, let behind):
      guard let path = path(of: name), let index = index(ofSection: section) else { return nil }
      let item = sections[path.section].items.remove(at: path.item)
      let before = insert(item, section: index, behind: behind)
      return [.move(name, section: section, behind: before)]
    case .insertSection(let name, let behind):
      return [.insertSection(name, behind: insert(Section(name: name), behind: behind))]
    case .updateSection(let name, let text):
      guard let index = index(ofSection: name) else { return nil }
      sections[index].text = text
      return [edit]
    case .removeSection(let name, let items):
      return removeSection(name, items)
    case .moveSection(let name, let behind):
      guard let index = index(ofSection: name) else { return nil }
      return [.moveSection(name, behind: insert(sections.remove(at: index), behind: behind))]
    }
  }

  private mutating func removeSection(_ name: String, _ items: [String]) -> [Edit] {
    guard let index = index(ofSection: name) else { return [] }
    let present = sections[index].items.map(\.name)
    if present.allSatisfy(items.contains) {
      sections.remove(at: index)
      return [.removeSection(name, items: present)]
    }
    sections[index].items.removeAll { items.contains($0.name) }
    return present.filter(items.contains).map { .remove($0) }
  }

  /// - Returns: The names before it.
  private mutating func insert(_ item: Item, section: Int, behind: [String]) -> [String] {
    let names = sections[section].items.map(\.name)
    let place = Self.place(behind: behind, among: names)
    sections[section].items.insert(item, at: place)
    return Array(names.prefix(place))
  }

  private mutating func insert(_ section: Section, behind: [String]) -> [String] {
    let names = sections.map(\.name)
    let place = Self.place(behind: behind, among: names)
    sections.insert(section, at: place)
    return Array(names.prefix(place))
  }

  // MARK: Changesets

  /// Returns the changeset that does edits of this list: one, or several removals.
  func changeset(of edits: [Edit]) -> SyncChangeset {
    SyncChangeset { builder in
      for edit in edits { add(edit, to: &builder) }
    }
  }

  private func add(_ edit: Edit, to builder: inout SyncChangeset.Builder) {
    switch edit {
    case .insert(let item, let section, let behind):
      guard let target = target(section, behind, without: item.name) else { return }
      builder.insertItem(item.json, at: target)
    case .update(let name, let text):
      guard let path = path(of: name) else { return }
      builder.updateItem(at: path, Item(name: name, text: text).json)
    case .remove(let name):
      guard let path = path(of: name) else { return }
      builder.removeItem(at: path)
    case .move(let name, let section, let behind):
      guard let path = path(of: name), let target = target(section, behind, without: name)
      else { return }
      builder.moveItem(from: path, to: target)
    case .insertSection(let name, let behind):
      builder.insertSection(
        at: Self.place(behind: behind, among: sections.map(\.name)), Section(name: name).json)
    case .updateSection(let name, let text):
      guard let index = index(ofSection: name) else { return }
      builder.updateSection(at: index, Section(name: name, text: text).json)
    case .removeSection(let name, _):
      guard let index = index(ofSection: name) else { return }
      builder.removeSection(at: index)
    case .moveSection(let name, let behind):
      guard let index = index(ofSection: name) else { return }
      let names = sections.map(\.name).filter { $0 != name }
      builder.moveSection(from: index, to: Self.place(behind: behind, among: names))
    }
  }

  private func target(_ section: String, _ behind: [String], without name: String) -> ItemPath? {
    index(ofSection: section).map { index in
      let names = sections[index].items.map(\.name).filter { $0 != name }
      return ItemPath(section: index, item: Self.place(behind: behind, among: names))
    }
  }

  // MARK: Random edits

  /// Returns an edit of this list.
  ///
  /// - Parameter name: The name of what it inserts, and the text that it writes.
  func randomEdit(_ random: inout SplitMix64, name: String) -> Edit {
    let items = sections.flatMap(\.items)
    func names(_ all: [String], without name: String? = nil) -> [String] {
      let others = all.filter { $0 != name }
      return Array(others.prefix(random.index(below: others.count + 1)))
    }
    let sectionNames = sections.map(\.name)
    guard let section = sections.isEmpty ? nil : sections[random.index(below: sections.count)]
    else { return .insertSection(name, behind: []) }
    let inSection = section.items.map(\.name)
    let kind = random.index(below: 16)
    switch kind {
    case 4..<7 where !items.isEmpty:
      return .update(items[random.index(below: items.count)].name, text: name)
    case 7..<9 where !items.isEmpty:
      return .remove(items[random.index(below: items.count)].name)
    case 9..<12 where !items.isEmpty:
      let moved = items[random.index(below: items.count)].name
      return .move(moved, section: section.name, behind: names(inSection, without: moved))
    case 12: return .insertSection(name, behind: names(sectionNames))
    case 13: return .updateSection(section.name, text: name)
    case 14: return .removeSection(section.name, items: inSection)
    case 15: return .moveSection(section.name, behind: names(sectionNames, without: section.name))
    default: return .insert(Item(name: name), section: section.name, behind: names(inSection))
    }
  }
}

extension NamedList {
  /// The list with such models.
  init(_ contents: [WholePage.Section]) {
    sections = contents.map { section in
      Section(
        name: section.model?.id ?? "", text: section.model?["text"]?.stringValue ?? "",
        items: section.items.map { Item(name: $0.id, text: $0["text"]?.stringValue ?? "") })
    }
  }
}
