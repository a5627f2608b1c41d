public import Foundation
internal import RosterCore
public import RosterToolkitModels

/// What a table view asks.
@MainActor public protocol UITableViewDataSource: AnyObject {
  func numberOfSections(in tableView: UITableView) -> Int

  func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int

  func tableView(
    _ tableView: UITableView, cellForRowAt indexPath: IndexPath
  ) -> UITableViewCell

  func tableView(_ tableView: UITableView, titleForHeaderInSection section: Int) -> String?

  func tableView(_ tableView: UITableView, canMoveRowAt indexPath: IndexPath) -> Bool

  func tableView(
    _ tableView: UITableView, moveRowAt sourceIndexPath: IndexPath,
    to destinationIndexPath: IndexPath
  )
}

/// A table view without a screen, as ``UICollectionView`` is one.
@MainActor public final class UITableView: UIView {
  /// How rows come and go.
  public enum RowAnimation: Int, Sendable {
    case automatic = 100
  }

  /// What it asks.
  public weak var dataSource: (any UITableViewDataSource)?
  /// Whether a drop is not committed.
  public var hasUncommittedUpdates = false
  /// The model, by whose rules it is.
  public private(set) lazy var model = CollectionViewModel<UITableViewCell> { [unowned self] in
    cells()
  }
  private var headers: [UITableViewHeaderFooterView] = []
  private var classes: [String: UITableViewCell.Type] = [:]
  private var goneSections: IndexSet = []
  private var comeSections: IndexSet = []

  private func cells() -> [[UITableViewCell]] {
    guard let dataSource else { return [] }
    return (0..<dataSource.numberOfSections(in: self)).map { section in
      (0..<dataSource.tableView(self, numberOfRowsInSection: section)).map {
        dataSource.tableView(self, cellForRowAt: IndexPath(row: $0, section: section))
      }
    }
  }

  private func header(ofSection section: Int) -> UITableViewHeaderFooterView {
    let header = UITableViewHeaderFooterView(frame: .zero)
    header.textLabel?.text = dataSource?.tableView(self, titleForHeaderInSection: section)
    return header
  }

  // MARK: Cells

  /// Sets the class of cells.
  public func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {
    classes[identifier] = cellClass as? UITableViewCell.Type
  }

  /// Returns a cell.
  public func dequeueReusableCell(
    withIdentifier identifier: String, for indexPath: IndexPath
  ) -> UITableViewCell {
    guard let type = classes[identifier] else {
      preconditionFailure("must register a class for the identifier \(identifier)")
    }
    return type.init(frame: .zero)
  }

  /// Returns a cell that is shown.
  public func cellForRow(at indexPath: IndexPath) -> UITableViewCell? {
    let cells = model.shown
    guard cells.indices.contains(indexPath.section),
      cells[indexPath.section].indices.contains(indexPath.row)
    else { return nil }
    return cells[indexPath.section][indexPath.row]
  }

  /// Returns the header of a section that is shown.
  public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
    headers.indices.contains(section) ? headers[section] : nil
  }

  // MARK: Updates

  /// Loads what it has not.
  public override func layoutIfNeeded() {
    model.layOut()
    if headers.isEmpty { headers = model.shown.indices.map(header) }
  }

  /// Has everything be loaded anew.
  public func reloadData() {
    model.reloadData()
    headers = []
  }

  /// Carries out calls as one update.
  public func performBatchUpdates(
    _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
  ) {
    (goneSections, comeSections) = ([], [])
    model.performBatchUpdates { updates?() }
    guard model.exception == nil else { return }
    for section in goneSections.reversed() { headers.remove(at: section) }
    for section in comeSections { headers.insert(header(ofSection: section), at: section) }
    completion?(true)
  }

  /// Deletes sections of the source.
  public func deleteSections(_ sections: IndexSet, with animation: RowAnimation) {
    goneSections.formUnion(sections)
    for section in sections { model.deleteSection(section) }
  }

  /// Inserts sections of the target.
  public func insertSections(_ sections: IndexSet, with animation: RowAnimation) {
    comeSections.formUnion(sections)
    for section in sections { model.insertSection(section) }
  }

  /// Deletes rows of the source.
  public func deleteRows(at paths: [IndexPath], with animation: RowAnimation) {
    for path in paths { model.deleteItem(ItemPath(path)) }
  }

  /// Inserts rows of the target.
  public func insertRows(at paths: [IndexPath], with animation: RowAnimation) {
    for path in paths { model.insertItem(ItemPath(path)) }
  }

  /// Moves a row.
  public func moveRow(at source: IndexPath, to target: IndexPath) {
    model.moveItem(ItemPath(source), to: ItemPath(target))
  }
}
