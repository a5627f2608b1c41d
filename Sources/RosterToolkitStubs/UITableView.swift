#if os(Linux)
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
      case none = 5
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
    /// A cell that is configured again.
    private var reconfigured: UITableViewCell?
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
      if let reconfigured { return reconfigured }
      guard let type = classes[identifier] else {
        preconditionFailure("must register a class for the identifier \(identifier)")
      }
      return type.init(frame: .zero)
    }

    /// Returns the header of a section that is shown.
    public func headerView(forSection section: Int) -> UITableViewHeaderFooterView? {
      headers.indices.contains(section) ? headers[section] : nil
    }

    /// The number of sections, which it loads if it has not.
    public var numberOfSections: Int {
      layoutIfNeeded()
      return model.counts.count
    }

    /// The number of rows of a section.
    public func numberOfRows(inSection section: Int) -> Int {
      let counts = model.counts
      return counts.indices.contains(section) ? counts[section] : 0
    }

    /// Has the data source configure cells again, which the view has and keeps.
    public func reconfigureRows(at paths: [IndexPath]) {
      guard let dataSource, model.exception == nil else { return }
      for path in paths where model.shown.indices.contains(path.section) {
        let cell = model.shown[path.section][path.row]
        reconfigured = cell
        let answer = dataSource.tableView(self, cellForRowAt: path)
        reconfigured = nil
        precondition(
          answer === cell, "the cell of \(path) is configured again, and another one was returned")
      }
    }

    // MARK: Updates

    /// Whether updates end at once. If not, they animate until ``endUpdates()``.
    public var endsUpdates = true
    private var completions: [(Bool) -> Void] = []

    /// Ends the updates that animate.
    public func endUpdates() {
      let ended = completions
      completions = []
      for completion in ended { completion(true) }
    }

    private func complete(_ completion: ((Bool) -> Void)?) {
      if let completion { completions.append(completion) }
      if endsUpdates { endUpdates() }
    }

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
      precondition(window != nil, "an update of a view without a window")
      (goneSections, comeSections) = ([], [])
      model.performBatchUpdates { updates?() }
      guard model.exception == nil else { return }
      for section in goneSections.reversed() { headers.remove(at: section) }
      for section in comeSections { headers.insert(header(ofSection: section), at: section) }
      complete(completion)
    }

    /// The user drops a row.
    public func moveByHand(_ source: IndexPath, to target: IndexPath) {
      model.moveByHand(ItemPath(source), to: ItemPath(target)) {
        dataSource?.tableView(self, moveRowAt: source, to: target)
      }
    }

    /// Reloads sections of the source with their headers.
    public func reloadSections(_ sections: IndexSet, with animation: RowAnimation) {
      goneSections.formUnion(sections)
      comeSections.formUnion(sections)
      for section in sections { model.reloadSection(section) }
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
#endif
