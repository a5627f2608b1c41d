#if os(Linux)
  public import Foundation
  internal import RosterCore
  public import RosterToolkitModels

  /// A list view without a screen: it shows all cells, by the rules of a model of such views. What it asks, and how, is
  /// for the view of a toolkit to say. A cell is as high as it says by itself; headers have no height.
  @MainActor public class ModelledListView<Cell: UIView, Header: UIView>: UIScrollView {
    /// Whether a drop is not committed.
    public var hasUncommittedUpdates = false
    /// The model, by whose rules it is.
    public private(set) lazy var model = CollectionViewModel<Cell>(
      height: { [unowned self] in height(of: $0) }, source: { [unowned self] in cells() })
    /// The headers and footers that are shown, by section.
    private var supplements: [SupplementKind: [Header]] = [:]
    /// Whether updates end at once. If not, they animate until ``endUpdates()``.
    public var endsUpdates = true
    /// How many updates it was told of while animations were enabled.
    public private(set) var animatedUpdateCount = 0
    private var completions: [(Bool) -> Void] = []
    private var selectedCells: [Cell] = []
    /// A cell that is configured again.
    private(set) var reconfigured: Cell?
    private var goneSections: IndexSet = []
    private var comeSections: IndexSet = []

    /// Returns the height that a cell wants to have.
    func height(of cell: Cell) -> Double {
      let target = CGSize(width: bounds.width, height: 0)
      let size = cell.systemLayoutSizeFitting(
        target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
      )
      return Double(size.height)
    }

    /// Asks the data source for all cells.
    func cells() -> [[Cell]] { [] }

    /// Asks for the header or footer of a section; `nil` if it shows none.
    func supplement(_ kind: SupplementKind, ofSection section: Int) -> Header? { nil }

    /// Is called when other headers and footers are shown, or none any more.
    func supplementsChanged() {}

    // MARK: What is shown

    /// The number of sections, which it loads if it has not.
    public var numberOfSections: Int {
      layoutIfNeeded()
      return model.counts.count
    }

    /// The number of items of a section.
    func itemCount(inSection section: Int) -> Int {
      let counts = model.counts
      return counts.indices.contains(section) ? counts[section] : 0
    }

    /// The headers that are shown, by section.
    public var headers: [Header] { shownSupplements(.header) }

    /// The footers that are shown, by section.
    public var footers: [Header] { shownSupplements(.footer) }

    /// Returns the headers or footers that are shown, by section.
    func shownSupplements(_ kind: SupplementKind) -> [Header] { supplements[kind] ?? [] }

    /// Returns a header or footer that is shown.
    func shownSupplement(_ kind: SupplementKind, ofSection section: Int) -> Header? {
      let shown = shownSupplements(kind)
      return shown.indices.contains(section) ? shown[section] : nil
    }

    /// Shows headers and footers that it does not show yet.
    private func loadSupplements() {
      let kinds = SupplementKind.allCases.filter { shownSupplements($0).isEmpty }
      if kinds.isEmpty { return }
      let sections = model.shown.indices
      for kind in kinds {
        supplements[kind] = sections.compactMap { supplement(kind, ofSection: $0) }
      }
      if kinds.contains(where: { !shownSupplements($0).isEmpty }) { supplementsChanged() }
    }

    /// Shows headers and footers of the sections that have come in an update, and no others of those that have gone.
    private func changeSupplements(_ kind: SupplementKind) {
      for section in goneSections.reversed() { supplements[kind]?.remove(at: section) }
      for section in comeSections {
        if let shown = supplement(kind, ofSection: section) {
          supplements[kind, default: []].insert(shown, at: section)
        }
      }
    }

    // MARK: Scrolling

    public override var contentOffset: CGPoint {
      get { CGPoint(x: 0, y: CGFloat(model.offset) - adjustedContentInset.top) }
      set {
        model.isScrolled = isTracking || isDecelerating
        model.offset = Double(newValue.y + adjustedContentInset.top)
      }
    }

    public override var contentSize: CGSize {
      get { CGSize(width: bounds.width, height: CGFloat(model.contentLength)) }
      set {}
    }

    /// Gives the model the length of what is seen.
    private func showPart() {
      let inset = adjustedContentInset
      model.visibleLength = max(0, Double(bounds.height - inset.top - inset.bottom))
    }

    /// The paths of the items that are seen, in no order.
    var visiblePaths: [IndexPath] {
      model.visibleItems.reversed().map { IndexPath(item: $0.item, section: $0.section) }
    }

    /// Returns the frame of an item; `nil` if there is none.
    func frame(at path: IndexPath) -> CGRect? {
      model.span(of: ItemPath(path)).map {
        CGRect(x: 0, y: $0.start, width: Double(bounds.width), height: $0.end - $0.start)
      }
    }

    /// The user scrolls, as far as there are items.
    public func scrollByHand(to offset: Double) {
      layoutIfNeeded()
      model.scrollByHand(to: offset)
    }

    // MARK: Selection

    /// The paths of the cells that are selected. They stay so while the view keeps them.
    var selectedPaths: [IndexPath] {
      model.shown.enumerated().flatMap { section, cells in
        cells.indices.filter { selectedCells.contains(cells[$0]) }.map {
          IndexPath(item: $0, section: section)
        }
      }
    }

    /// Selects a cell, or no longer.
    func setSelected(_ isSelected: Bool, at path: IndexPath) {
      layoutIfNeeded()
      precondition(frame(at: path) != nil, "there is no item at \(path)")
      let cell = model.shown[path.section][path.item]
      selectedCells.removeAll { $0 === cell }
      if isSelected { selectedCells.append(cell) }
    }

    // MARK: Cells

    /// Has the data source configure cells again, which the view has and keeps.
    ///
    /// - Parameter ask: Asks for the cell of a path.
    func reconfigure(at paths: [IndexPath], _ ask: (IndexPath) -> Cell?) {
      guard model.exception == nil else { return }
      if model.isUpdating { return paths.forEach { model.showAgain(ItemPath($0)) } }
      for path in paths where model.shown.indices.contains(path.section) {
        let cell = model.shown[path.section][path.item]
        reconfigured = cell
        let answer = ask(path)
        reconfigured = nil
        precondition(
          answer === cell, "the cell of \(path) is configured again, and another one was returned")
      }
      model.invalidateHeights(of: paths.map(ItemPath.init))
    }

    // MARK: Updates

    /// Ends the updates that animate.
    public func endUpdates() {
      let ended = completions
      completions = []
      for completion in ended { completion(true) }
    }

    /// Loads what it has not.
    public override func layoutIfNeeded() {
      showPart()
      model.layOut()
      loadSupplements()
    }

    /// Has everything be loaded anew.
    public func reloadData() {
      model.reloadData()
      (supplements, selectedCells) = ([:], [])
      supplementsChanged()
    }

    /// Carries out calls as one update.
    public func performBatchUpdates(
      _ updates: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
      model.hasWindow = window != nil
      (goneSections, comeSections) = ([], [])
      let shownKinds = SupplementKind.allCases.filter {
        !shownSupplements($0).isEmpty || model.shown.isEmpty
      }
      model.performBatchUpdates { updates?() }
      guard model.exception == nil else { return }
      if UIView.areAnimationsEnabled { animatedUpdateCount += 1 }
      for kind in shownKinds { changeSupplements(kind) }
      supplementsChanged()
      if let completion { completions.append(completion) }
      if endsUpdates { endUpdates() }
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
    func reloadModelledSections(_ sections: IndexSet) {
      goneSections.formUnion(sections)
      comeSections.formUnion(sections)
      for section in sections { model.reloadSection(section) }
    }

    /// Deletes items of the source.
    public func deleteItems(at paths: [IndexPath]) {
      for path in paths { model.deleteItem(ItemPath(path)) }
    }

    /// Inserts items of the target.
    public func insertItems(at paths: [IndexPath]) {
      for path in paths { model.insertItem(ItemPath(path)) }
    }

    /// Moves an item.
    public func moveItem(at source: IndexPath, to target: IndexPath) {
      model.moveItem(ItemPath(source), to: ItemPath(target))
    }

    /// The user drops an item.
    ///
    /// - Parameter tell: Tells the data source.
    func moveByHand(_ source: IndexPath, to target: IndexPath, telling tell: () -> Void) {
      model.moveByHand(ItemPath(source), to: ItemPath(target), telling: tell)
    }
  }

  extension ItemPath {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
  }
#endif
