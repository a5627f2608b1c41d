#if os(Linux)
  public import Foundation
  internal import RosterCore
  public import RosterToolkitModels

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

  /// A collection view without a screen: it shows all cells, by the rules of a model of such views.
  @MainActor public final class UICollectionView: UIView {
    /// The kind of headers.
    public static let elementKindSectionHeader = "UICollectionElementKindSectionHeader"

    /// What it asks.
    public weak var dataSource: (any UICollectionViewDataSource)?
    /// Whether a drop is not committed.
    public var hasUncommittedUpdates = false
    /// The model, by whose rules it is.
    public private(set) lazy var model = CollectionViewModel<UICollectionViewCell> {
      [unowned self] in
      cells()
    }
    /// The headers that are shown, by section.
    public private(set) var headers: [UICollectionReusableView] = []
    /// Whether it shows headers.
    public var showsHeaders = false
    private var classes: [String: UIView.Type] = [:]
    private var given: Set<ObjectIdentifier> = []
    private var identifiers: [ObjectIdentifier: String] = [:]
    /// What was given, so that no other view has its identity.
    private var kept: [UIView] = []
    /// A cell that is configured again.
    private var reconfigured: UICollectionViewCell?
    private var goneSections: IndexSet = []
    private var comeSections: IndexSet = []

    /// Makes a view.
    public convenience init(frame: CGRect, collectionViewLayout: UICollectionViewLayout) {
      self.init(frame: frame)
    }

    private func cells() -> [[UICollectionViewCell]] {
      guard let dataSource else { return [] }
      return (0..<dataSource.numberOfSections(in: self)).map { section in
        (0..<dataSource.collectionView(self, numberOfItemsInSection: section)).map {
          checked(
            dataSource.collectionView(self, cellForItemAt: IndexPath(item: $0, section: section)))
        }
      }
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
      let view = type.init(frame: .zero)
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

    /// Returns a header that is shown.
    public func supplementaryView(
      forElementKind kind: String, at indexPath: IndexPath
    ) -> UICollectionReusableView? {
      headers.indices.contains(indexPath.section) ? headers[indexPath.section] : nil
    }

    /// The number of sections, which it loads if it has not.
    public var numberOfSections: Int {
      layoutIfNeeded()
      return model.counts.count
    }

    /// The number of items of a section.
    public func numberOfItems(inSection section: Int) -> Int {
      let counts = model.counts
      return counts.indices.contains(section) ? counts[section] : 0
    }

    /// Has the data source configure cells again, which the view has and keeps.
    public func reconfigureItems(at paths: [IndexPath]) {
      guard let dataSource, model.exception == nil else { return }
      for path in paths where model.shown.indices.contains(path.section) {
        let cell = model.shown[path.section][path.item]
        reconfigured = cell
        let answer = dataSource.collectionView(self, cellForItemAt: path)
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
      guard showsHeaders, headers.isEmpty else { return }
      headers = model.shown.indices.map(header)
    }

    private func header(ofSection section: Int) -> UICollectionReusableView {
      guard let dataSource else { return UICollectionReusableView(frame: .zero) }
      return checked(
        dataSource.collectionView(
          self, viewForSupplementaryElementOfKind: Self.elementKindSectionHeader,
          at: IndexPath(item: 0, section: section)))
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
      if showsHeaders {
        for section in goneSections.reversed() { headers.remove(at: section) }
        for section in comeSections { headers.insert(header(ofSection: section), at: section) }
      }
      complete(completion)
    }

    /// The user drops an item.
    public func moveByHand(_ source: IndexPath, to target: IndexPath) {
      model.moveByHand(ItemPath(source), to: ItemPath(target)) {
        dataSource?.collectionView(self, moveItemAt: source, to: target)
      }
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
  }

  extension ItemPath {
    init(_ path: IndexPath) { self.init(section: path.section, item: path.item) }
  }
#endif
