#if canImport(AppKit) && !targetEnvironment(macCatalyst)
  public import AppKit
  public import Foundation
#elseif os(Linux)
  public import Foundation
  public import RosterToolkitStubs
#endif

#if (canImport(AppKit) && !targetEnvironment(macCatalyst)) || os(Linux)
  public import RosterCore
  public import RosterEngine

  /// Shows a list in a collection view of AppKit, whose cells are `NSCollectionViewItem`.
  ///
  ///     source = try CollectionViewItemSource(inbox, in: collectionView) { (item: MailItem, row) in
  ///       item.subject.stringValue = row.model?.subject ?? ""
  ///     }
  ///
  /// It does for such a view what ``CollectionViewSource`` does for one of UIKit, in the same calls: they have the same rules.
  /// The view has no call that shows an item again, so the source configures the items itself. After an update that moves an
  /// item it configures all of them: by reports, a move leaves other items with wrong contents. In a scroll view, the first
  /// visible row stays where it is, or what ``ListViewSource/keptPosition`` says.
  ///
  /// No source of this shell has been compiled with Apple's SDK, or run there, yet: see <doc:CollectionViews>.
  @MainActor
  public final class CollectionViewItemSource<Model: Sendable, SectionModel: Sendable>:
    NSObject, NSCollectionViewDataSource, NSCollectionViewPrefetching, NSCollectionViewDelegate
  {
    /// What the view shows and is told: the snapshot, failures, pauses.
    public let rows: ListViewSource<Model, SectionModel>

    /// Whether the user may move items, one at a time, which moves them in the list, also into another section. A list that is
    /// derived from another one does not take that.
    ///
    /// A view asks its delegate about drags. If it has none, this source becomes it; a delegate of yours calls the functions of
    /// this source with the same names.
    public var allowsMoves = false {
      didSet {
        guard allowsMoves, let view = shell.ownView else { return }
        view.registerForDraggedTypes([ItemDrag.pasteboardType])
        if view.delegate == nil { view.delegate = self }
      }
    }

    private let shell: CollectionViewItemShell<Model, SectionModel>
    private let makeItem: (NSCollectionView, IndexPath, ListRow<Model>?) -> NSCollectionViewItem
    /// What makes the headers and footers, by their kind.
    private var makeSupplement:
      [NSCollectionView.SupplementaryElementKind: (
        NSCollectionView, IndexPath, ListSection<SectionModel>?
      ) -> NSView] = [:]

    /// Shows a list.
    ///
    /// - Parameters:
    ///   - list: The list. It is kept.
    ///   - view: The view, which is not kept. Its data source and its prefetching are set, and its items are
    ///     registered.
    ///   - configure: Has an item show a row: a new one, one that is used again, and one whose row has changed.
    /// - Throws: `StorageError`; `closed`.
    public init<Output, Item: NSCollectionViewItem>(
      _ list: ListDataSource<Model, SectionModel, Output>, in view: NSCollectionView,
      configure: @escaping (Item, ListRow<Model>) -> Void
    ) throws {
      let identifier = NSUserInterfaceItemIdentifier("Roster.\(Item.self)")
      let shell = CollectionViewItemShell<Model, SectionModel>(view)
      self.shell = shell
      rows = try ListViewSource(list, in: shell)
      makeItem = { [weak shell] view, path, row in
        let item = view.makeItem(withIdentifier: identifier, for: path)
        if let row, let item = item as? Item { configure(item, row) }
        shell?.noteMade(item)
        return item
      }
      super.init()
      shell.source = self
      shell.showItem = { item, row in
        if let item = item as? Item { configure(item, row) }
      }
      view.register(Item.self, forItemWithIdentifier: identifier)
      view.dataSource = self
      view.prefetchDataSource = self
      // It may have loaded the counts of another source.
      view.reloadData()
    }

    /// What stands where there is no header or footer: a view takes only what it has made.
    private static var none: NSUserInterfaceItemIdentifier { .init("Roster.none") }

    /// Sets what the headers of sections show, for which the layout of the view has to have room.
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of headers is registered.
    ///   - configure: Has a header show a section: a new header, one that is used again, and one whose section has
    ///     changed.
    public func setHeaders<Header: NSView>(
      in view: NSCollectionView,
      configure: @escaping (Header, ListSection<SectionModel>) -> Void
    ) { setSupplements(NSCollectionView.elementKindSectionHeader, in: view, configure) }

    /// Sets what the footers of sections show, for which the layout of the view has to have room.
    ///
    /// - Parameters:
    ///   - view: The view, in which the class of footers is registered.
    ///   - configure: Has a footer show a section: a new footer, one that is used again, and one whose section has
    ///     changed.
    public func setFooters<Footer: NSView>(
      in view: NSCollectionView,
      configure: @escaping (Footer, ListSection<SectionModel>) -> Void
    ) { setSupplements(NSCollectionView.elementKindSectionFooter, in: view, configure) }

    private func setSupplements<Supplement: NSView>(
      _ kind: NSCollectionView.SupplementaryElementKind, in view: NSCollectionView,
      _ configure: @escaping (Supplement, ListSection<SectionModel>) -> Void
    ) {
      let identifier = NSUserInterfaceItemIdentifier("Roster.\(Supplement.self)")
      view.register(
        Supplement.self, forSupplementaryViewOfKind: kind, withIdentifier: identifier)
      makeSupplement[kind] = { view, path, section in
        let made = view.makeSupplementaryView(
          ofKind: kind, withIdentifier: identifier, for: path)
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

    // MARK: NSCollectionViewDataSource

    /// The number of sections.
    public func numberOfSections(in collectionView: NSCollectionView) -> Int { rows.sectionCount }

    /// The number of items of a section.
    public func collectionView(
      _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
    ) -> Int { rows.itemCount(inSection: section) }

    /// Returns the cell of an item.
    public func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      rows.visibleRowsChanged()
      // One whose row cannot be found shows what it has shown.
      return makeItem(collectionView, indexPath, rows.row(at: ItemPath(indexPath)))
    }

    /// Returns the header or footer of a section.
    public func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView {
      guard let make = makeSupplement[kind] else {
        collectionView.register(
          NSView.self, forSupplementaryViewOfKind: kind, withIdentifier: Self.none)
        return collectionView.makeSupplementaryView(
          ofKind: kind, withIdentifier: Self.none, for: indexPath)
      }
      return make(collectionView, indexPath, rows.section(at: indexPath.section))
    }

    // MARK: NSCollectionViewPrefetching

    /// The view will show items soon.
    public func collectionView(
      _ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath]
    ) { rows.prefetch(indexPaths.map(ItemPath.init)) }

    /// The view will not show items after all.
    public func collectionView(
      _ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath]
    ) { rows.cancelPrefetching(indexPaths.map(ItemPath.init)) }

    // MARK: NSCollectionViewDelegate

    /// Returns what is dragged with an item; `nil` if the user may not move it.
    public func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)? { allowsMoves ? ItemDrag.pasteboardItem() : nil }

    /// The user begins to drag items. Until they are dropped, the view is told nothing.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>
    ) {
      let path = indexPaths.count == 1 ? indexPaths.first : nil
      shell.drag.begin(path.flatMap { rows.item(at: ItemPath($0)) })
    }

    /// The user has dropped items, or not.
    public func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, dragOperation operation: NSDragOperation
    ) {
      shell.drag.end()
      rows.goOn()
    }

    /// Returns whether an item may be dropped before another one. What is dropped on one is dropped before it.
    public func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation {
      let proposed = proposedDropIndexPath.pointee
      guard allowsMoves, shell.drag.mayBeDropped(draggingInfo, in: collectionView),
        proposed.length == 2,
        let path = rows.dropPath(
          inSection: proposed.index(atPosition: 0), before: proposed.index(atPosition: 1))
      else { return [] }
      if path.item != proposed.index(atPosition: 1) {
        proposedDropIndexPath.pointee = NSIndexPath(indexes: [path.section, path.item], length: 2)
      }
      proposedDropOperation.pointee = .before
      return .move
    }

    /// Moves an item in the list, which the user has dropped.
    public func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo,
      indexPath: IndexPath, dropOperation: NSCollectionView.DropOperation
    ) -> Bool {
      guard indexPath.count == 2 else { return false }
      return rows.drop(
        shell.drag,
        before: rows.dropPath(inSection: indexPath.section, before: indexPath.item))
    }
  }
#endif
