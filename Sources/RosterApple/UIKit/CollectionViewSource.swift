#if canImport(UIKit) && !os(watchOS)
  public import Foundation
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
  /// cell whose model is updated is configured again in place, also one that the view has prepared and does not show yet.
  /// Keep it for as long as the view is shown. A view that is busy is told later, and of all that has come as one update.
  ///
  /// The first visible row stays where it is, or what ``ListViewSource/keptPosition`` says. The selection is kept by item: an
  /// item that moves, or that is loaded anew, stays selected.
  ///
  /// No source of this shell has been compiled with Apple's SDK, or run there, yet: see <doc:CollectionViews>.
  @MainActor
  public final class CollectionViewSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, UICollectionViewDataSource, UICollectionViewDataSourcePrefetching
  {
    /// Whether the user may move items, which moves them in the list. A list that is derived from another one does not take
    /// that.
    public var allowsMoves = false

    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    private let shell: CollectionViewShell<Model, SectionModel>
    private let makeCell: (UICollectionView, IndexPath, ListRow<Model>?) -> UICollectionViewCell
    /// What makes the headers and footers, by their kind.
    private var makeSupplement:
      [String: (UICollectionView, IndexPath, ListSection<SectionModel>?) ->
        UICollectionReusableView] = [:]

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source and its prefetching are set, and its cells are
    ///     registered.
    ///   - settling: How long the view is told nothing after the user has moved an item: it ends that in an animation.
    ///   - configure: Has a cell show a row: a new cell, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Cell: UICollectionViewCell>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: UICollectionView,
      settling: Duration = .milliseconds(400),
      configure: @escaping (Cell, ListRow<Model>) -> Void
    ) throws {
      let identifier = "Roster.\(Cell.self)"
      shell = CollectionViewShell(view)
      rows = try ListViewSource(list, in: shell, settling: settling)
      makeCell = { view, path, row in
        let cell = view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
        if let row, let cell = cell as? Cell { configure(cell, row) }
        return cell
      }
      super.init()
      view.register(Cell.self, forCellWithReuseIdentifier: identifier)
      shell.source = self
      view.dataSource = self
      view.prefetchDataSource = self
      // It may have loaded the counts of another source.
      view.reloadData()
    }

    /// What stands where there is no header or footer: a view takes only what it has given.
    private static var none: String { "Roster.none" }

    /// Sets what the headers of sections show, for which the layout of the view has to have room.
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of headers is registered.
    ///   - configure: Has a header show a section: a new header, one that is used again, and one whose section has
    ///     changed.
    public func setHeaders<Header: UICollectionReusableView>(
      in view: UICollectionView,
      configure: @escaping (Header, ListSection<SectionModel>) -> Void
    ) { setSupplements(UICollectionView.elementKindSectionHeader, in: view, configure) }

    /// Sets what the footers of sections show, for which the layout of the view has to have room.
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of footers is registered.
    ///   - configure: Has a footer show a section: a new footer, one that is used again, and one whose section has
    ///     changed.
    public func setFooters<Footer: UICollectionReusableView>(
      in view: UICollectionView,
      configure: @escaping (Footer, ListSection<SectionModel>) -> Void
    ) { setSupplements(UICollectionView.elementKindSectionFooter, in: view, configure) }

    private func setSupplements<Supplement: UICollectionReusableView>(
      _ kind: String, in view: UICollectionView,
      _ configure: @escaping (Supplement, ListSection<SectionModel>) -> Void
    ) {
      let identifier = "Roster.\(Supplement.self)"
      view.register(
        Supplement.self, forSupplementaryViewOfKind: kind, withReuseIdentifier: identifier)
      makeSupplement[kind] = { view, path, section in
        let made = view.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: identifier, for: path)
        if let section, let made = made as? Supplement { configure(made, section) }
        return made
      }
      shell.showSupplement[kind] = { [weak self] shown, index in
        guard let section = self?.rows.section(at: index), let shown = shown as? Supplement else {
          return
        }
        configure(shown, section)
      }
    }

    /// The items that are selected, in the order of the list. Items that the view does not show are not selected.
    ///
    /// - Complexity: O(*m* log *n*) for *m* items.
    public var selection: [ItemID] {
      get { shell.selection }
      set { shell.select(newValue) }
    }

    // MARK: UICollectionViewDataSource

    /// The number of sections.
    public func numberOfSections(in collectionView: UICollectionView) -> Int { rows.sectionCount }

    /// The number of items of a section.
    public func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { rows.itemCount(inSection: section) }

    /// Returns the cell of an item.
    public func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      rows.visibleRowsChanged()
      // A cell whose row cannot be found shows what it has shown.
      return makeCell(collectionView, indexPath, rows.row(at: ItemPath(indexPath)))
    }

    /// Returns the header or footer of a section.
    public func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      guard let make = makeSupplement[kind] else {
        collectionView.register(
          UICollectionReusableView.self, forSupplementaryViewOfKind: kind,
          withReuseIdentifier: Self.none)
        return collectionView.dequeueReusableSupplementaryView(
          ofKind: kind, withReuseIdentifier: Self.none, for: indexPath)
      }
      return make(collectionView, indexPath, rows.section(at: indexPath.section))
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
      rows.move(ItemPath(sourceIndexPath), to: ItemPath(destinationIndexPath))
    }

    // MARK: UICollectionViewDataSourcePrefetching

    /// The view will show items soon.
    public func collectionView(
      _ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath]
    ) { rows.prefetch(indexPaths.map(ItemPath.init)) }

    /// The view will not show items after all.
    public func collectionView(
      _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) { rows.cancelPrefetching(indexPaths.map(ItemPath.init)) }
  }
#endif
