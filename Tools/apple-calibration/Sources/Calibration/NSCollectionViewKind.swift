#if canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)
  internal import AppKit
  internal import ExceptionCatching
  internal import Foundation
  internal import RosterCore
#elseif os(Linux)
  internal import Foundation
  internal import RosterCore
  internal import RosterToolkitModels
  internal import RosterToolkitStubs
#endif

#if (canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)) || os(Linux)
  extension CalibratedKind {
    /// The collection view of AppKit, with a layout of rows.
    package static var collectionViewOfAppKit: CalibratedKind {
      // It has no call that shows an item again.
      CalibratedKind(
        "NSCollectionView", .batches, takes: { ![13, 14, 15, 17].contains($0.number) }
      ) {
        CalibratedCollectionViewOfAppKit($0)
      }
    }
  }

  private final class CalibratedCollectionViewOfAppKit: NSObject, CalibratedView,
    NSCollectionViewDataSource
  {
    final class TextItem: NSCollectionViewItem {
      var text = ""

      override func loadView() {
        view = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
      }
    }

    private static var identifier: NSUserInterfaceItemIdentifier { .init("text") }

    private let source: CalibrationSource
    private let view: NSCollectionView
    private let scrollView: NSScrollView
    #if os(Linux)
      private let window = NSWindow()
    #else
      private let window = NSWindow(
        contentRect: CGRect(x: 0, y: 0, width: 100, height: 1_000), styleMask: .borderless,
        backing: .buffered, defer: true)
    #endif

    init(_ source: CalibrationSource) {
      self.source = source
      let layout = NSCollectionViewFlowLayout()
      layout.itemSize = NSSize(width: 100, height: 10)
      (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
      let frame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
      (view, scrollView) = (NSCollectionView(frame: frame), NSScrollView(frame: frame))
      super.init()
      view.collectionViewLayout = layout
      view.register(TextItem.self, forItemWithIdentifier: Self.identifier)
      view.dataSource = self
      scrollView.documentView = view
      #if os(Linux)
        view.window = window
      #else
        window.isReleasedWhenClosed = false
        window.contentView = scrollView
      #endif
    }

    // MARK: NSCollectionViewDataSource

    func numberOfSections(in collectionView: NSCollectionView) -> Int { source.counts.count }

    func collectionView(
      _ collectionView: NSCollectionView, numberOfItemsInSection section: Int
    ) -> Int { source.counts[section] }

    func collectionView(
      _ collectionView: NSCollectionView, itemForRepresentedObjectAt indexPath: IndexPath
    ) -> NSCollectionViewItem {
      let item = collectionView.makeItem(withIdentifier: Self.identifier, for: indexPath)
      let text = source.text(section: indexPath.section, item: indexPath.item)
      (item as? TextItem)?.text = text
      return item
    }

    // MARK: CalibratedView

    func layOut() { view.layoutSubtreeIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() { view.collectionViewLayout?.invalidateLayout() }
    func scroll(to offset: Double) { scrollView.contentView.scroll(to: CGPoint(x: 0, y: offset)) }
    func select(row: Int) {}

    func leaveWindow() {
      #if os(Linux)
        view.window = nil
      #else
        window.contentView = nil
      #endif
    }

    func perform(_ updates: @escaping () -> Void) {
      view.performBatchUpdates(updates, completionHandler: nil)
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
      case .reconfigureItem:
        preconditionFailure("a collection view of AppKit has no call that shows an item again")
      }
    }

    func note(in observation: inout Observation) {
      observation.shown = (0..<view.numberOfSections).map { section in
        (0..<view.numberOfItems(inSection: section)).map { item in
          let item = view.item(at: IndexPath(item: item, section: section))
          return (item as? TextItem)?.text
        }
      }
      observation.offset = Double(scrollView.contentView.bounds.minY)
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
