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
  public private(set) lazy var model = CollectionViewModel<UICollectionViewCell> { [unowned self] in
    cells()
  }
  /// The headers that are shown, by section.
  public private(set) var headers: [UICollectionReusableView] = []
  /// Whether it shows headers.
  public var showsHeaders = false
  private var classes: [String: UIView.Type] = [:]
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
        dataSource.collectionView(self, cellForItemAt: IndexPath(item: $0, section: section))
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
    made(identifier)
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
    return type.init(frame: .zero)
  }

  /// Returns a cell that is shown.
  public func cellForItem(at indexPath: IndexPath) -> UICollectionViewCell? {
    let cells = model.shown
    guard cells.indices.contains(indexPath.section),
      cells[indexPath.section].indices.contains(indexPath.item)
    else { return nil }
    return cells[indexPath.section][indexPath.item]
  }

  /// Returns a header that is shown.
  public func supplementaryView(
    forElementKind kind: String, at indexPath: IndexPath
  ) -> UICollectionReusableView? {
    headers.indices.contains(indexPath.section) ? headers[indexPath.section] : nil
  }

  // MARK: Updates

  /// Loads what it has not.
  public override func layoutIfNeeded() {
    model.layOut()
    guard showsHeaders, headers.isEmpty else { return }
    headers = model.shown.indices.map(header)
  }

  private func header(ofSection section: Int) -> UICollectionReusableView {
    guard let dataSource else { return UICollectionReusableView(frame: .zero) }
    return dataSource.collectionView(
      self, viewForSupplementaryElementOfKind: Self.elementKindSectionHeader,
      at: IndexPath(item: 0, section: section))
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
    if showsHeaders {
      for section in goneSections.reversed() { headers.remove(at: section) }
      for section in comeSections { headers.insert(header(ofSection: section), at: section) }
    }
    completion?(true)
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
