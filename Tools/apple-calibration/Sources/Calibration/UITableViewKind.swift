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

  private final class CalibratedTableViewOfUIKit: NSObject, CalibratedView,
    UITableViewDataSource
  {
    final class TextCell: UITableViewCell {
      var text = ""

      override var intrinsicContentSize: CGSize { CGSize(width: 100, height: 10) }
    }

    private let source: CalibrationSource
    private let view: UITableView
    private let window: UIWindow

    init(_ source: CalibrationSource) {
      self.source = source
      let frame = CGRect(x: 0, y: 0, width: 100, height: 1_000)
      view = UITableView(frame: frame, style: .plain)
      (view.rowHeight, view.estimatedRowHeight) = (10, 0)
      window = UIWindow(frame: frame)
      super.init()
      view.contentInsetAdjustmentBehavior = .never
      view.register(TextCell.self, forCellReuseIdentifier: "text")
      view.dataSource = self
      #if os(Linux)
        view.window = window
      #else
        view.sectionHeaderTopPadding = 0
        window.addSubview(view)
        window.isHidden = false
      #endif
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

    // MARK: CalibratedView

    func layOut() { view.layoutIfNeeded() }
    func reloadData() { view.reloadData() }
    func invalidateLayout() {}
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
