#if canImport(UIKit) && canImport(ExceptionCatching)
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

  private final class CalibratedCollectionView: NSObject, CalibratedToolkitView,
    UICollectionViewDataSource, UICollectionViewDelegate
  {
    final class TextCell: UICollectionViewCell {
      var text = ""
      /// A field that is in the cell while it has the keyboard.
      private(set) lazy var field = UITextField(frame: .zero)

      override var intrinsicContentSize: CGSize { CGSize(width: 100, height: 10) }
    }

    final class Footer: UICollectionReusableView {
      var text = ""
    }

    private let source: CalibrationSource
    private let view: UICollectionView
    private let window: UIWindow
    private let layout: NotedLayout
    private var note: Experiment.Note?
    private var notes: [String] = []

    init(_ source: CalibrationSource) {
      self.source = source
      layout = NotedLayout()
      layout.itemSize = CGSize(width: 100, height: 10)
      (layout.minimumLineSpacing, layout.minimumInteritemSpacing) = (0, 0)
      let frame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
      view = UICollectionView(frame: frame, collectionViewLayout: layout)
      window = UIWindow.forCalibration()
      super.init()
      view.contentInsetAdjustmentBehavior = .never
      view.register(TextCell.self, forCellWithReuseIdentifier: "text")
      view.register(
        Footer.self, forSupplementaryViewOfKind: UICollectionView.elementKindSectionFooter,
        withReuseIdentifier: "footer")
      if source.hasFooters {
        #if os(Linux)
          view.showsFooters = true
        #else
          layout.footerReferenceSize = CGSize(width: 100, height: 10)
        #endif
      }
      view.dataSource = self
      view.delegate = self
      #if !os(Linux)
        view.isPrefetchingEnabled = false
      #endif
      window.show(view)
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

    func collectionView(
      _ collectionView: UICollectionView, viewForSupplementaryElementOfKind kind: String,
      at indexPath: IndexPath
    ) -> UICollectionReusableView {
      let footer = collectionView.dequeueReusableSupplementaryView(
        ofKind: kind, withReuseIdentifier: "footer", for: indexPath)
      (footer as? Footer)?.text = source.text(ofFooter: indexPath.section)
      return footer
    }

    func collectionView(
      _ collectionView: UICollectionView, canMoveItemAt indexPath: IndexPath
    ) -> Bool { true }

    // MARK: UICollectionViewDelegate

    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { take("comes", cell, indexPath) }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { take("leaves", cell, indexPath) }

    private func take(_ event: String, _ cell: UICollectionViewCell, _ path: IndexPath) {
      guard note == .display else { return }
      let text = (cell as? TextCell)?.text ?? "another cell"
      notes.append("\(event) \(path.section):\(path.item), \(text)")
    }

    // MARK: CalibratedView

    func begin(_ note: Experiment.Note) {
      self.note = note
      if note == .layout { layout.onCall = { [weak self] in self?.notes.append($0) } }
    }

    func beginMoving() {
      view.beginInteractiveMovementForItem(at: IndexPath(item: 0, section: 0))
    }

    func beginEditing() {
      guard let cell = view.cellForItem(at: IndexPath(item: 1, section: 0)) as? TextCell else {
        return
      }
      cell.contentView.addSubview(cell.field)
      #if !os(Linux)
        window.makeKeyAndVisible()
      #endif
      _ = cell.field.becomeFirstResponder()
    }

    /// Which cells have the keyboard.
    private var edited: [String] {
      (0..<view.numberOfSections).flatMap { section in
        (0..<view.numberOfItems(inSection: section)).compactMap { item in
          let cell = view.cellForItem(at: IndexPath(item: item, section: section)) as? TextCell
          return cell?.field.isFirstResponder == true ? "keyboard at \(section):\(item)" : nil
        }
      }
    }

    private var footers: [String] {
      (0..<view.numberOfSections).map { section in
        let footer = view.supplementaryView(
          forElementKind: UICollectionView.elementKindSectionFooter,
          at: IndexPath(item: 0, section: section))
        return (footer as? Footer)?.text ?? "none"
      }
    }

    func layOut() { view.layoutIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() { view.collectionViewLayout.invalidateLayout() }
    func scroll(to offset: Double) { view.contentOffset = CGPoint(x: 0, y: offset) }
    func select(row: Int) {}

    func leaveWindow() { window.lose(view) }
    func hide() { view.isHidden = true }
    func loseSize() { view.frame.size = .zero }

    func perform(
      _ updates: @escaping () -> Void, ended: @escaping @MainActor (Bool) -> Void
    ) { view.performBatchUpdates(updates, completion: { ended($0) }) }

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
      observation.notes =
        switch note {
        case .keyboard: edited
        case .footers: footers
        default: notes
        }
    }

    #if os(Linux)
      var exception: ToolkitException? { view.model.exception }
    #endif
  }

  /// A layout of rows that says what it is asked and told.
  #if os(Linux)
    private final class NotedLayout: UICollectionViewFlowLayout {
      var onCall: (String) -> Void = { _ in }
    }
  #else
    private final class NotedLayout: UICollectionViewFlowLayout {
      var onCall: (String) -> Void = { _ in }

      override func prepare() {
        onCall("prepare")
        super.prepare()
      }

      override func prepare(forCollectionViewUpdates updates: [UICollectionViewUpdateItem]) {
        onCall("prepare for \(updates.count) updates")
        super.prepare(forCollectionViewUpdates: updates)
      }

      override func finalizeCollectionViewUpdates() {
        onCall("finalize updates")
        super.finalizeCollectionViewUpdates()
      }

      override func invalidateLayout(with context: UICollectionViewLayoutInvalidationContext) {
        onCall(
          "invalidate, everything: \(context.invalidateEverything), counts: \(context.invalidateDataSourceCounts)"
        )
        super.invalidateLayout(with: context)
      }

      override func layoutAttributesForElements(
        in rect: CGRect
      ) -> [UICollectionViewLayoutAttributes]? {
        onCall("elements from \(rect.minY) to \(rect.maxY)")
        return super.layoutAttributesForElements(in: rect)
      }

      override func initialLayoutAttributesForAppearingItem(
        at path: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        onCall("initial \(path.section):\(path.item)")
        return super.initialLayoutAttributesForAppearingItem(at: path)
      }

      override func finalLayoutAttributesForDisappearingItem(
        at path: IndexPath
      ) -> UICollectionViewLayoutAttributes? {
        onCall("final \(path.section):\(path.item)")
        return super.finalLayoutAttributesForDisappearingItem(at: path)
      }

      override func targetContentOffset(forProposedContentOffset offset: CGPoint) -> CGPoint {
        onCall("offset \(offset.y) proposed")
        return super.targetContentOffset(forProposedContentOffset: offset)
      }
    }
  #endif
#endif
