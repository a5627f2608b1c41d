internal import RosterApple
internal import RosterCore
internal import RosterTestSupport
internal import RosterToolkitModels

/// A cell that is changed in place.
private final class Cell {
  var text: String

  init(_ text: String) { self.text = text }
}

/// A collection view, which takes all calls of an update at once.
final class ToldCollection: ToldView {
  private struct Shown: Hashable {
    var id: Int
    var model: String
  }

  /// What the data source answers from.
  private final class Held { var cells: [[Shown]] = [] }

  private let fault: ViewAttack.Fault?
  private let held: Held
  private let view: CollectionViewModel<Shown>

  init(_ fault: ViewAttack.Fault?) {
    let held = Held()
    (self.fault, self.held) = (fault, held)
    view = CollectionViewModel { held.cells }
    view.layOut()
  }

  var kind: ViewAttack.Kind { .collection }

  private static func cells(_ contents: ViewContents) -> [[Shown]] {
    contents.list.sections.map { $0.items.map { Shown(id: $0.id, model: $0.model) } }
  }

  func show(_ batch: ChangeBatch<String, String>, _ contents: ViewContents) {
    let updates = batch.viewUpdates
    let view = view
    var calls: [() -> Void] = updates.deletedSections.map { section in
      { view.deleteSection(section) }
    }
    calls += updates.insertedSections.map { section in { view.insertSection(section) } }
    calls += updates.deletedItems.map { path in { view.deleteItem(path) } }
    calls += updates.insertedItems.map { path in { view.insertItem(path) } }
    calls += updates.movedItems.map { move in { view.moveItem(move.source, to: move.target) } }
    view.performBatchUpdates {
      held.cells = Self.cells(contents)
      fault.carryOut(calls)
    }
    for path in updates.updatedItems { view.showAgain(path) }
  }

  func finding(_ contents: ViewContents) -> String? {
    if let exception = view.exception { return "\(exception)" }
    let cells = Self.cells(contents)
    return view.shown == cells ? nil : "\(view.shown) is shown, not \(cells)"
  }
}

/// A table view of AppKit with headers and footers, which takes one call after the other.
final class ToldTable: ToldView {
  private struct Row: Hashable {
    var text: String
    var isGroup = false
  }

  private final class Held { var rows: [Row] = [] }

  private let fault: ViewAttack.Fault?
  private let held: Held
  private let view: FlatTableViewModel<String>

  init(_ fault: ViewAttack.Fault?) {
    let held = Held()
    (self.fault, self.held) = (fault, held)
    view = FlatTableViewModel(
      rowCount: { held.rows.count }, isGroup: { held.rows[$0].isGroup },
      cells: { [held.rows[$0].text] })
    view.layOut()
  }

  var kind: ViewAttack.Kind { .table }

  private static func rows(_ contents: ViewContents) -> [Row] {
    contents.list.sections.flatMap { section in
      let group = section.model ?? "none"
      return [Row(text: "# \(group)", isGroup: true)]
        + section.items.map { Row(text: $0.model) }
        + [Row(text: "/ \(group)", isGroup: true)]
    }
  }

  func show(_ batch: ChangeBatch<String, String>, _ contents: ViewContents) {
    let updates = batch.rowUpdates(hasHeaders: true, hasFooters: true)
    let view = view
    held.rows = Self.rows(contents)
    var calls: [() -> Void] = []
    if !updates.removedRows.isEmpty {
      calls.append { view.removeRows(at: updates.removedRows.joined()) }
    }
    calls += updates.movedRows.map { move in { view.moveRow(at: move.source, to: move.target) } }
    if !updates.insertedRows.isEmpty {
      calls.append { view.insertRows(at: updates.insertedRows.joined()) }
    }
    view.beginUpdates()
    fault.carryOut(calls)
    view.endUpdates()
    for row in updates.updatedRows { view.showAgain(row) }
  }

  func finding(_ contents: ViewContents) -> String? {
    if let exception = view.exception { return "\(exception)" }
    let rows = Self.rows(contents).map { [$0.text] }
    return view.shown == rows ? nil : "\(view.shown) is shown, not \(rows)"
  }
}

/// An outline view whose sections are expanded, which takes one call after the other.
final class ToldOutline: ToldView {
  private enum Object: Hashable {
    case section(SectionID), item(ItemID), nothing
  }

  private final class Held {
    var sections: [Object] = []
    var items: [Object: [Object]] = [:]
    var texts: [Object: String] = [:]

    func children(_ parent: Object?) -> [Object] { parent.map { items[$0] ?? [] } ?? sections }

    func take(_ contents: ViewContents) {
      (sections, items, texts) = ([], [:], [:])
      for (index, section) in contents.list.sections.enumerated() {
        guard let id = contents.state.sectionID(at: index) else { continue }
        let object = Object.section(id)
        sections.append(object)
        texts[object] = "# \(section.model ?? "none")"
        items[object] = section.items.indices.map { item in
          let path = ItemPath(section: index, item: item)
          let child = ((try? contents.state.itemID(at: path)) ?? nil).map(Object.item) ?? .nothing
          texts[child] = section.items[item].model
          return child
        }
      }
    }

    var rows: [String] {
      sections.flatMap { [texts[$0] ?? ""] + children($0).map { texts[$0] ?? "" } }
    }
  }

  private let fault: ViewAttack.Fault?
  private let held: Held
  private let view: OutlineViewModel<Object, Cell>

  init(_ fault: ViewAttack.Fault?) {
    let held = Held()
    (self.fault, self.held) = (fault, held)
    view = OutlineViewModel(
      childCount: { held.children($0).count },
      child: { index, parent in
        let children = held.children(parent)
        return children.indices.contains(index) ? children[index] : .nothing
      }, cell: { Cell(held.texts[$0] ?? "") })
    view.layOut()
  }

  var kind: ViewAttack.Kind { .outline }

  func show(_ batch: ChangeBatch<String, String>, _ contents: ViewContents) {
    let updates = batch.outlineUpdates()
    held.take(contents)
    view.beginUpdates()
    fault.carryOut(updates.calls.map { call in { [view] in Self.tell(view, call) } })
    view.endUpdates()
    for section in updates.comeSections { view.expand(held.sections[section]) }
    var changed = updates.updatedSections.map { held.sections[$0] }
    changed += updates.updatedItems.map { held.children(held.sections[$0.section])[$0.item] }
    for object in changed { view.cell(of: object)?.text = held.texts[object] ?? "" }
  }

  private static func tell(_ view: OutlineViewModel<Object, Cell>, _ call: OutlineUpdates.Call) {
    switch call {
    case .removeSections(let ranges): view.removeChildren(at: ranges.joined(), of: nil)
    case .insertSections(let ranges): view.insertChildren(at: ranges.joined(), of: nil)
    case .moveSection(let from, let to): view.moveChild(at: from, of: nil, to: to, of: nil)
    case .removeItems(let ranges, let id):
      view.removeChildren(at: ranges.joined(), of: .section(id))
    case .insertItems(let ranges, let id):
      view.insertChildren(at: ranges.joined(), of: .section(id))
    case .moveItem(let from, let source, let to, let target):
      view.moveChild(at: from, of: .section(source), to: to, of: .section(target))
    }
  }

  func finding(_ contents: ViewContents) -> String? {
    if let exception = view.exception { return "\(exception)" }
    let shown = view.rows.map { view.cell(of: $0)?.text ?? "no cell" }
    return shown == held.rows ? nil : "\(shown) is shown, not \(held.rows)"
  }
}
