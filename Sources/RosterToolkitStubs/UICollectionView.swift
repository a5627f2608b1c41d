#if os(Linux)
  public import Foundation
  internal import RosterCore
  internal import RosterToolkitModels

  /// What a collection view asks.
  @MainActor public protocol UICollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: UICollectionView) -> Int

    func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell

    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView

    func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool

    func collectionView(
      _ collectionView: UICollectionView, moveItemAt sourceIndexPath: IndexPath,
      to destinationIndexPath: IndexPath
    )
  }

  /// What is told which cells are on the screen.
  @MainActor public protocol UICollectionViewDelegate: UIScrollViewDelegate {
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath)

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath)

    func collectionView(
      _ collectionView: UICollectionView,
      willDisplaySupplementaryView view: UICollectionReusableView,
      forElementKind elementKind: String, at indexPath: IndexPath)

    func collectionView(
      _ collectionView: UICollectionView,
      didEndDisplayingSupplementaryView view: UICollectionReusableView,
      forElementOfKind elementKind: String, at indexPath: IndexPath)
  }

  /// What a collection view tells of items that it will show.
  @MainActor public protocol UICollectionViewDataSourcePrefetching: AnyObject {
    func collectionView(_ collectionView: UICollectionView, prefetchItemsAt indexPaths: [IndexPath])

    func collectionView(
      _ collectionView: UICollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
  }

  /// A collection view without a screen.
  @MainActor
  public final class UICollectionView:
    ModelledListView<UICollectionViewCell, UICollectionReusableView>
  {
    /// The kind of headers.
    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"
    /// The kind of footers.
    public static let elementKindSectionFooter = "UICollectionElementKindSectionFooter"

    /// What it tells of items that it will show.
    public weak var prefetchDataSource: (any UICollectionViewDataSourcePrefetching)?
    /// What it asks.
    public weak var dataSource: (any UICollectionViewDataSource)?
    /// Whether it shows headers.
    public var showsHeaders = false
    /// Whether it shows footers.
    public var showsFooters = false
    /// Where it places its cells.
    public private(set) var collectionViewLayout = UICollectionViewLayout()
    private var classes: [String: UIView.Type] = [:]
    private var given: Set<ObjectIdentifier> = []
    private var identifiers: [ObjectIdentifier: String] = [:]
    /// What was given, so that no other view has its identity.
    private var kept: [UIView] = []
    /// Whether cells that have gone are used again, and in an update cells are asked for only where they come. If not, the
    /// data source is asked for all, of which most are not shown.
    public var reusesCells = false
    /// What stands in an update where cells come.
    private var placeholders: [UICollectionViewCell]?
    /// The cells that may be used again, the last one first.
    private var pool: [String: [UIView]] = [:]
    /// The cells that are on the screen, as its delegate was told.
    private var displayed: [UICollectionViewCell] = []
    /// The headers and footers that are on the screen, as its delegate was told.
    private var displayedSupplements: [SupplementKind: [UICollectionReusableView]] = [:]
    /// The heights of headers and footers, as they were measured.
    private var supplementHeights: [ObjectIdentifier: CGFloat] = [:]

    /// Makes a view.
    public convenience init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) {
      self.init(frame: frame)
      self.collectionViewLayout = collectionViewLayout
      collectionViewLayout.collectionView = self
      guard let layout = collectionViewLayout as? UICollectionViewCompositionalLayout else {
        return
      }
      let kinds = layout.section.boundarySupplementaryItems.map(\.elementKind)
      showsHeaders = kinds.contains(Self.elementKindSectionHeader)
      showsFooters = kinds.contains(Self.elementKindSectionFooter)
    }

    override func cells() -> [[UICollectionViewCell]] {
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.collectionView(self, numberOfItemsInSection: section)).map {
          if placeholders != nil { return placeholder() }
          return checked(
            dataSource.collectionView(self, cellForItemAt: IndexPath(item: $0, section: section)))
        }
      }
    }

    override func supplement(
      _ kind: SupplementKind, ofSection section: Int
    ) -> UICollectionReusableView? {
      guard kind == .header ? showsHeaders : showsFooters, let dataSource else { return nil }
      return checked(
        dataSource.collectionView(
          self, viewForSupplementaryElementOfKind: Self.name(of: kind),
          at: IndexPath(item: 0, section: section)))
    }

    private static func name(of kind: SupplementKind) -> String {
      kind == .header ? elementKindSectionHeader : elementKindSectionFooter
    }

    private static func kind(of name: String) -> SupplementKind? {
      SupplementKind.allCases.first { self.name(of: $0) == name }
    }

    // MARK: Cells

    /// Sets the class of cells.
    public func register(_ cellClass: AnyClass?, forCellWithReuseIdentifier identifier: String) {
      classes[identifier] = cellClass as? UIView.Type
    }

    /// Sets the class of headers and footers.
    public func register(
      _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: String,
      withReuseIdentifier identifier: String
    ) {
      classes[identifier] = viewClass as? UIView.Type
    }

    /// Returns a cell.
    public func dequeueReusableCell(
      withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionViewCell {
      reconfigured(as: identifier) ?? made(identifier)
    }

    /// Returns a header or footer.
    public func dequeueReusableSupplementaryView(
      ofKind kind: String, withReuseIdentifier identifier: String, for indexPath: IndexPath
    ) -> UICollectionReusableView {
      made(identifier)
    }

    private func made<View: UIView>(_ identifier: String) -> View {
      guard let type = classes[identifier] as? View.Type else {
        preconditionFailure("must register a class for the identifier \(identifier)")
      }
      let view = (pool[identifier]?.popLast() as? View) ?? type.init(frame: .zero)
      given.insert(ObjectIdentifier(view))
      identifiers[ObjectIdentifier(view)] = identifier
      kept.append(view)
      return view
    }

    /// The cell that is configured again, if it was given by the same identifier.
    private func reconfigured(as identifier: String) -> UICollectionViewCell? {
      reconfigured.flatMap { identifiers[ObjectIdentifier($0)] == identifier ? $0 : nil }
    }

    /// A view that the data source returns is one that it was given.
    private func checked<View: UIView>(_ view: View) -> View {
      precondition(
        given.remove(ObjectIdentifier(view)) != nil, "a view was returned that was not dequeued")
      return view
    }

    /// Returns a header or footer that is shown.
    public func supplementaryView(
      forElementKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? {
      Self.kind(of: kind).flatMap { shownSupplement($0, ofSection: indexPath.section) }
    }

    /// Returns how large a header or footer is; `nil` if there is none. It has no height among the items.
    public func layoutAttributesForSupplementaryElement(
      ofKind kind: String, at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      guard let shown = supplementaryView(forElementKind: kind, at: indexPath) else { return nil }
      let height = supplementHeights[ObjectIdentifier(shown)] ?? 0
      return UICollectionViewLayoutAttributes(
        frame: CGRect(x: 0, y: 0, width: bounds.width, height: height))
    }

    /// Has headers or footers be measured again.
    func invalidateSupplements(_ kind: String, at paths: [IndexPath]) {
      for path in paths {
        guard let shown = supplementaryView(forElementKind: kind, at: path) else { continue }
        supplementHeights[ObjectIdentifier(shown)] = nil
      }
      measureSupplements()
    }

    private func measureSupplements() {
      for shown in headers + footers where supplementHeights[ObjectIdentifier(shown)] == nil {
        supplementHeights[ObjectIdentifier(shown)] = CGFloat(wantedHeight(of: shown))
      }
    }

    /// Returns a cell that is shown; `nil` if there is none.
    public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
      guard frame(at: indexPath) != nil else { return nil }
      return model.shown[indexPath.section][indexPath.item]
    }

    /// The number of items of a section.
    public func numberOfItems(inSection section: Int) -> Int { itemCount(inSection: section) }

    // MARK: Scrolling and selection

    /// The paths of the items that are seen, in no order.
    public var indexPathsForVisibleItems: [IndexPath] { visiblePaths }

    /// Returns where an item stands; `nil` if there is none.
    public func layoutAttributesForItem(
      at indexPath: IndexPath
    ) -> UICollectionViewLayoutAttributes? {
      frame(at: indexPath).map(UICollectionViewLayoutAttributes.init)
    }

    /// Where a selected item is scrolled to.
    public struct ScrollPosition: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes a position.
      public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// The paths of the items that are selected, in no order.
    public var indexPathsForSelectedItems: [IndexPath]? { selectedPaths.reversed() }

    /// Selects an item.
    public func selectItem(
      at indexPath: IndexPath?, animated: Bool, scrollPosition: ScrollPosition
    ) {
      if let indexPath { setSelected(true, at: indexPath) }
    }

    /// Selects an item no longer.
    public func deselectItem(at indexPath: IndexPath, animated: Bool) {
      setSelected(false, at: indexPath)
    }

    override func height(of cell: UICollectionViewCell) -> Double { wantedHeight(of: cell) }

    private func wantedHeight(of view: UICollectionReusableView) -> Double {
      let attributes = UICollectionViewLayoutAttributes(
        frame: CGRect(x: 0, y: 0, width: bounds.width, height: 0))
      return Double(view.preferredLayoutAttributesFitting(attributes).size.height)
    }

    // MARK: What is displayed

    public override func layoutIfNeeded() {
      super.layoutIfNeeded()
      display(model.shown)
    }

    public override func reloadData() {
      super.reloadData()
      display([])
    }

    public override func performBatchUpdates(
      _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
      if reusesCells { placeholders = [] }
      super.performBatchUpdates(updates, completion: completion)
      fillPlaceholders()
      display(model.shown)
    }

    private func placeholder() -> UICollectionViewCell {
      let cell = UICollectionViewCell(frame: .zero)
      placeholders?.append(cell)
      return cell
    }

    private func fillPlaceholders() {
      guard let comes = placeholders, let dataSource else { return }
      placeholders = nil
      let identities = Set(comes.map(ObjectIdentifier.init))
      model.replaceCells { former, path in
        guard identities.contains(ObjectIdentifier(former)) else { return nil }
        let path = IndexPath(item: path.item, section: path.section)
        return checked(dataSource.collectionView(self, cellForItemAt: path))
      }
    }

    /// Tells the delegate which cells have come and gone. A cell that has gone is not used again before that.
    private func display(_ shown: [[UICollectionViewCell]]) {
      let delegate = delegate as? any UICollectionViewDelegate
      guard reusesCells || delegate != nil else { return }
      let former = displayed
      displayed = shown.flatMap(\.self)
      let (before, after) = (Set(former), Set(displayed))
      for (section, cells) in shown.enumerated() {
        for (item, cell) in cells.enumerated() where !before.contains(cell) {
          delegate?.collectionView(
            self, willDisplay: cell, forItemAt: IndexPath(item: item, section: section))
        }
      }
      for cell in former where !after.contains(cell) {
        delegate?.collectionView(
          self, didEndDisplaying: cell, forItemAt: IndexPath(item: 0, section: 0))
        guard reusesCells, let identifier = identifiers[ObjectIdentifier(cell)] else { continue }
        pool[identifier, default: []].append(cell)
      }
    }

    override func supplementsChanged() {
      for kind in SupplementKind.allCases { displaySupplements(kind) }
      measureSupplements()
    }

    /// Tells the delegate which headers or footers have come and gone.
    private func displaySupplements(_ kind: SupplementKind) {
      let delegate = delegate as? any UICollectionViewDelegate
      let (former, shown) = (displayedSupplements[kind] ?? [], shownSupplements(kind))
      displayedSupplements[kind] = shown
      let (before, after) = (Set(former), Set(shown))
      for (section, view) in shown.enumerated() where !before.contains(view) {
        delegate?.collectionView(
          self, willDisplaySupplementaryView: view, forElementKind: Self.name(of: kind),
          at: IndexPath(item: 0, section: section))
      }
      for view in former where !after.contains(view) {
        delegate?.collectionView(
          self, didEndDisplayingSupplementaryView: view, forElementOfKind: Self.name(of: kind),
          at: IndexPath(item: 0, section: 0))
        supplementHeights[ObjectIdentifier(view)] = nil
        guard reusesCells, let identifier = identifiers[ObjectIdentifier(view)] else { continue }
        pool[identifier, default: []].append(view)
      }
    }

    // MARK: Updates

    /// Has the data source configure cells again, which the view has and keeps.
    public func reconfigureItems(at paths: [IndexPath]) {
      reconfigure(at: paths) { dataSource?.collectionView(self, cellForItemAt: $0) }
    }

    /// Reloads items of the source.
    public func reloadItems(at paths: [IndexPath]) {
      for path in paths { model.reloadItem(ItemPath(path)) }
    }

    /// Reloads sections of the source.
    public func reloadSections(_ sections: IndexSet) { reloadModelledSections(sections) }

    /// Moves a section of the source. Its header does not move with it: no source of `RosterApple` moves one.
    public func moveSection(_ section: Int, toSection target: Int) {
      model.moveSection(section, to: target)
    }

    /// The user begins to move an item.
    ///
    /// - Returns: Whether the data source lets it be moved.
    @discardableResult
    public func beginInteractiveMovementForItem(at indexPath: IndexPath) -> Bool {
      model.isMoving = dataSource?.collectionView(self, canMoveItemAt: indexPath) ?? false
      return model.isMoving
    }

    /// The user leaves the item where it was.
    public func cancelInteractiveMovement() { model.isMoving = false }

    /// The user drops an item.
    public func moveByHand(_ source: IndexPath, to target: IndexPath) {
      moveByHand(source, to: target) {
        dataSource?.collectionView(self, moveItemAt: source, to: target)
      }
    }
  }
#endif
