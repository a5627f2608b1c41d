#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// A screen with a collection view of counters.
  @MainActor final class CounterScreen: NSObject {
    let list: CounterList
    let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewLayout())
    let rows: ComponentRows<UIView>
    let source: CollectionViewSource<String, String>
    let ledger = Ledger()

    init(width: Double = 200) throws {
      list = try CounterList(
        .memory(list: "counters"), configuration: .rows(width: width)
      ) { name, _ in CounterRow(name: name) }
      let rows = ComponentRows<UIView>(list)
      self.rows = rows
      source = try CollectionViewSource(list, in: view) {
        (cell: ComponentCollectionViewCell, row) in
        rows.show(.item(row.id), in: cell)
      }
      super.init()
      rows.controllers.register { [ledger] built, _ in CounterController(built, ledger) }
      view.delegate = self
      view.reusesCells = true
      view.window = UIWindow(frame: .zero)
      view.layoutIfNeeded()
    }

    /// Changes the list, and waits until the view shows that.
    func apply(_ changeset: Changeset<String, String>) async throws {
      try list.applySynchronously(changeset)
      await source.rows.knows(list.snapshot.revision)
      view.layoutIfNeeded()
    }

    /// Does something that changes the list, and waits until the view shows that.
    func change(_ body: () throws -> Void) async throws {
      let batches = try list.batches(after: list.snapshot.revision)
      try body()
      let batch = try #require(await batches.next())
      await source.rows.knows(batch.target.revision)
      view.layoutIfNeeded()
    }

    /// Inserts a section with counters.
    func insert(_ names: [String]) async throws {
      try await apply(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(names, at: ItemPath(section: 0, item: 0))
        })
    }

    var cells: [UICollectionViewCell] { view.model.shown.flatMap(\.self) }

    /// What the labels of the cells say.
    var texts: [[String]] { cells.map { $0.shown(UILabel.self).map { $0.text ?? "" } } }
  }

  extension CounterScreen: UICollectionViewDelegate {
    func collectionView(
      _ collectionView: UICollectionView, willDisplay cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { rows.willDisplay(cell) }

    func collectionView(
      _ collectionView: UICollectionView, didEndDisplaying cell: UICollectionViewCell,
      forItemAt indexPath: IndexPath
    ) { rows.didEndDisplaying(cell) }
  }

  extension UIView {
    /// The views of a class in it that are not hidden, from back to front.
    func shown<View: UIView>(_ type: View.Type) -> [View] {
      subviews.filter { !$0.isHidden }.flatMap { view in
        ((view as? View).map { [$0] } ?? []) + view.shown(type)
      }
    }
  }
#endif
