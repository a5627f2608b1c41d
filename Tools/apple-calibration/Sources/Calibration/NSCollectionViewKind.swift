#if canImport(AppKit) && canImport(ExceptionCatching) && !targetEnvironment(macCatalyst)
  internal import AppKit
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

  private final class CalibratedCollectionViewOfAppKit: NSObject, CalibratedToolkitView,
    NSCollectionViewDataSource
  {
    final class TextItem: NSCollectionViewItem {
      var text = ""

      override func loadView() {
        view = NSView(frame: CGRect(x: 0, y: 0, width: 100, height: 10))
      }
    }

    final class Footer: NSView {
      var text = ""
    }

    private static var identifier: NSUserInterfaceItemIdentifier { .init("text") }
    private static var footerIdentifier: NSUserInterfaceItemIdentifier { .init("footer") }

    private let source: CalibrationSource
    private var note: Experiment.Note?
    private let view: NSCollectionView
    private let scrollView: NSScrollView
    private let window = NSWindow.forCalibration()

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
      view.register(
        Footer.self, forSupplementaryViewOfKind: NSCollectionView.elementKindSectionFooter,
        withIdentifier: Self.footerIdentifier)
      if source.hasFooters {
        #if os(Linux)
          view.showsFooters = true
        #else
          layout.footerReferenceSize = NSSize(width: 100, height: 10)
        #endif
      }
      view.dataSource = self
      scrollView.documentView = view
      window.show(view, in: scrollView)
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

    func collectionView(
      _ collectionView: NSCollectionView,
      viewForSupplementaryElementOfKind kind: NSCollectionView.SupplementaryElementKind,
      at indexPath: IndexPath
    ) -> NSView {
      let footer = collectionView.makeSupplementaryView(
        ofKind: kind, withIdentifier: Self.footerIdentifier, for: indexPath)
      (footer as? Footer)?.text = source.text(ofFooter: indexPath.section)
      return footer
    }

    // MARK: CalibratedView

    func begin(_ note: Experiment.Note) { self.note = note }
    func layOut() { view.layoutSubtreeIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() { view.collectionViewLayout?.invalidateLayout() }
    func scroll(to offset: Double) { scrollView.contentView.scroll(to: CGPoint(x: 0, y: offset)) }
    func select(row: Int) {}

    func leaveWindow() { window.lose(view) }
    func hide() { view.isHidden = true }
    func loseSize() { scrollView.setFrameSize(.zero) }

    func perform(
      _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
    ) { view.performBatchUpdates(updates, completionHandler: { ended($0) }) }

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
      guard note == .footers else { return }
      observation.notes = (0..<view.numberOfSections).map { section in
        let footer = view.supplementaryView(
          forElementKind: NSCollectionView.elementKindSectionFooter,
          at: IndexPath(item: 0, section: section))
        return (footer as? Footer)?.text ?? "none"
      }
    }

    #if os(Linux)
      var exception: ToolkitException? { view.model.exception }
    #endif
  }
#endif
