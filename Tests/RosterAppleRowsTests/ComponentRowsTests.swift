#if os(Linux)
  import Foundation
  import Roster
  import RosterApple
  import RosterAppleRows
  import RosterComponentLists
  import RosterComponents
  import RosterCore
  import RosterLayout
  import RosterTestKit
  import RosterTestSupport
  import RosterToolkitModels
  import RosterToolkitStubs
  import RosterWidgets
  import Testing

  /// Rows of components in cells of UIKit, over views that have its names.
  @Suite("Rows of components in cells") @MainActor
  struct ComponentRowsTests {
    // MARK: What is shown

    @Test func aTapReachesTheComponentAndItsStateSurvives() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a", "b"])
      #expect(screen.texts == [["a: 0"], ["b: 0"]])
      let cell = screen.cells[0]
      let label = try #require(cell.shown(UILabel.self).first)
      let button = try #require(cell.shown(UIButton.self).first)
      try await screen.change { button.tapByHand() }
      #expect(screen.texts == [["a: 1"], ["b: 0"]])
      #expect(screen.cells[0] === cell && cell.shown(UILabel.self).first === label)
      try await screen.apply(
        Changeset { $0.moveItem(from: 0, to: 1) })
      #expect(screen.texts == [["b: 0"], ["a: 1"]])
      screen.view.reloadData()
      screen.view.layoutIfNeeded()
      #expect(screen.texts == [["b: 0"], ["a: 1"]], "the cells have changed places")
      #expect(screen.rows.failure == nil && screen.view.model.exception == nil)
      await screen.list.close()
    }

    @Test func cellsAreAsHighAsTheirRows() async throws {
      let screen = try CounterScreen(width: 60)
      try await screen.insert(["a", "a name that takes several lines"])
      let heights = try screen.list.outputs(inSection: 0).map {
        try #require($0.output.layout).size.height
      }
      #expect(heights[0] < heights[1])
      for (item, height) in heights.enumerated() {
        let span = try #require(screen.view.model.span(of: ItemPath(section: 0, item: item)))
        #expect(span.end - span.start == height)
        let tree = try #require(screen.source.rows.item(at: ItemPath(section: 0, item: item)))
        #expect(screen.rows.size(of: .item(tree)) == Size(width: 60, height: height))
      }
      await screen.list.close()
    }

    @Test func aCellOfATableViewIsAsLargeAsItsRow() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let item = try #require(screen.source.rows.item(at: ItemPath(section: 0, item: 0)))
      let cell = ComponentTableViewCell(frame: .zero)
      screen.rows.show(.item(item), in: cell)
      let size = try #require(cell.mountedRow?.size)
      let fitting = cell.systemLayoutSizeFitting(
        .zero, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel)
      #expect(size.width == 200 && size.height > 0)
      #expect(fitting == CGSize(width: size.width, height: size.height))
      await screen.list.close()
    }

    @Test func aCellOfAnItemThatIsGoneShowsNothing() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let item = try #require(screen.source.rows.item(at: ItemPath(section: 0, item: 0)))
      try await screen.apply(Changeset { $0.removeItem(at: 0) })
      let cell = ComponentCollectionViewCell(frame: .zero)
      screen.rows.show(.item(item), in: cell)
      #expect(cell.mountedRow?.tree == nil && cell.shown(UILabel.self).isEmpty)
      await screen.list.close()
    }

    @Test func rowsAreLaidOutForTheWidthOfTheView() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      screen.view.bounds.size.width = 300
      try await screen.change { screen.rows.layOut(for: screen.view) }
      #expect(screen.list.layoutConstraints()?.range.max.width == 300)
      #expect(screen.list.layoutConstraints()?.pixelsPerPoint == 2)
      try await screen.apply(Changeset { $0.updateItem(at: 0, "b") })
      let box = try #require(screen.cells[0].shown(UIView.self).dropFirst().first)
      #expect(box.frame.width == 300)
      await screen.list.close()
    }

    /// The user chooses another size of text: what is shown is drawn so at once, and laid out for that, and so is what is shown
    /// later. A size that is none changes nothing.
    @Test func textsHaveTheSizeThatTheUserHasChosen() async throws {
      let screen = try CounterScreen()
      let rows = screen.rows
      try await screen.insert(["a", "b"])
      func height(_ cell: UICollectionViewCell) -> Double? {
        (cell as? ComponentCollectionViewCell)?.mountedRow?.size?.height
      }
      let former = try #require(height(screen.cells[0]))
      let label = try #require(screen.cells[0].shown(UILabel.self).first)
      func size(_ label: UILabel) -> CGFloat? {
        (label.attributedText?.attribute(.font, at: 0, effectiveRange: nil) as? UIFont)?.pointSize
      }
      #expect(size(label) == 17)
      try await screen.change {
        UIFont.$bodySizeByHand.withValue(34) {
          // begin example
          rows.setFontSize(Double(UIFont.preferredFont(forTextStyle: .body).pointSize))
          // end example
        }
        #expect(size(label) == 34)
      }
      try await screen.apply(Changeset { $0.insertItem("c", at: ItemPath(section: 0, item: 2)) })
      for cell in screen.cells {
        #expect(try #require(height(cell)) > former)
        #expect(size(try #require(cell.shown(UILabel.self).first)) == 34)
      }
      let measurer = screen.list.environment().textMeasurer as? SystemTextMeasurer
      #expect(measurer == SystemTextMeasurer(size: 34))
      for none in [0, -1, Double.nan, .infinity] { rows.setFontSize(none) }
      rows.setFontSize(34)
      let last = try #require(screen.cells[2].shown(UILabel.self).first)
      #expect(rows.failure == nil && size(last) == 34)
      await screen.list.close()
      rows.setFontSize(20)
      #expect(rows.failure != nil && size(last) == 34)
    }

    // MARK: Recycling

    /// Cells are used again for any rows, and a view that waits shows nothing.
    @Test(arguments: 0..<12 as Range<UInt64>)
    func cellsThatAreUsedAgainShowTheirRows(seed: UInt64) async throws {
      let screen = try CounterScreen()
      var changes = RandomChangesets(seed: seed)
      for step in 0..<40 {
        let counts = (0..<screen.list.snapshot.sectionCount)
          .map(screen.list.snapshot.itemCount(inSection:))
        try await screen.apply(changes.valid(for: counts).changeset(models: "\(step) "))
        if changes.random.happens(percent: 30), let cell = screen.cells.first,
          let button = cell.shown(UIButton.self).first
        {
          try await screen.change { button.tapByHand() }
        }
        try expectRows(of: screen, "seed \(seed), step \(step)")
      }
      screen.rows.removeAll()
      #expect(screen.ledger.views.isEmpty && screen.rows.failure == nil, "seed \(seed)")
      await screen.list.close()
    }

    /// Compares cells with what the list has built, and controllers with the cells.
    private func expectRows(of screen: CounterScreen, _ comment: Comment) throws {
      try #require(screen.view.model.exception == nil, comment)
      let sections = 0..<screen.list.snapshot.sectionCount
      let outputs = try sections.flatMap { try screen.list.outputs(inSection: $0) }
      let texts = outputs.map { output in
        output.output.views.flatMap(\.children).compactMap {
          $0.spec.attributes["text"]?.stringValue
        }
      }
      #expect(screen.texts == texts, comment)
      #expect(screen.ledger.hasSharedViews == false, comment)
      #expect(screen.ledger.views.count == outputs.count, comment)
      for output in outputs {
        #expect(screen.rows.controllers.isDisplayed(output.tree), comment)
      }
    }

    @Test func whatIsTypedIntoOneRowIsNotShownInAnother() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a", "b"])
      let items = try screen.list.outputs(inSection: 0).map(\.id)
      let cell = ComponentCollectionViewCell(frame: .zero)
      screen.rows.show(.item(items[0]), in: cell)
      let field = try #require(cell.shown(UITextField.self).first)
      field.typeByHand("abc")
      #expect(field.isFirstResponder)
      screen.rows.show(.item(items[0]), in: cell)
      #expect(field.text == "abc" && field.isFirstResponder, "the component has not answered")
      screen.rows.show(.item(items[1]), in: cell)
      #expect(cell.shown(UITextField.self).first === field, "the field is used again")
      #expect(field.text == "" && !field.isFirstResponder)
      await screen.list.close()
    }

    // MARK: Controllers

    @Test func controllersLiveAsLongAsACellShowsTheirRow() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      #expect(screen.ledger.calls == ["mount a", "appear a"])
      let button = try #require(screen.cells[0].shown(UIButton.self).first)
      try await screen.change { button.tapByHand() }
      #expect(screen.ledger.calls.last == "remount a")
      try await screen.apply(Changeset { $0.removeItem(at: 0) })
      #expect(screen.ledger.calls.suffix(3) == ["disappear a", "unmount a", "invalidate a"])
      #expect(screen.ledger.views.isEmpty)
      await screen.list.close()
    }

    @Test func aRowThatHasLeftTheScreenStaysMounted() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let cell = screen.cells[0]
      screen.rows.didEndDisplaying(cell)
      #expect(screen.ledger.calls.last == "disappear a" && screen.ledger.views.count == 1)
      screen.rows.willDisplay(cell)
      #expect(screen.ledger.calls.last == "appear a")
      await screen.list.close()
    }

    @Test func aCellThatComesBackShowsWhatHasChangedMeanwhile() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let item = try #require(screen.source.rows.item(at: ItemPath(section: 0, item: 0)))
      let cell = ComponentCollectionViewCell(frame: .zero)
      screen.rows.show(.item(item), in: cell)
      screen.rows.willDisplay(cell)
      screen.rows.didEndDisplaying(cell)
      try screen.list.applySynchronously(Changeset { $0.updateItem(at: 0, "b") })
      #expect(cell.shown(UILabel.self).map { $0.text } == ["a: 0"])
      screen.rows.willDisplay(cell)
      #expect(cell.shown(UILabel.self).map { $0.text } == ["b: 0"])
      await screen.list.close()
    }

    @Test func aRowIsMountedInTheCellThatShowsItLast() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let item = try #require(screen.source.rows.item(at: ItemPath(section: 0, item: 0)))
      let former = try #require(screen.cells[0] as? ComponentCollectionViewCell)
      let cell = ComponentCollectionViewCell(frame: .zero)
      screen.rows.show(.item(item), in: cell)
      #expect(former.mountedRow?.tree == nil && cell.mountedRow?.tree == .item(item))
      #expect(screen.ledger.calls.suffix(2) == ["unmount a", "mount a"])
      let view = try #require(screen.ledger.views.first)
      #expect(screen.ledger.views.count == 1 && view.isDescendant(of: cell))
      screen.rows.willDisplay(cell)
      screen.rows.didEndDisplaying(former)
      #expect(screen.rows.controllers.isDisplayed(.item(item)))
      #expect(screen.ledger.calls.filter { $0 == "disappear a" }.isEmpty)
      await screen.list.close()
    }

    // MARK: Assistive technology

    @Test func assistiveTechnologyFindsTheElementsInTheirOrder() async throws {
      let screen = try CounterScreen()
      try await screen.insert(["a"])
      let cell = try #require(screen.cells[0] as? ComponentCollectionViewCell)
      let elements = (cell.contentView.accessibilityElements ?? []).compactMap { $0 as? UIView }
      #expect(elements.map(\.accessibilityLabel) == ["a: 0", "Count"])
      #expect(elements.map(\.accessibilityTraits) == [.staticText, .button])
      #expect(elements.allSatisfy { $0.isAccessibilityElement })
      await screen.list.close()
    }

    /// A field says by itself that it is one, and its text.
    @Test func assistiveTechnologyFindsSwitchesAndFields() async throws {
      let list = try CounterList(
        .memory(list: "settings"), configuration: .rows(width: 200)
      ) { _, _ in SettingRow() }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a"], at: ItemPath(section: 0, item: 0))
        })
      let tree = try #require(list.outputs(inSection: 0).first).tree
      let cell = ComponentCollectionViewCell(frame: .zero)
      let rows = ComponentRows<UIView>(list)
      rows.show(tree, in: cell)
      let elements = (cell.contentView.accessibilityElements ?? []).compactMap { $0 as? UIView }
      #expect(elements.map(\.accessibilityLabel) == ["Wifi", "Name"])
      #expect(elements.map(\.accessibilityTraits) == [[.button, .toggleButton], []])
      #expect(elements.map(\.accessibilityValue) == ["1", nil])
      await list.close()
    }

    @Test func assistiveTechnologyOffersActions() async throws {
      let list = try CounterList(
        .memory(list: "notes"), configuration: .rows(width: 200)
      ) { name, _ in NoteRow(name: name) }
      try list.applySynchronously(
        Changeset {
          $0.insertSection(at: 0, nil)
          $0.insertItems(["a"], at: ItemPath(section: 0, item: 0))
        })
      let tree = try #require(list.outputs(inSection: 0).first).tree
      let rows = ComponentRows<UIView>(list)
      let cell = ComponentCollectionViewCell(frame: .zero)
      rows.show(tree, in: cell)
      let element = try #require(cell.contentView.accessibilityElements?.first as? UIView)
      #expect(element.accessibilityLabel == "a, plain")
      #expect(element.accessibilityTraits == [.button, .staticText])
      let action = try #require(element.accessibilityCustomActions?.first)
      #expect(action.name == "Mark")
      let batches = try list.batches(after: list.snapshot.revision)
      #expect(action.actionHandler(action))
      _ = try await batches.next()
      rows.show(tree, in: cell)
      #expect(element.accessibilityLabel == "a, marked")
      await list.close()
    }
  }
#endif
