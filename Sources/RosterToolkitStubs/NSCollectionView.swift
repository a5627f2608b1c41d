#if os(Linux)
  public import Foundation
  internal import RosterCore
  public import RosterToolkitModels

  /// What a collection view asks.
  @MainActor public protocol NSCollectionViewDataSource: AnyObject {
    func numberOfSections(in collectionView: NSCollectionView) -> Int

    func collectionView(
      _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
    ) -> Int

    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem

    func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView
  }

  /// What a collection view tells of items that it will show.
  @MainActor public protocol NSCollectionViewPrefetching: AnyObject {
    func collectionView(
      _ collectionView: NSCollectionView, prefetchItemsAt indexPaths: [IndexPath])

    func collectionView(
      _ collectionView: NSCollectionView, cancelPrefetchingForItemsAt indexPaths: [IndexPath])
  }

  /// What a collection view asks about drags.
  @MainActor public protocol NSCollectionViewDelegate: AnyObject {
    func collectionView(
      _ collectionView: NSCollectionView, pasteboardWriterForItemAt indexPath: IndexPath
    ) -> (any NSPasteboardWriting)?

    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      willBeginAt screenPoint: NSPoint, forItemsAt indexPaths: Set<IndexPath>)

    func collectionView(
      _ collectionView: NSCollectionView, draggingSession session: NSDraggingSession,
      endedAt screenPoint: NSPoint, dragOperation operation: NSDragOperation)

    func collectionView(
      _ collectionView: NSCollectionView, validateDrop draggingInfo: any NSDraggingInfo,
      proposedIndexPath proposedDropIndexPath: AutoreleasingUnsafeMutablePointer<NSIndexPath>,
      dropOperation proposedDropOperation: UnsafeMutablePointer<NSCollectionView.DropOperation>
    ) -> NSDragOperation

    func collectionView(
      _ collectionView: NSCollectionView, acceptDrop draggingInfo: any NSDraggingInfo,
      indexPath: IndexPath, dropOperation: NSCollectionView.DropOperation
    ) -> Bool
  }

  /// A cell of a collection view.
  @MainActor open class NSCollectionViewItem: NSObject {
    private var loadedView: NSView?

    /// What it shows. Its height is that of the cell.
    public var view: NSView {
      get {
        if loadedView == nil { loadView() }
        if let loadedView { return loadedView }
        let view = NSView(frame: .zero)
        loadedView = view
        return view
      }
      set { loadedView = newValue }
    }
    /// Whether it is selected.
    public internal(set) var isSelected = false

    /// Makes a cell.
    public required override init() { super.init() }

    /// Sets what it shows.
    open func loadView() {}

    /// It is used again, or the view has lost what it shows.
    open func prepareForReuse() {}
  }

  /// Where a collection view places its cells.
  @MainActor open class NSCollectionViewLayout: NSObject {
    /// What it places.
    public internal(set) weak var collectionView: NSCollectionView?

    /// Has it place everything anew.
    open func invalidateLayout() { collectionView?.model.invalidateLayout() }

    /// The class of what it takes for ``invalidateLayout(with:)``.
    open class var invalidationContextClass: AnyClass {
      NSCollectionViewLayoutInvalidationContext.self
    }

    /// Has it place anew what is named.
    open func invalidateLayout(with context: NSCollectionViewLayoutInvalidationContext) {
      precondition(
        ObjectIdentifier(type(of: context)) == ObjectIdentifier(Self.invalidationContextClass),
        "a layout takes contexts of its own class")
      for (kind, paths) in context.invalidatedSupplementaryIndexPaths ?? [:] {
        collectionView?.invalidateSupplements(kind, at: paths)
      }
    }
  }

  /// What a layout is to place anew.
  @MainActor open class NSCollectionViewLayoutInvalidationContext: NSObject {
    /// The headers and footers, by their kind.
    public private(set) var invalidatedSupplementaryIndexPaths: [String: Set<IndexPath>]?

    /// Makes a context.
    public required override init() { super.init() }

    /// Names headers or footers.
    open func invalidateSupplementaryElements(ofKind kind: String, at paths: Set<IndexPath>) {
      invalidatedSupplementaryIndexPaths = (invalidatedSupplementaryIndexPaths ?? [:]).merging(
        [kind: paths], uniquingKeysWith: { $0.union($1) })
    }
  }

  /// What a layout that places cells one after the other is to place anew.
  public final class NSCollectionViewFlowLayoutInvalidationContext:
    NSCollectionViewLayoutInvalidationContext
  {}

  /// What a collection view shows: it may say how large it wants to be.
  @MainActor public protocol NSCollectionViewElement: AnyObject {
    func preferredLayoutAttributesFitting(
      _ layoutAttributes: NSCollectionViewLayoutAttributes
    ) -> NSCollectionViewLayoutAttributes
  }

  /// A layout that places cells one after the other. Here it says nothing: the cells stand below each other.
  public final class NSCollectionViewFlowLayout: NSCollectionViewLayout {
    /// The size of a cell.
    public var itemSize = NSSize(width: 50, height: 50)
    /// The least distance between lines.
    public var minimumLineSpacing: CGFloat = 10
    /// The least distance between cells of a line.
    public var minimumInteritemSpacing: CGFloat = 10

    public override class var invalidationContextClass: AnyClass {
      NSCollectionViewFlowLayoutInvalidationContext.self
    }
  }

  /// Where a layout has placed something.
  public final class NSCollectionViewLayoutAttributes: NSObject, NSCopying {
    /// The place.
    public var frame: CGRect

    init(frame: CGRect) {
      self.frame = frame
      super.init()
    }

    /// The size.
    public var size: NSSize {
      get { frame.size }
      set { frame.size = newValue }
    }

    /// Returns a copy.
    public func copy(with zone: NSZone?) -> Any { NSCollectionViewLayoutAttributes(frame: frame) }
  }

  /// A collection view without a screen, by the rules of a model of such views. A move leaves the others of its items with
  /// contents that are not theirs, as is reported: each is prepared to be used again.
  @MainActor public final class NSCollectionView: NSView {
    /// Which part of a section a view is.
    public typealias SupplementaryElementKind = String

    /// The kind of headers.
    public static let elementKindSectionHeader: SupplementaryElementKind =
      "NSCollectionElementKindSectionHeader"
    /// The kind of footers.
    public static let elementKindSectionFooter: SupplementaryElementKind =
      "NSCollectionElementKindSectionFooter"

    /// Where something is dropped: on an item, or before it.
    public enum DropOperation: Int, Sendable {
      case on, before
    }

    /// Where items are scrolled to that are selected.
    public struct ScrollPosition: OptionSet, Sendable {
      /// The bits.
      public let rawValue: UInt

      /// Makes a position.
      public init(rawValue: UInt) { self.rawValue = rawValue }
    }

    /// What it asks.
    public weak var dataSource: (any NSCollectionViewDataSource)?
    /// What it asks about drags.
    public weak var delegate: (any NSCollectionViewDelegate)?
    /// What it tells of items that it will show.
    public weak var prefetchDataSource: (any NSCollectionViewPrefetching)?
    /// Where it places its cells.
    public var collectionViewLayout: NSCollectionViewLayout? {
      didSet { collectionViewLayout?.collectionView = self }
    }
    /// Whether it shows headers, as its layout says.
    public var showsHeaders = false
    /// Whether it shows footers, as its layout says.
    public var showsFooters = false
    /// Whether updates end at once. If not, they animate until ``endUpdates()``.
    public var endsUpdates = true
    /// How many updates it was told of by its animator, while changes took time.
    public private(set) var animatedUpdateCount = 0
    /// The headers and footers that are shown, by section.
    private var supplements: [SupplementaryElementKind: [NSView]] = [:]
    /// The heights of headers and footers that say how high they want to be.
    private var supplementHeights: [ObjectIdentifier: CGFloat] = [:]
    private var classes: [NSUserInterfaceItemIdentifier: AnyClass] = [:]
    /// What was given and not returned yet.
    private var given: [ObjectIdentifier: NSObject] = [:]
    /// Where the items are shown, once that was asked for; `nil` when they may be elsewhere.
    private var shownPaths: [ObjectIdentifier: IndexPath]?
    private var completions: [(Bool) -> Void] = []
    private var (goneSections, comeSections): (IndexSet, IndexSet) = ([], [])
    private var movesItems = false
    private var isAnimator = false
    private var drag: HandDrag?
    /// Where the last drop was shown, and made, which is not always where the user has proposed it.
    public private(set) var shownDrop: (path: IndexPath, operation: DropOperation)?

    /// The model, by whose rules it is.
    public private(set) lazy var model = CollectionViewModel<NSCollectionViewItem>(
      height: { Double($0.view.bounds.height) }, source: { [unowned self] in items() })

    private func items() -> [[NSCollectionViewItem]] {
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.collectionView(self, numberOfItemsInSection: section)).map {
          checked(
            dataSource.collectionView(
              self, itemForRepresentedObjectAt: IndexPath(item: $0, section: section)))
        }
      }
    }

    private var supplementKinds: [SupplementaryElementKind] {
      (showsHeaders ? [Self.elementKindSectionHeader] : [])
        + (showsFooters ? [Self.elementKindSectionFooter] : [])
    }

    private func supplement(_ kind: SupplementaryElementKind, ofSection section: Int) -> NSView? {
      guard supplementKinds.contains(kind), let dataSource else { return nil }
      let view = checked(
        dataSource.collectionView(
          self, viewForSupplementaryElementOfKind: kind, at: IndexPath(item: 0, section: section)))
      view.window = window
      return view
    }

    private func shownSupplements(_ kind: SupplementaryElementKind) -> [NSView] {
      supplements[kind] ?? []
    }

    /// Takes what is no longer shown out of the window.
    private func removeSupplements(_ views: [NSView]) {
      for view in views {
        supplementHeights[ObjectIdentifier(view)] = nil
        view.window = nil
      }
    }

    /// Has headers or footers be measured again.
    func invalidateSupplements(_ kind: SupplementaryElementKind, at paths: Set<IndexPath>) {
      for path in paths {
        guard let shown = supplementaryView(forElementKind: kind, at: path) else { continue }
        supplementHeights[ObjectIdentifier(shown)] = nil
      }
      measureSupplements()
    }

    private func measureSupplements() {
      for shown in headers + footers where supplementHeights[ObjectIdentifier(shown)] == nil {
        guard let element = shown as? any NSCollectionViewElement else { continue }
        let proposed = NSCollectionViewLayoutAttributes(
          frame: CGRect(x: 0, y: 0, width: super.bounds.width, height: 0))
        supplementHeights[ObjectIdentifier(shown)] =
          element.preferredLayoutAttributesFitting(proposed).size.height
      }
    }

    // MARK: Cells

    /// Sets the class of items.
    public func register(
      _ itemClass: AnyClass?, forItemWithIdentifier identifier: NSUserInterfaceItemIdentifier
    ) { classes[identifier] = itemClass }

    /// Sets the class of headers and footers.
    public func register(
      _ viewClass: AnyClass?, forSupplementaryViewOfKind kind: SupplementaryElementKind,
      withIdentifier identifier: NSUserInterfaceItemIdentifier
    ) { classes[identifier] = viewClass }

    /// Returns an item.
    public func makeItem(
      withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
    ) -> NSCollectionViewItem {
      guard let type = classes[identifier] as? NSCollectionViewItem.Type else {
        preconditionFailure("must register a class for the identifier \(identifier.rawValue)")
      }
      return give(type.init())
    }

    /// Returns a header or footer.
    public func makeSupplementaryView(
      ofKind kind: SupplementaryElementKind,
      withIdentifier identifier: NSUserInterfaceItemIdentifier, for indexPath: IndexPath
    ) -> NSView {
      guard let type = classes[identifier] as? NSView.Type else {
        preconditionFailure("must register a class for the identifier \(identifier.rawValue)")
      }
      return give(type.init(frame: .zero))
    }

    private func give<Given: NSObject>(_ object: Given) -> Given {
      given[ObjectIdentifier(object)] = object
      return object
    }

    private func checked<Given: NSObject>(_ object: Given) -> Given {
      precondition(
        given.removeValue(forKey: ObjectIdentifier(object)) != nil,
        "what was returned was not made by the view")
      return object
    }

    // MARK: What is shown

    /// The number of sections, which it loads if it has not.
    public var numberOfSections: Int {
      layoutSubtreeIfNeeded()
      return model.counts.count
    }

    /// The number of items of a section.
    public func numberOfItems(inSection section: Int) -> Int {
      let counts = model.counts
      return counts.indices.contains(section) ? counts[section] : 0
    }

    /// Returns an item that is shown; `nil` if there is none.
    public func item(at indexPath: IndexPath) -> NSCollectionViewItem? {
      guard model.span(of: ItemPath(indexPath)) != nil else { return nil }
      return model.shown[indexPath.section][indexPath.item]
    }

    /// Returns where an item is shown; `nil` if it is not.
    public func indexPath(for item: NSCollectionViewItem) -> IndexPath? {
      if let shownPaths { return shownPaths[ObjectIdentifier(item)] }
      var paths: [ObjectIdentifier: IndexPath] = [:]
      for (section, items) in model.shown.enumerated() {
        for (index, item) in items.enumerated() {
          paths[ObjectIdentifier(item)] = IndexPath(item: index, section: section)
        }
      }
      shownPaths = paths
      return paths[ObjectIdentifier(item)]
    }

    /// The headers that are shown, by section.
    public var headers: [NSView] { shownSupplements(Self.elementKindSectionHeader) }

    /// The footers that are shown, by section.
    public var footers: [NSView] { shownSupplements(Self.elementKindSectionFooter) }

    /// Returns a header or footer that is shown.
    public func supplementaryView(
      forElementKind kind: SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSView? {
      let shown = shownSupplements(kind)
      return shown.indices.contains(indexPath.section) ? shown[indexPath.section] : nil
    }

    /// Returns how large a header or footer is; `nil` if there is none. It has no height among the items.
    public func layoutAttributesForSupplementaryElement(
      ofKind kind: SupplementaryElementKind, at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? {
      guard let shown = supplementaryView(forElementKind: kind, at: indexPath) else { return nil }
      let height = supplementHeights[ObjectIdentifier(shown)] ?? shown.bounds.height
      return NSCollectionViewLayoutAttributes(
        frame: CGRect(x: 0, y: 0, width: super.bounds.width, height: height))
    }

    /// The paths of the items that are seen.
    public func indexPathsForVisibleItems() -> Set<IndexPath> {
      Set(model.visibleItems.map { IndexPath(item: $0.item, section: $0.section) })
    }

    /// Returns where an item stands; `nil` if there is none.
    public func layoutAttributesForItem(
      at indexPath: IndexPath
    ) -> NSCollectionViewLayoutAttributes? {
      model.span(of: ItemPath(indexPath)).map {
        NSCollectionViewLayoutAttributes(
          frame: CGRect(
            x: 0, y: $0.start, width: Double(super.bounds.width), height: $0.end - $0.start))
      }
    }

    public override var bounds: CGRect {
      get {
        CGRect(
          origin: .zero,
          size: CGSize(
            width: super.bounds.width,
            height: CGFloat(max(model.contentLength, model.visibleLength))))
      }
      set { super.bounds = newValue }
    }

    /// Loads what it has not.
    public override func layoutSubtreeIfNeeded() {
      shownPaths = nil
      model.layOut()
      for kind in supplementKinds where shownSupplements(kind).isEmpty {
        supplements[kind] = model.shown.indices.compactMap { supplement(kind, ofSection: $0) }
      }
      measureSupplements()
    }

    // MARK: Selection

    /// The paths of the items that are selected. They stay so while the view keeps them.
    public var selectionIndexPaths: Set<IndexPath> {
      Set(model.shown.joined().filter(\.isSelected).compactMap(indexPath(for:)))
    }

    /// Selects items.
    public func selectItems(at paths: Set<IndexPath>, scrollPosition: ScrollPosition) {
      setSelected(true, at: paths)
    }

    /// Selects items no longer.
    public func deselectItems(at paths: Set<IndexPath>) { setSelected(false, at: paths) }

    private func setSelected(_ isSelected: Bool, at paths: Set<IndexPath>) {
      layoutSubtreeIfNeeded()
      for path in paths {
        guard let item = item(at: path) else { preconditionFailure("there is no item at \(path)") }
        item.isSelected = isSelected
      }
    }

    // MARK: Dragging

    /// The user begins to drag items.
    ///
    /// - Returns: Whether the delegate lets them be dragged.
    public func dragByHand(_ paths: Set<IndexPath>) -> Bool {
      guard let delegate,
        paths.allSatisfy({
          delegate.collectionView(self, pasteboardWriterForItemAt: $0) != nil
        })
      else { return false }
      let drag = HandDrag(from: self)
      self.drag = drag
      delegate.collectionView(
        self, draggingSession: drag.session, willBeginAt: .zero, forItemsAt: paths)
      return true
    }

    /// The user drops what is dragged.
    ///
    /// - Parameters:
    ///   - path: Where it is dropped.
    ///   - operation: Whether it is dropped on the item or before it.
    ///   - isForeign: Whether it was dragged from somewhere else.
    /// - Returns: Whether the delegate takes it.
    public func dropByHand(
      _ path: IndexPath, _ operation: DropOperation = .before, isForeign: Bool = false
    ) -> Bool {
      guard let delegate, let drag else { return false }
      let info = isForeign ? HandDrag(from: nil) : drag
      var (place, shown) = (NSIndexPath(indexes: Array(path), length: path.count), operation)
      let proposed =
        draggedTypes.isEmpty
        ? []
        : withUnsafeMutablePointer(to: &place) { place in
          delegate.collectionView(
            self, validateDrop: info,
            proposedIndexPath: AutoreleasingUnsafeMutablePointer(place), dropOperation: &shown)
        }
      let shownPath = IndexPath(indexes: (0..<place.length).map { place.index(atPosition: $0) })
      shownDrop = (shownPath, shown)
      let isTaken =
        proposed != []
        && delegate.collectionView(
          self, acceptDrop: info, indexPath: shownPath, dropOperation: shown)
      endDragByHand(isTaken ? .move : [])
      return isTaken
    }

    /// The drag ends: the user has cancelled it, or it was dropped.
    public func endDragByHand(_ operation: NSDragOperation = []) {
      guard let drag else { return }
      self.drag = nil
      delegate?.collectionView(
        self, draggingSession: drag.session, endedAt: .zero, dragOperation: operation)
    }

    // MARK: Updates

    /// The same view, whose updates are animated.
    public func animator() -> NSCollectionView {
      isAnimator = true
      return self
    }

    /// Ends the updates that animate.
    public func endUpdates() {
      let ended = completions
      completions = []
      for completion in ended { completion(true) }
    }

    /// Has everything be loaded anew.
    public func reloadData() {
      for item in model.shown.joined() { item.isSelected = false }
      model.reloadData()
      removeSupplements(headers + footers)
      supplements = [:]
    }

    /// Carries out calls as one update.
    public func performBatchUpdates(
      _ updates: (() -> Void)?, completionHandler: ((Bool) -> Void)? = nil
    ) {
      (model.hasWindow, shownPaths) = (window != nil, nil)
      (goneSections, comeSections, movesItems) = ([], [], false)
      let shownKinds = supplementKinds.filter {
        !shownSupplements($0).isEmpty || model.shown.isEmpty
      }
      let staying = Set(model.shown.joined())
      model.performBatchUpdates { updates?() }
      shownPaths = nil
      guard model.exception == nil else { return }
      if isAnimator, !NSAnimationContext.isWithoutAnimation { animatedUpdateCount += 1 }
      isAnimator = false
      for kind in shownKinds { changeSupplements(kind) }
      measureSupplements()
      if movesItems {
        for item in model.shown.joined() where staying.contains(item) { item.prepareForReuse() }
      }
      if let completionHandler { completions.append(completionHandler) }
      if endsUpdates { endUpdates() }
    }

    /// Shows headers or footers of the sections that have come in an update, and no others of those that have gone.
    private func changeSupplements(_ kind: SupplementaryElementKind) {
      var shown = shownSupplements(kind)
      removeSupplements(goneSections.map { shown[$0] })
      for section in goneSections.reversed() { shown.remove(at: section) }
      for section in comeSections {
        if let view = supplement(kind, ofSection: section) { shown.insert(view, at: section) }
      }
      supplements[kind] = shown
    }

    /// Deletes sections of the source.
    public func deleteSections(_ sections: IndexSet) {
      goneSections.formUnion(sections)
      for section in sections { model.deleteSection(section) }
    }

    /// Inserts sections of the target.
    public func insertSections(_ sections: IndexSet) {
      comeSections.formUnion(sections)
      for section in sections { model.insertSection(section) }
    }

    /// Reloads sections of the source with their headers.
    public func reloadSections(_ sections: IndexSet) {
      goneSections.formUnion(sections)
      comeSections.formUnion(sections)
      for section in sections { model.reloadSection(section) }
    }

    /// Moves a section of the source. Its header does not move with it: no source of `RosterApple` moves one.
    public func moveSection(_ section: Int, toSection target: Int) {
      model.moveSection(section, to: target)
    }

    /// Deletes items of the source.
    public func deleteItems(at paths: Set<IndexPath>) {
      for path in paths { model.deleteItem(ItemPath(path)) }
    }

    /// Inserts items of the target.
    public func insertItems(at paths: Set<IndexPath>) {
      for path in paths { model.insertItem(ItemPath(path)) }
    }

    /// Reloads items of the source.
    public func reloadItems(at paths: Set<IndexPath>) {
      for path in paths { model.reloadItem(ItemPath(path)) }
    }

    /// Moves an item.
    public func moveItem(at source: IndexPath, to target: IndexPath) {
      movesItems = true
      model.moveItem(ItemPath(source), to: ItemPath(target))
    }
  }

  extension NSCollectionView: ScrolledDocument {
    var scrolledOffset: Double {
      get { model.offset }
      set { model.offset = newValue }
    }

    var scrolledLength: Double {
      get { model.visibleLength }
      set { model.visibleLength = newValue }
    }
  }
#endif
