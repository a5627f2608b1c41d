#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterLayout
  import RosterTestSupport
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// Headers and footers of components in views of UIKit and AppKit, over views that have their names.
  @Suite("Headers and footers of components in views", .timeLimit(.minutes(10))) @MainActor
  struct ComponentHeaderTests {
    /// A screen with a collection view that shows headers and footers, and is their delegate.
    private final class Screen: NSObject, UICollectionViewDelegate {
      let list: CounterList
      let view: UICollectionView
      let rows: ComponentRows<UIView>
      let source: CollectionViewSource<String, String>
      let ledger = DayLedger()

      init(_ layout: UICollectionViewLayout = UICollectionViewLayout()) throws {
        list = try .withHeaders()
        view = UICollectionView(frame: .zero, collectionViewLayout: layout)
        let rows = ComponentRows<UIView>(list)
        self.rows = rows
        source = try CollectionViewSource(list, in: view) {
          (cell: ComponentCollectionViewCell, row) in
          rows.show(.item(row.id), in: cell)
        }
        super.init()
        show()
        rows.controllers.register { [ledger] built, _ in DayController(built, ledger) }
        (view.showsHeaders, view.showsFooters, view.reusesCells) = (true, true, true)
        view.delegate = self
        view.window = UIWindow(frame: .zero)
        view.layoutIfNeeded()
      }

      private func show() {
        source.setHeaders(in: view) { [rows] (header: ComponentCollectionReusableView, section) in
          rows.show(.header(of: section.id), in: header)
        }
        source.setFooters(in: view) { [rows] (footer: ComponentCollectionReusableView, section) in
          rows.show(.footer(of: section.id), in: footer)
        }
      }

      func collectionView(
        _ collectionView: UICollectionView,
        willDisplaySupplementaryView view: UICollectionReusableView,
        forElementKind elementKind: String, at indexPath: IndexPath
      ) { rows.willDisplay(view) }

      func collectionView(
        _ collectionView: UICollectionView,
        didEndDisplayingSupplementaryView view: UICollectionReusableView,
        forElementOfKind elementKind: String, at indexPath: IndexPath
      ) { rows.didEndDisplaying(view) }

      /// Does something that changes the list, and waits until the view shows that.
      func change(_ body: () throws -> Void) async throws {
        let batches = try list.batches(after: list.snapshot.revision)
        try body()
        let batch = try #require(await batches.next())
        await source.rows.knows(batch.target.revision)
        view.layoutIfNeeded()
      }

      func insert(_ days: [String]) async throws {
        try await change {
          try list.applySynchronously(
            Changeset { for (index, day) in days.enumerated() { $0.insertSection(at: index, day) } }
          )
        }
      }

      /// What headers and footers say, by section.
      var texts: [[[String]]] {
        zip(view.headers, view.footers).map { [texts(in: $0), texts(in: $1)] }
      }

      private func texts(in view: UIView) -> [String] {
        view.shown(UILabel.self).map { $0.text ?? "" }
      }

      func height(ofHeader section: Int) -> Double? {
        view.layoutAttributesForSupplementaryElement(
          ofKind: UICollectionView.elementKindSectionHeader,
          at: IndexPath(item: 0, section: section)
        ).map { Double($0.frame.height) }
      }
    }

    @Test func aTapReachesAHeaderWhichBecomesHigher() async throws {
      let screen = try Screen(UICollectionViewFlowLayout())
      try await screen.insert(["Monday", "Tuesday"])
      #expect(
        screen.texts == [[["Monday"], ["end of Monday"]], [["Tuesday"], ["end of Tuesday"]]])
      let (headers, height) = (screen.view.headers, try #require(screen.height(ofHeader: 1)))
      let button = try #require(headers[1].shown(UIButton.self).first)
      try await screen.change { button.tapByHand() }
      #expect(screen.texts[1][0] == ["Tuesday", "about Tuesday"])
      #expect(screen.texts[0] == [["Monday"], ["end of Monday"]])
      #expect(screen.view.headers == headers, "the same views, changed in place")
      let higher = try #require(screen.height(ofHeader: 1))
      #expect(higher > height)
      let header = headers[1] as? ComponentCollectionReusableView
      #expect(header?.rowContainer.frame.size == CGSize(width: 200, height: higher))
      #expect(screen.rows.failure == nil && screen.view.model.exception == nil)
      await screen.list.close()
    }

    @Test func aSectionWithoutAHeaderShowsNothingAndHasNoHeight() async throws {
      let screen = try Screen()
      try await screen.insert(["", "Tuesday"])
      #expect(screen.texts == [[[], []], [["Tuesday"], ["end of Tuesday"]]])
      #expect(screen.height(ofHeader: 0) == 0)
      #expect(try #require(screen.height(ofHeader: 1)) > 0)
      try await screen.change {
        try screen.list.applySynchronously(Changeset { $0.updateSection(at: 0, "Monday") })
      }
      #expect(screen.texts[0] == [["Monday"], ["end of Monday"]])
      #expect(try #require(screen.height(ofHeader: 0)) > 0)
      try await screen.change {
        try screen.list.applySynchronously(Changeset { $0.updateSection(at: 0, "") })
      }
      #expect(screen.texts[0] == [[], []] && screen.height(ofHeader: 0) == 0)
      await screen.list.close()
    }

    @Test func controllersOfHeadersAreToldWhatIsOnTheScreen() async throws {
      let screen = try Screen()
      try await screen.insert(["Monday"])
      #expect(screen.ledger.calls == ["appear Monday", "appear end of Monday"])
      try await screen.change {
        try screen.list.applySynchronously(Changeset { $0.removeSection(at: 0) })
      }
      #expect(
        screen.ledger.calls.suffix(2) == ["disappear Monday", "disappear end of Monday"])
      #expect(screen.view.headers.isEmpty && screen.view.footers.isEmpty)
      await screen.list.close()
    }

    /// Headers are used again for any sections, as cells are.
    @Test(arguments: 0..<6 as Range<UInt64>)
    func headersThatAreUsedAgainShowTheirSections(seed: UInt64) async throws {
      let screen = try Screen()
      var changes = RandomChangesets(seed: seed)
      for step in 0..<40 {
        let counts = (0..<screen.list.snapshot.sectionCount)
          .map(screen.list.snapshot.itemCount(inSection:))
        let changeset = changes.valid(for: counts).changeset(models: "\(step) ")
        try screen.list.applySynchronously(changeset)
        await screen.source.rows.knows(screen.list.snapshot.revision)
        screen.view.layoutIfNeeded()
        try #require(screen.view.model.exception == nil, "seed \(seed), step \(step)")
        let days = try (0..<screen.list.snapshot.sectionCount).map {
          try screen.list.snapshot.sectionModel(at: $0) ?? ""
        }
        let expected = days.map { $0.isEmpty ? [[], []] : [[$0], ["end of \($0)"]] }
        #expect(screen.texts == expected, "seed \(seed), step \(step)")
      }
      #expect(screen.rows.failure == nil, "seed \(seed)")
      await screen.list.close()
    }

    @Test func aHeaderOfATableViewIsAsLargeAsWhatItShows() async throws {
      let list = try CounterList.withHeaders()
      try list.applySynchronously(Changeset { $0.insertSection(at: 0, "Monday") })
      let section = try #require(list.snapshot.state.sectionID(at: 0))
      let rows = ComponentRows<UIView>(list)
      let header = ComponentTableHeaderFooterView(frame: .zero)
      rows.show(.header(of: section), in: header)
      let size = try #require(rows.size(of: .header(of: section)))
      let fitting = header.systemLayoutSizeFitting(
        .zero, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
      #expect(size.height > 0 && fitting == CGSize(width: size.width, height: size.height))
      #expect(header.shown(UILabel.self).map { $0.text } == ["Monday"])
      try list.applySynchronously(Changeset { $0.updateSection(at: 0, "") })
      rows.show(.header(of: section), in: header)
      let empty = header.systemLayoutSizeFitting(
        CGSize(width: 200, height: 0), withHorizontalFittingPriority: .required,
        verticalFittingPriority: .fittingSizeLevel)
      #expect(empty == CGSize(width: 200, height: 0) && header.shown(UILabel.self).isEmpty)
      await list.close()
    }

    @Test func aTableOfAppKitShowsHeadersAndFootersAsGroupRows() async throws {
      let list = try CounterList.withHeaders()
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
      let rows = ComponentRows<NSView>(list)
      let source = try FlatTableViewSource(list, in: view) {
        ComponentTableCellView()
      } configure: { cell, row in
        rows.show(.item(row.id), in: cell)
      }
      view.usesAutomaticRowHeights = true
      // begin example
      source.setHeaders {
        ComponentTableCellView()
      } configure: { header, section in
        rows.show(.header(of: section.id), in: header)
      }
      // end example
      source.setFooters {
        ComponentTableCellView()
      } configure: { footer, section in
        rows.show(.footer(of: section.id), in: footer)
      }
      view.window = NSWindow()
      view.layOut()
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, "Monday")
          $0.insertItems(["a"], at: ItemPath(section: 0, item: 0))
        })
      await source.rows.knows(list.snapshot.revision)
      view.layOut()
      #expect(texts(view) == ["Monday", "a: 0", "end of Monday"])
      let height = view.rect(ofRow: 0).height
      let header = try #require(view.view(atColumn: 0, row: 0, makeIfNecessary: false))
      let batches = try list.batches(after: list.snapshot.revision)
      try #require(controls(in: header).lazy.compactMap { $0 as? NSButton }.first).clickByHand()
      let batch = try #require(await batches.next())
      await source.rows.knows(batch.target.revision)
      #expect(texts(view) == ["Monday", "about Monday", "a: 0", "end of Monday"])
      #expect(view.rect(ofRow: 0).height > height && rows.failure == nil)
      await list.close()
    }

    @Test func aCollectionViewOfAppKitShowsHeadersAndFooters() async throws {
      let list = try CounterList.withHeaders()
      let view = NSCollectionView(frame: .zero)
      view.collectionViewLayout = NSCollectionViewFlowLayout()
      (view.showsHeaders, view.showsFooters) = (true, true)
      let rows = ComponentRows<NSView>(list)
      let source = try CollectionViewItemSource(list, in: view) {
        (item: NSCollectionViewItem, row) in
      }
      source.setHeaders(in: view) { (header: ComponentSupplementaryView, section) in
        rows.show(.header(of: section.id), in: header)
      }
      source.setFooters(in: view) { (footer: ComponentSupplementaryView, section) in
        rows.show(.footer(of: section.id), in: footer)
      }
      view.window = NSWindow()
      view.layoutSubtreeIfNeeded()
      try list.applySynchronously(Changeset { $0.insertSection(at: 0, "Monday") })
      await source.rows.knows(list.snapshot.revision)
      view.layoutSubtreeIfNeeded()
      #expect(texts(in: view.headers[0]) == ["Monday"])
      #expect(texts(in: view.footers[0]) == ["end of Monday"])
      let section = try #require(list.snapshot.state.sectionID(at: 0))
      #expect(rows.controllers.isDisplayed(.header(of: section)))
      let (header, height) = (view.headers[0], try #require(headerHeight(view)))
      let batches = try list.batches(after: list.snapshot.revision)
      try #require(controls(in: header).lazy.compactMap { $0 as? NSButton }.first).clickByHand()
      let batch = try #require(await batches.next())
      await source.rows.knows(batch.target.revision)
      #expect(texts(in: header) == ["Monday", "about Monday"] && view.headers[0] === header)
      #expect(try #require(headerHeight(view)) > height)
      try list.applySynchronously(Changeset { $0.removeSection(at: 0) })
      await source.rows.knows(list.snapshot.revision)
      #expect(view.headers.isEmpty && !rows.controllers.isDisplayed(.header(of: section)))
      await list.close()
    }

    private func headerHeight(_ view: NSCollectionView) -> Double? {
      view.layoutAttributesForSupplementaryElement(
        ofKind: NSCollectionView.elementKindSectionHeader, at: IndexPath(item: 0, section: 0)
      ).map { Double($0.frame.height) }
    }

    private func controls(in view: NSView) -> [NSControl] {
      view.subviews.filter { !$0.isHidden }.flatMap { view in
        ((view as? NSControl).map { [$0] } ?? []) + controls(in: view)
      }
    }

    private func texts(in view: NSView) -> [String] {
      controls(in: view).compactMap { $0 as? NSTextField }.filter { !$0.isEditable }
        .map(\.stringValue)
    }

    private func texts(_ view: NSTableView) -> [String] {
      view.model.rows.flatMap { $0.cells.flatMap(texts(in:)) }
    }
  }
#endif
