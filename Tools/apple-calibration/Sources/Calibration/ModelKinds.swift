internal import RosterCore
package import RosterToolkitModels

extension CalibratedKind {
  /// The model of a family of views in a mode.
  package static func model(_ family: Experiment.Family, _ mode: ToolkitMode) -> CalibratedKind {
    switch family {
    case .batches: CalibratedKind(family, mode) { ModelledBatchView($0, mode) }
    case .rows: CalibratedKind(family, mode) { ModelledRowView($0, mode) }
    case .outlines: CalibratedKind(family, mode) { ModelledOutlineView($0.outline, mode) }
    }
  }

  private init(
    _ family: Experiment.Family, _ mode: ToolkitMode,
    _ make: @escaping (CalibrationSource) -> any CalibratedView
  ) { self.init("\(family.modelName), \(mode)", family, make) }
}

extension Experiment.Family {
  /// The type of the model of such views.
  var modelName: String {
    switch self {
    case .batches: "CollectionViewModel"
    case .rows: "FlatTableViewModel"
    case .outlines: "OutlineViewModel"
    }
  }
}

extension Refusal {
  init(_ exception: ToolkitException) {
    self.init(name: exception.name, reason: exception.description)
  }
}

private final class ModelledBatchView: CalibratedView {
  private let model: CollectionViewModel<String>

  init(_ source: CalibrationSource, _ mode: ToolkitMode) {
    model = CollectionViewModel(mode: mode, height: { _ in 10 }) {
      source.texts
    }
    model.visibleLength = 1_000
  }

  func layOut() { model.layOut() }
  func reloadData() { model.reloadData() }
  func invalidateLayout() { model.invalidateLayout() }
  func leaveWindow() { model.hasWindow = false }
  func scroll(to offset: Double) { model.scrollByHand(to: offset) }
  func select(row: Int) {}
  func beginMoving() { model.isMoving = true }

  func perform(
    _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
  ) {
    model.performBatchUpdates(updates)
    ended(true)
  }

  func tell(_ call: ViewCall) {
    switch call {
    case .deleteSection(let section): model.deleteSection(section)
    case .insertSection(let section): model.insertSection(section)
    case .moveSection(let source, let target): model.moveSection(source, to: target)
    case .reloadSection(let section): model.reloadSection(section)
    case .deleteItem(let path): model.deleteItem(path)
    case .insertItem(let path): model.insertItem(path)
    case .moveItem(let source, let target): model.moveItem(source, to: target)
    case .reloadItem(let path): model.reloadItem(path)
    case .reconfigureItem(let path): model.showAgain(path)
    }
  }

  func note(in observation: inout Observation) {
    observation.shown = model.shown
    observation.offset = model.offset
  }

  func refusal(of body: () -> Void) -> Refusal? {
    body()
    return model.exception.map(Refusal.init)
  }
}

private final class ModelledRowView: CalibratedView {
  private let model: FlatTableViewModel<String>

  init(_ source: CalibrationSource, _ mode: ToolkitMode) {
    model = FlatTableViewModel(
      mode: mode, rowCount: { source.counts[0] }, isGroup: { source.isGroup($0) },
      height: { _ in 10 },
      cells: { row in [source.text(section: 0, item: row)] })
    model.visibleLength = 1_000
  }

  func layOut() { model.layOut() }
  func reloadData() { model.reloadData() }
  func invalidateLayout() {}
  func leaveWindow() {}
  func scroll(to offset: Double) { model.offset = offset }
  func select(row: Int) { model.select([row]) }

  func perform(
    _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
  ) {
    model.beginUpdates()
    updates()
    model.endUpdates()
    ended(true)
  }

  func tell(_ call: ViewCall) {
    switch call {
    case .deleteItem(let path): model.removeRows(at: [path.item])
    case .insertItem(let path): model.insertRows(at: [path.item])
    case .moveItem(let source, let target): model.moveRow(at: source.item, to: target.item)
    case .deleteSection, .insertSection, .moveSection, .reloadSection, .reloadItem,
      .reconfigureItem:
      preconditionFailure("a view with rows takes no call for sections, and none that reloads")
    }
  }

  func note(in observation: inout Observation) {
    observation.shown = [model.shown.map(\.first)]
    observation.offset = model.offset
    observation.selectedRows = model.selectedRows
  }

  func refusal(of body: () -> Void) -> Refusal? {
    body()
    return model.exception.map(Refusal.init)
  }
}

private final class ModelledOutlineView: CalibratedView {
  private let source: OutlineCalibrationSource
  private let model: OutlineViewModel<String, String>
  private var wasLaidOut = false

  init(_ source: OutlineCalibrationSource, _ mode: ToolkitMode) {
    self.source = source
    model = OutlineViewModel(
      mode: mode, childCount: { source.children(of: $0).count },
      child: { source.child($0, of: $1) }, cell: { source.text(of: $0) })
  }

  func layOut() {
    model.layOut()
    if wasLaidOut { return }
    wasLaidOut = true
    for section in source.expandedSections { model.expand(section) }
  }

  func reloadData() { model.reloadData() }
  func invalidateLayout() {}
  func leaveWindow() {}
  func scroll(to offset: Double) {}
  func select(row: Int) { model.select([model.rows[row]]) }
  func begin(_ note: Experiment.Note) { source.isNoting = note == .children }

  func perform(
    _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
  ) {
    model.beginUpdates()
    updates()
    model.endUpdates()
    ended(true)
  }

  func tell(_ call: ViewCall) {
    let sections = source.tell(call)
    switch (call, sections.source, sections.target) {
    case (.deleteSection(let section), _, _): model.removeChildren(at: [section], of: nil)
    case (.insertSection(let section), _, _): model.insertChildren(at: [section], of: nil)
    case (.moveSection(let from, let to), _, _):
      model.moveChild(at: from, of: nil, to: to, of: nil)
    case (.deleteItem(let path), let section?, _):
      model.removeChildren(at: [path.item], of: section)
    case (.insertItem(let path), let section?, _):
      model.insertChildren(at: [path.item], of: section)
    case (.moveItem(let from, let to), let section?, let other?):
      model.moveChild(at: from.item, of: section, to: to.item, of: other)
    case (.deleteItem, _, _), (.insertItem, _, _), (.moveItem, _, _):
      preconditionFailure("an experiment names a section that is not there")
    case (.reloadSection, _, _), (.reloadItem, _, _), (.reconfigureItem, _, _):
      preconditionFailure("an outline takes no call that reloads")
    }
  }

  func note(in observation: inout Observation) {
    let rows = model.rows
    observation.shown = [rows.map(model.cell(of:))]
    observation.selectedRows = rows.indices.filter { model.selection.contains(rows[$0]) }
    observation.notes = source.notes
  }

  func refusal(of body: () -> Void) -> Refusal? {
    body()
    return model.exception.map(Refusal.init)
  }
}
