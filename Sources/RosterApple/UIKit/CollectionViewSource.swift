#if canImport(UIKit) && !os(watchOS)
  public import UIKit
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(UIKit) && !os(watchOS)) || os(Linux)
  public import RosterCore
  public import RosterEngine

  /// Shows a list in a collection view.
  ///
  ///     source = try CollectionViewSource(inbox, in: collectionView) { (cell: MailCell, row) in
  ///       cell.subject.text = row.model?.subject
  ///     }
  ///
  /// It is the data source of the view, and tells it of each batch of the list in calls that the view does not refuse. A
  /// cell whose model is updated is configured again in place. Keep it for as long as the view is shown. While the user
  /// moves an item, set ``isPaused``.
  ///
  /// No source of this shell has been compiled with Apple's SDK, or run there, yet: see <doc:CollectionViews>.
  @MainActor
  public final class CollectionViewSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, UICollectionViewDataSource
  {
    /// Whether the user may move items. The list then follows, in the turn of the run loop after the drop.
    public var allowsMoves = false

    private let shell: CollectionViewShell
    private let source: ListViewSource<Model, SectionModel>
    private let makeCell: (UICollectionView, IndexPath, ListRow<Model>) -> UICollectionViewCell
    private var makeHeader:
      ((UICollectionView, IndexPath, SectionModel?) -> UICollectionReusableView)?

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source is set, and its cells are registered.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: UICollectionViewCell>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: UICollectionView,
      configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      let identifier = "Roster.\(Cell.self)"
      shell = CollectionViewShell(view)
      source = try ListViewSource(list, in: shell)
      makeCell = { view, path, row in
        let cell = view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
        if let cell = cell as? Cell { configure(cell, row) }
        return cell
      }
      super.init()
      view.register(Cell.self, forCellWithReuseIdentifier: identifier)
      shell.showItem = { [unowned self] cell, path in
        guard let cell = cell as? Cell, let row = source.row(at: path) else { return }
        configure(cell, row)
      }
      view.dataSource = self
    }

    /// Sets what the headers of sections show.
    ///
    /// - Parameter configure: Has a header show the model of a section.
    public func setHeaders<Header: UICollectionReusableView>(
      in view: UICollectionView, configure: @escaping (Header, SectionModel?) -> Void
    ) {
      let (identifier, kind) = ("Roster.\(Header.self)", UICollectionView.elementKindSectionHeader)
      view.register(
        Header.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
      makeHeader = { view, path, model in
        let header = view.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: identifier, for: path)
        if let header = header as? Header { configure(header, model) }
        return header
      }
      shell.showHeader = { [unowned self] header, section in
        if let header = header as? Header { configure(header, source.sectionModel(at: section)) }
      }
    }

    /// The list as the view shows it.
    public var snapshot: ListSnapshot<Model, SectionModel> { source.snapshot }

    /// Why the list is followed no more, or what could not be read or moved last; `nil` if nothing has failed.
    public var failure: (any Error)? { source.failure }

    /// Whether the view is told nothing for now, as while the user moves an item. What waits then becomes one update.
    public var isPaused: Bool {
      get { source.isPaused }
      set { source.isPaused = newValue }
    }

    /// Tells the view of what waits. Call it when a drop has been committed (`hasUncommittedUpdates`).
    public func goOn() { source.goOn() }

    /// Waits until it knows a revision, and has told the view of it unless that is busy: for tests of a screen.
    public func knows(_ revision: Revision) async { await source.knows(revision) }

    // MARK: UICollectionViewDataSource

    /// The number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { source.sectionCount }

    /// The number of items of a section.
    public func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { source.itemCount(inSection: section) }

    /// Returns the cell of an item.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      guard let row = source.row(at: ItemPath(indexPath)) else {
        return UICollectionViewCell(frame: .zero)
      }
      return makeCell(collectionView, indexPath, row)
    }

    /// Returns the header of a section.
    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      guard kind == UICollectionView.elementKindSectionHeader, let makeHeader else {
        return UICollectionReusableView(frame: .zero)
      }
      return makeHeader(
        collectionView, indexPath, source.sectionModel(at: indexPath.section))
    }

    /// Whether the user may move an item.
    public func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { allowsMoves }

    /// Moves an item in the list, which the user has moved in the view.
    public func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    ) {
      source.move(ItemPath(sourceIndexPath), to: ItemPath(destinationIndexPath))
      // Within this turn of the run loop the view still ends the move.
      Task { [weak self] in self?.goOn() }
    }
  }

  /// A collection view, as a source of rows tells it.
  @MainActor private final class CollectionViewShell: ListView {
    private weak var view: UICollectionView?
    var showItem: (UICollectionViewCell, ItemPath) -> Void = { _, _ in }
    var showHeader: (UICollectionReusableView, Int) -> Void = { _, _ in }
    init(_ view: UICollectionView) { self.view = view }

    /// Without a window it would load its counts only when they have changed. With one it loads them now, if it has not.
    var isLoaded: Bool {
      guard let view, view.window != nil else { return false }
      view.layoutIfNeeded()
      return true
    }

    var isBusy: Bool { view?.hasUncommittedUpdates ?? true }

    func reload() {
      view?.reloadData()
    }

    func perform(_ updates: ViewUpdates, _ swap: @escaping () -> Void) {
      guard let view else { return }
      view.performBatchUpdates(
        {
          swap()
          view.deleteSections(IndexSet(updates.deletedSections))
          view.insertSections(IndexSet(updates.insertedSections))
          view.deleteItems(at: updates.deletedItems.map(IndexPath.init))
          view.insertItems(at: updates.insertedItems.map(IndexPath.init))
          for move in updates.movedItems {
            view.moveItem(at: IndexPath(move.source), to: IndexPath(move.target))
          }
        }, completion: nil)
    }

    func showAgain(_ items: [ItemPath], sections: [Int]) {
      guard let view else { return }
      for path in items {
        if let cell = view.cellForItem(at: IndexPath(path)) { showItem(cell, path) }
      }
      for section in sections {
        let path = IndexPath(item: 0, section: section)
        let kind = UICollectionView.elementKindSectionHeader
        if let header = view.supplementaryView(forElementKind: kind, at: path) {
          showHeader(header, section)
        }
      }
    }
  }

  extension ItemPath {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
  }

  extension IndexPath {
    init(_ path: ItemPath) { self.init(item: path.item, section: path.section) }
  }
#endif
