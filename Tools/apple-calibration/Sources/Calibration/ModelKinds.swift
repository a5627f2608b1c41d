internal import RosterCore
package import RosterToolkitModels

extension CalibratedKind {
  /// The model of a family of views in a mode.
  package static func model(_ family: Experiment.Family, _ mode: ToolkitMode) -> CalibratedKind {
    switch family {
    case .batches:
      CalibratedKind("CollectionViewModel, \(mode)", family) { ModelledBatchView($0, mode) }
    case .rows: CalibratedKind("FlatTableViewModel, \(mode)", family) { ModelledRowView($0, mode) }
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
  func perform(_ updates: @escaping () -> Void) { model.performBatchUpdates(updates) }

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
      mode: mode, rowCount: { source.counts[0] },
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

  func perform(_ updates: @escaping () -> Void) {
    model.beginUpdates()
    updates()
    model.endUpdates()
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
