#if canImport(UIKit) && canImport(ExceptionCatching)
  internal import ExceptionCatching
  internal import Foundation
  internal import RosterCore
  internal import UIKit
#elseif os(Linux)
  internal import Foundation
  internal import RosterCore
  internal import RosterToolkitModels
  internal import RosterToolkitStubs
#endif

#if (canImport(UIKit) && canImport(ExceptionCatching)) || os(Linux)
  extension CalibratedKind {
    /// The collection view of UIKit, with a layout of rows.
    package static var collectionView: CalibratedKind {
      CalibratedKind("UICollectionView", .batches) { CalibratedCollectionView($0) }
    }
  }

  private final class CalibratedCollectionView: NSObject, CalibratedView,
    UICollectionViewDataSource
  {
    final class TextCell: UICollectionViewCell {
      var text = ""

      override var intrinsicContentSize: CGSize { CGSize(width: 100, height: 10) }
    }

    private let source: CalibrationSource
    private let view: UICollectionView
    private let window: UIWindow

    init(_ source: CalibrationSource) {
      self.source = source
      let layout = UICollectionViewFlowLayout()
      layout.itemSize = CGSize(width: 100, height: 10)
      (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
      let frame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
      view = UICollectionView(frame: frame, collectionViewLayout: layout)
      window = UIWindow(frame: frame)
      super.init()
      view.contentInsetAdjustmentBehavior = .never
      view.register(TextCell.self, forCellWithReuseIdentifier: "text")
      view.dataSource = self
      #if os(Linux)
        view.window = window
      #else
        view.isPrefetchingEnabled = false
        window.addSubview(view)
        window.isHidden = false
      #endif
    }

    // MARK: UICollectionViewDataSource

    func numberOfSections(in collectionView: UICollectionView) -> Int { source.counts.count }

    func collectionView(
      _ collectionView: UICollectionView, numberOfItemsInSection section: Int
    ) -> Int { source.counts[section] }

    func collectionView(
      _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
    ) -> UICollectionViewCell {
      let cell = collectionView.dequeueReusableCell(
        withReuseIdentifier: "text", for: indexPath)
      let text = source.text(section: indexPath.section, item: indexPath.item)
      (cell as? TextCell)?.text = text
      return cell
    }

    // MARK: CalibratedView

    func layOut() { view.layoutIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() { view.collectionViewLayout.invalidateLayout() }
    func scroll(to offset: Double) { view.contentOffset = CGPoint(x: 0, y: offset) }
    func select(row: Int) {}

    func leaveWindow() {
      #if os(Linux)
        view.window = nil
      #else
        view.removeFromSuperview()
      #endif
    }

    func perform(_ updates: @escaping () -> Void) {
      view.performBatchUpdates(updates, completion: nil)
    }

    func tell(_ call: ViewCall) {
      switch call {
      case .deleteSection(let section): view.deleteSections([section])
      case .insertSection(let section): view.insertSections([section])
      case .moveSection(let source, let target): view.moveSection(source, toSection: target)
      case .reloadSection(let section): view.reloadSections([section])
      case .deleteItem(let path): view.deleteItems(at: [IndexPath(path)])
      case .insertItem(let path): view.insertItems(at: [IndexPath(path)])
      case .moveItem(let source, let target):
        view.moveItem(at: IndexPath(source), to: IndexPath(target))
      case .reloadItem(let path): view.reloadItems(at: [IndexPath(path)])
      case .reconfigureItem(let path): view.reconfigureItems(at: [IndexPath(path)])
      }
    }

    func note(in observation: inout Observation) {
      observation.shown = (0..<view.numberOfSections).map { section in
        (0..<view.numberOfItems(inSection: section)).map { item in
          let cell = view.cellForItem(at: IndexPath(item: item, section: section))
          return (cell as? TextCell)?.text
        }
      }
      observation.offset = Double(view.contentOffset.y)
    }

    func refusal(of body: () -> Void) -> Refusal? {
      #if os(Linux)
        body()
        return view.model.exception.map(Refusal.init)
      #else
        return RosterCatchException(body).map {
          Refusal(name: $0.name.rawValue, reason: $0.reason ?? "")
        }
      #endif
    }
  }
#endif
