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
    /// The table view of UIKit.
    package static var tableView: CalibratedKind {
      // It has no layout that could be invalidated.
      CalibratedKind(
        "UITableView", .batches,
        takes: {
          $0.situation != .afterInvalidation && ![14, 15, 17].contains($0.number)
        }
      ) {
        CalibratedTableViewOfUIKit($0)
      }
    }
  }

  private final class CalibratedTableViewOfUIKit: NSObject, CalibratedToolkitView,
    UITableViewDataSource, UITableViewDelegate
  {
    final class TextCell: UITableViewCell {
      var text = ""

      override var intrinsicContentSize: CGSize { CGSize(width: 100, height: 10) }
    }

    final class Footer: UITableViewHeaderFooterView {
      var text = ""
    }

    private let source: CalibrationSource
    private let view: UITableView
    private var note: Experiment.Note?
    private let window: UIWindow

    init(_ source: CalibrationSource) {
      self.source = source
      let frame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
      view = UITableView(frame: frame, style: .plain)
      (view.rowHeight, view.estimatedRowHeight) = (10, 0)
      window = UIWindow.forCalibration()
      super.init()
      view.contentInsetAdjustmentBehavior = .never
      view.register(TextCell.self, forCellReuseIdentifier: "text")
      view.register(Footer.self, forHeaderFooterViewReuseIdentifier: "footer")
      view.dataSource = self
      view.delegate = self
      #if !os(Linux)
        view.sectionHeaderTopPadding = 0
        (view.sectionFooterHeight, view.estimatedSectionFooterHeight) = (
          source.hasFooters ? 10 : 0, 0
        )
      #endif
      window.show(view)
    }

    // MARK: UITableViewDataSource

    func numberOfSections(in tableView: UITableView) -> Int { source.counts.count }

    func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
      source.counts[section]
    }

    func tableView(
      _ tableView: UITableView, cellForRowAt indexPath: IndexPath
    ) -> UITableViewCell {
      let cell = tableView.dequeueReusableCell(withIdentifier: "text", for: indexPath)
      let text = source.text(section: indexPath.section, item: indexPath.row)
      (cell as? TextCell)?.text = text
      return cell
    }

    // MARK: UITableViewDelegate

    func tableView(_ tableView: UITableView, viewForFooterInSection section: Int) -> UIView? {
      guard source.hasFooters else { return nil }
      let footer = tableView.dequeueReusableHeaderFooterView(withIdentifier: "footer")
      (footer as? Footer)?.text = source.text(ofFooter: section)
      return footer
    }

    // MARK: CalibratedView

    func begin(_ note: Experiment.Note) { self.note = note }

    func layOut() { view.layoutIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() {}
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
      case .deleteSection(let section): view.deleteSections([section], with: .none)
      case .insertSection(let section): view.insertSections([section], with: .none)
      case .moveSection(let source, let target): view.moveSection(source, toSection: target)
      case .reloadSection(let section): view.reloadSections([section], with: .none)
      case .deleteItem(let path): view.deleteRows(at: [IndexPath(path)], with: .none)
      case .insertItem(let path): view.insertRows(at: [IndexPath(path)], with: .none)
      case .moveItem(let source, let target):
        view.moveRow(at: IndexPath(source), to: IndexPath(target))
      case .reloadItem(let path): view.reloadRows(at: [IndexPath(path)], with: .none)
      case .reconfigureItem(let path): view.reconfigureRows(at: [IndexPath(path)])
      }
    }

    func note(in observation: inout Observation) {
      observation.shown = (0..<view.numberOfSections).map { section in
        (0..<view.numberOfRows(inSection: section)).map { item in
          let cell = view.cellForRow(at: IndexPath(row: item, section: section))
          return (cell as? TextCell)?.text
        }
      }
      observation.offset = Double(view.contentOffset.y)
      guard note == .footers else { return }
      observation.notes = (0..<view.numberOfSections).map {
        (view.footerView(forSection: $0) as? Footer)?.text ?? "none"
      }
    }

    #if os(Linux)
      var exception: ToolkitException? { view.model.exception }
    #endif
  }
#endif
