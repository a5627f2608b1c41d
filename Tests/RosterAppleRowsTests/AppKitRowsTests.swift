#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterLayout
  import RosterMounting
  import RosterToolkitModels
  import RosterToolkitStubs
  import Testing

  /// Rows of components in cells of AppKit, over views that have its names.
  @Suite("Rows of components in cells of AppKit") @MainActor
  struct AppKitRowsTests {
    @Test func aTableShowsRowsAndAClickReachesTheComponent() async throws {
      let list = try CounterList(
        .memory(list: "counters"), configuration: .rows(width: 80)
      ) { name, _ in CounterRow(name: name) }
      let view = NSTableView(frame: .zero)
      view.addTableColumn(NSTableColumn(identifier: NSUserInterfaceItemIdentifier("row")))
      // begin example
      let rows = ComponentRows<NSView>(list)
      let source = try FlatTableViewSource(list, in: view) {
        ComponentTableCellView()
      } configure: { cell, row in
        rows.show(.item(row.id), in: cell)
      }
      view.usesAutomaticRowHeights = true
      // end example
      view.window = NSWindow()
      view.layOut()
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(
            ["a", "a name that takes several lines"], at: ItemPath(section: 0, item: 0))
        })
      await source.rows.knows(list.snapshot.revision)
      view.layOut()
      #expect(texts(view) == ["a: 0", "a name that takes several lines: 0"])
      let heights = try list.outputs(inSection: 0).map { output in
        try #require(output.output.layout).size.height
      }
      #expect(heights[0] < heights[1])
      for (row, height) in heights.enumerated() {
        #expect(Double(view.rect(ofRow: row).height) == height)
      }
      let batches = try list.batches(after: list.snapshot.revision)
      let cell = try #require(view.view(atColumn: 0, row: 0, makeIfNecessary: false))
      let button = try #require(controls(in: cell).lazy.compactMap { $0 as? NSButton }.first)
      button.clickByHand()
      let batch = try #require(await batches.next())
      await source.rows.knows(batch.target.revision)
      #expect(texts(view).first == "a: 1" && rows.failure == nil)
      await list.close()
    }

    @Test func aCellTellsItselfWhetherItIsOnTheScreen() async throws {
      let list = try CounterList(
        .memory(list: "counters"), configuration: .rows(width: 80)
      ) { name, _ in CounterRow(name: name) }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a"], at: ItemPath(section: 0, item: 0))
        })
      let tree = try #require(list.outputs(inSection: 0).first).tree
      let rows = ComponentRows<NSView>(list)
      let cell = ComponentTableCellView()
      rows.show(tree, in: cell)
      #expect(!rows.controllers.isDisplayed(tree) && cell.invalidatedCount == 1)
      let window = NSWindow()
      cell.window = window
      #expect(rows.controllers.isDisplayed(tree))
      cell.window = nil
      #expect(!rows.controllers.isDisplayed(tree) && cell.mountedRow?.tree == tree)
      cell.window = window
      try list.applySynchronously(Changeset { $0.removeItem(at: 0) })
      cell.window = nil
      #expect(cell.mountedRow?.tree == nil && texts(in: cell).isEmpty)
      await list.close()
    }

    /// A view lets cells go that it does not need. The next row that is shown removes their controllers.
    @Test func aCellThatIsGoneIsNotKept() async throws {
      let list = try CounterList(
        .memory(list: "counters"), configuration: .rows(width: 80)
      ) { name, _ in CounterRow(name: name) }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a", "b"], at: ItemPath(section: 0, item: 0))
        })
      let trees = try list.outputs(inSection: 0).map(\.tree)
      let rows = ComponentRows<NSView>(list)
      let window = NSWindow()
      weak var gone: ComponentTableCellView?
      do {
        let cell = ComponentTableCellView()
        gone = cell
        cell.window = window
        rows.show(trees[0], in: cell)
        cell.frame = CGRect(x: 0, y: 5, width: 80, height: 40)
        #expect(cell.rowContainer.frame == CGRect(x: 0, y: 0, width: 80, height: 40))
        #expect(rows.controllers.isDisplayed(trees[0]) && texts(in: cell) == ["a: 0"])
      }
      #expect(gone == nil)
      rows.show(trees[1], in: ComponentTableCellView())
      #expect(!rows.controllers.isDisplayed(trees[0]))
      await list.close()
    }

    @Test func whatIsBesideAPartOfACarouselIsCutOff() {
      let host = ToolkitHost<NSView>.appKit(fontSize: 13)
      #expect(host.makeView("scroll").clipsToBounds && !host.makeView("box").clipsToBounds)
    }

    @Test func clicksOnATextAreForTheRow() throws {
      let host = ToolkitHost<NSView>.appKit(fontSize: 13)
      let label = try #require(controls(in: host.makeView("text")).first as? NSTextField)
      #expect(!label.isSelectable && !label.isEditable)
    }

    @Test func assistiveTechnologyFindsABoxThatIsTicked() async throws {
      let list = try CounterList(
        .memory(list: "settings"), configuration: .rows(width: 200)
      ) { _, _ in SettingRow() }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a"], at: ItemPath(section: 0, item: 0))
        })
      let tree = try #require(list.outputs(inSection: 0).first).tree
      let cell = ComponentTableCellView()
      let rows = ComponentRows<NSView>(list)
      rows.show(tree, in: cell)
      let elements = (cell.rowContainer.accessibility.elements ?? []).compactMap { $0 as? NSView }
      #expect(elements.map(\.accessibility.label) == ["Wifi", "Name"])
      #expect(elements.map(\.accessibility.role) == [.checkBox, .group])
      #expect(elements.map(\.accessibility.number) == [1, nil])
      #expect(elements.map(\.accessibility.value) == [nil, "Ada"])
      await list.close()
    }

    @Test func assistiveTechnologyPressesWhatCanBeClicked() {
      let host = ToolkitHost<NSView>.appKit(fontSize: 13)
      var reports: [ViewEvent] = []
      host.onEvent = { event, _, _ in reports.append(event) }
      let actions = [ActionReference(target: .responders, name: "act")]
      let (box, toggle) = (host.makeView("box"), host.makeView("toggle"))
      #expect(!box.accessibilityPerformPress())
      host.setEvents([.tap: actions], of: box)
      #expect(box.accessibilityPerformPress() && reports == [.tap])
      host.setEvents([:], of: box)
      #expect(!box.accessibilityPerformPress())
      host.setEvents([.change: actions], of: toggle)
      #expect(toggle.accessibilityPerformPress() && reports == [.tap, .change])
      host.set("disabled", of: toggle, from: nil, to: true)
      #expect(!toggle.accessibilityPerformPress() && reports.count == 2)
    }

    @Test func aSecretTextIsNeverShown() throws {
      let host = ToolkitHost<NSView>.appKit(fontSize: 13)
      let area = host.makeView("field")
      host.set("secure", of: area, from: nil, to: true)
      host.set("value", of: area, from: nil, to: "secret")
      let field = try #require(controls(in: area).first as? NSSecureTextField)
      #expect(field.stringValue == "secret" && area.subviews.count == 1)
      host.unset("secure", of: area, from: true)
      let plain = try #require(controls(in: area).first as? NSTextField)
      #expect(!(plain is NSSecureTextField) && plain.stringValue == "secret")
    }

    private func controls(in view: NSView) -> [NSControl] {
      view.subviews.filter { !$0.isHidden }.flatMap { view in
        ((view as? NSControl).map { [$0] } ?? []) + controls(in: view)
      }
    }

    /// What the labels in a view say.
    private func texts(in view: NSView) -> [String] {
      controls(in: view).compactMap { $0 as? NSTextField }.filter { !$0.isEditable }
        .map(\.stringValue)
    }

    private func texts(_ view: NSTableView) -> [String] {
      view.model.rows.flatMap { $0.cells.flatMap(texts(in:)) }
    }
  }
#endif
