import Roster
import RosterDerived
import RosterTestKit
import RosterTestSupport
import Testing

@Suite("Derived lists: laws of edits")
struct EditLawTests {
  /// L13: a drag of each item of a list to each place is the edit of the source that its definition says, and the list then
  /// shows the item where the outcome says.
  @Test(arguments: [
    Form.all, .filtered, .sorted, .grouped, .groupedAndSorted, .sectioned, .sectionedAndSorted,
    .first, .last,
  ])
  func anEditThroughAListIsThatOfItsSource(form: Form) async throws {
    var triedCount = 0
    let counts = try EditedList(form).list.list.snapshot.state.itemCounts
    for (section, count) in counts.enumerated() {
      for index in 0..<count {
        for (targetSection, targetCount) in counts.enumerated() {
          // With the item there.
          for target in 0..<(targetSection == section ? targetCount : targetCount + 1) {
            let edited = try EditedList(form)
            let what = "\(form), \([section, index]) to \([targetSection, target])"
            let finding = try await edited.finding(
              from: ItemPath(section: section, item: index),
              to: ItemPath(section: targetSection, item: target))
            #expect(finding == nil, "\(what)")
            await edited.close()
            triedCount += 1
          }
        }
      }
    }
    #expect(triedCount >= 9)
  }
}

/// A list whose items are dragged, and a model of what that does to its source.
struct EditedList {
  private let form: Form
  private let source: Notes
  let list: DerivedList<Note, String?, Never>

  init(_ form: Form) throws {
    self.form = form
    let store = try SQLiteStore.inMemory()
    guard let stored = try store.list(named: "notes") else { throw DataSourceError.closed }
    source = try Notes(.stored(stored))
    let notes = [
      Note(number: 1, rank: 30, folder: "b"), Note(number: 2, rank: 10, folder: "a"),
      Note(number: 3, rank: 20, folder: "b", isHidden: true),
      Note(number: 4, rank: 20, folder: "b"), Note(number: 5, rank: 40, folder: "a"),
    ]
    try source.changeSynchronously { _, draft in
      for notes in [notes[..<3], notes[3...]] {
        let section = try draft.insertSection("section \(notes.count)")
        try draft.append(contentsOf: notes, toSection: section)
      }
    }
    list = try form.definition(of: source)
      .assigning(
        section: { $0.folder = $1 ?? "none" },
        between: { Self.rank(&$0, between: $1, $2) }
      )
      .open()
  }

  /// All forms that are sorted have the largest rank first.
  private static func rank(_ note: inout Note, between before: Note?, _ after: Note?) {
    note.rank = ((before?.rank ?? 50) + (after?.rank ?? 0)) / 2
  }

  private var isSorted: Bool {
    switch form {
    case .sorted, .groupedAndSorted, .sectionedAndSorted, .first: true
    default: false
    }
  }

  private var isGrouped: Bool { form == .grouped || form == .groupedAndSorted || form == .first }

  /// Drags an item.
  ///
  /// - Returns: What is not as it must be; `nil` if nothing is.
  func finding(from sourcePath: ItemPath, to targetPath: ItemPath) async throws -> String? {
    let expected = try expected(from: sourcePath, to: targetPath)
    guard let item = try list.list.snapshot.state.itemID(at: sourcePath) else { return "no item" }
    let place = try await list.move(item, to: targetPath)
    let found = try source.snapshot.rows()
    if found != expected { return "the source is \(found), and is to be \(expected)" }
    let shown = try list.list.snapshot.rows()
    if try shown != form.rows(of: source.snapshot) { return "the list shows \(shown)" }
    let path = try list.list.snapshot.state.path(of: item)
    return path == place ? nil : "the item stands at \(path as Any), not at \(place as Any)"
  }

  /// Returns the source as it is to be.
  private func expected(
    from sourcePath: ItemPath, to targetPath: ItemPath
  ) throws -> ListRows<Row, String?> {
    var shown = try list.list.snapshot.rows()
    var row = shown.sections[sourcePath.section].items.remove(at: sourcePath.item)
    let neighbours = shown.sections[targetPath.section].items
    let before = targetPath.item > 0 ? neighbours[targetPath.item - 1] : nil
    let after = targetPath.item < neighbours.count ? neighbours[targetPath.item] : nil
    if isGrouped || form.isSectioned, targetPath.section != sourcePath.section {
      row.note.folder = (shown.sections[targetPath.section].model ?? nil) ?? "none"
    }
    if isSorted { Self.rank(&row.note, between: before?.note, after?.note) }
    var rows = try source.snapshot.rows()
    guard let former = Self.path(of: row, in: rows) else { return rows }
    rows.sections[former.section].items.remove(at: former.item)
    // Of sections of the source, the target is one of these.
    let names = rows.sections.map(\.model)
    let section =
      form.isSectioned ? names.firstIndex(of: shown.sections[targetPath.section].model) : nil
    var place = former
    if !isSorted, let before, let path = Self.path(of: before, in: rows) {
      place = ItemPath(section: path.section, item: path.item + 1)
    } else if !isSorted, let after, let path = Self.path(of: after, in: rows) {
      place = path
    } else if let section, section != former.section {
      place = ItemPath(section: section, item: rows.sections[section].items.count)
    }
    rows.sections[place.section].items.insert(row, at: place.item)
    return rows
  }

  private static func path(of row: Row, in rows: ListRows<Row, String?>) -> ItemPath? {
    for (section, items) in rows.sections.enumerated() {
      if let item = items.items.firstIndex(where: { $0.id == row.id }) {
        return ItemPath(section: section, item: item)
      }
    }
    return nil
  }

  func close() async {
    await list.close()
    await source.close()
  }
}
