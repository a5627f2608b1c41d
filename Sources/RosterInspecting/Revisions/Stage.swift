import RosterCore
import RosterJSON
import RosterPages
import RosterRows

/// The list before a batch as a few cells, so that a page can play the operations of the batch: the
/// rows that it touches with their neighbours, and the rows in between as runs. The same with
/// sections.
///
///     A: a b [87 rows] k l m [4 rows]
///     [12 sections]
///     B: n [3 rows]
///
/// A page splits a run if an operation falls into it. So what is left out here because there is too
/// much of it is shown less clearly, and never wrongly.
struct Stage {
  private static let sectionCountMax = 24
  private static let cellCountMax = 240
  /// How many rows beside a touched one are shown.
  private static let neighbourCount = 2
  /// How far in front of an arrival a row is looked for that was there before.
  private static let distanceMax = 32

  private let batch: ChangeBatch<ItemID, SectionID>
  private let list: any InspectableStorage
  private let identities: ChangeIdentities

  init(
    _ batch: ChangeBatch<ItemID, SectionID>, _ list: any InspectableStorage,
    _ identities: ChangeIdentities
  ) {
    self.batch = batch
    self.list = list
    self.identities = identities
  }

  func json() throws -> JSONValue {
    let source = batch.source
    let touched = touchedItems()
    let shown = shownSections(touched)
    let ids = shown.compactMap { source.sectionID(at: $0) }
    let models = try list.models(of: ids, at: source.revision)
    var left = Self.cellCountMax
    var sections: [JSONValue] = []
    var next = 0
    func skip(to section: Int) {
      if section > next { sections.append(["run": JSONValue(section - next)]) }
      next = section
    }
    for ((section, id), model) in zip(zip(shown, ids), models) {
      skip(to: section)
      let items = shownItems(touched[section] ?? [], inSection: section, &left)
      let header = TreeID.supplement(SupplementID(.header, of: id))
      var object: JSONObject = [
        "key": .string(header.key), "count": JSONValue(source.itemCount(inSection: section)),
      ]
      object.set("model", model, .row)
      object["cells"] = .array(try cells(items, inSection: section))
      sections.append(.object(object))
      next = section + 1
    }
    skip(to: source.sectionCount)
    return ["sections": .array(sections)]
  }

  // MARK: What is shown

  /// The items of the source that the batch touches, and those behind which it puts something.
  private func touchedItems() -> [Int: Set<Int>] {
    var touched: [Int: Set<Int>] = [:]
    func touch(_ path: ItemPath) { touched[path.section, default: []].insert(path.item) }
    let outline = batch.changeset.outline
    for path in outline.updatedItems.prefix(Self.cellCountMax) { touch(path) }
    for item in identities.removedItems.prefix(Self.cellCountMax) { touch(item.sourcePath) }
    for move in outline.movedItems.prefix(Self.cellCountMax) { touch(move.source) }
    let arrivals =
      outline.insertedItems.prefix(Self.cellCountMax)
      + outline.movedItems.prefix(Self.cellCountMax).map(\.target)
    for target in arrivals {
      // The section is shown even if nothing in it was there before.
      if let section = batch.sourceSection(forTarget: target.section) {
        touched[section, default: []].formUnion([])
      }
      let first = max(0, target.item - Self.distanceMax)
      for item in stride(from: target.item - 1, through: first, by: -1) {
        let before = ItemPath(section: target.section, item: item)
        guard let source = batch.sourcePath(forTarget: before) else { continue }
        touch(source)
        break
      }
    }
    return touched
  }

  /// Returns the sections that the batch touches, those beside which it puts one, and some more if
  /// the list has only a few; ascending.
  private func shownSections(_ touched: [Int: Set<Int>]) -> [Int] {
    let count = batch.source.sectionCount
    let outline = batch.changeset.outline
    var wanted = touched.keys.sorted() + outline.updatedSections + outline.removedSections
    wanted += outline.movedSections.map(\.source)
    for target in outline.insertedSections + outline.movedSections.map(\.target) where target > 0 {
      if let before = batch.sourceSection(forTarget: target - 1) { wanted.append(before) }
    }
    if count <= Self.sectionCountMax / 2 { wanted += 0..<count }
    var shown: Set<Int> = []
    for section in wanted where shown.count < Self.sectionCountMax { shown.insert(section) }
    return shown.sorted()
  }

  /// Returns the items of a section that are shown one by one, ascending.
  private func shownItems(_ touched: Set<Int>, inSection section: Int, _ left: inout Int) -> [Int] {
    let count = batch.source.itemCount(inSection: section)
    var shown: Set<Int> = []
    let ends = count == 0 ? [] : [0, count - 1]
    for item in touched.sorted() + ends where left > 0 {
      for near in item - Self.neighbourCount...item + Self.neighbourCount
      where left > 0 && (0..<count).contains(near) && shown.insert(near).inserted {
        left -= 1
      }
    }
    return shown.sorted()
  }

  private func cells(_ shown: [Int], inSection section: Int) throws -> [JSONValue] {
    let source = batch.source
    let ids = try shown.compactMap { item in
      try source.itemID(at: ItemPath(section: section, item: item))
    }
    let models = try list.models(of: ids, at: source.revision)
    var cells: [JSONValue] = []
    var next = 0
    func skip(to item: Int) {
      if item > next { cells.append(["run": JSONValue(item - next)]) }
      next = item
    }
    for ((item, id), model) in zip(zip(shown, ids), models) {
      skip(to: item)
      var cell: JSONObject = ["key": .string(TreeID.item(id).key)]
      cell.set("model", model, .row)
      cells.append(.object(cell))
      next = item + 1
    }
    skip(to: source.itemCount(inSection: section))
    return cells
  }
}
