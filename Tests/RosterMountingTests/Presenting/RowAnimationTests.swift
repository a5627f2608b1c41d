import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterLayout
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import RosterTestSupport
import Testing

/// Rows that appear, change and disappear with animations.
@Suite("ListPresenter, with animations")
struct RowAnimationTests {
  private let tens = Array(repeating: "10", count: 100)

  private func path(_ item: Int) -> ItemPath { ItemPath(section: 0, item: item) }

  /// A stage with rows of ten points, where nothing plays any more.
  private func onStage(
    rules: ScrollRules = ScrollRules(), reducesMotion: Bool = false,
    _ body: (Stage) async throws -> Void
  ) async throws {
    try await Stage.with(rules: rules) {
      ($0.animates, $0.reducesMotion) = (true, reducesMotion)
    } _: { stage in
      try await stage.apply(tens)
      stage.presenter.finishAnimations()
      try await body(stage)
      stage.presenter.finishAnimations()
      #expect(try stage.offence() == nil)
    }
  }

  /// The opacities of the planks in the row at an index among the shown ones.
  private func opacities(_ stage: Stage, _ index: Int) -> [Double?] {
    stage.host.shownViews(in: stage.rows[index].view).map { stage.host.number("opacity", of: $0) }
  }

  @Test func anInsertedRowAppears() async throws {
    try await onStage { stage in
      let presenter = stage.presenter
      #expect(presenter.nextAnimationTime == nil)
      try await stage.apply(TextChange { $0.insertItem("10", at: path(1)) })
      #expect(opacities(stage, 1) == [0])
      #expect(presenter.nextAnimationTime == 0)
      // Nothing has played before, so this is the first frame.
      #expect(presenter.advanceAnimations(to: 700))
      #expect(opacities(stage, 1) == [0])
      #expect(presenter.advanceAnimations(to: 700.25))
      #expect(opacities(stage, 1) == [0.25])
      #expect(presenter.nextAnimationTime == 700.25)
      #expect(opacities(stage, 0) == [nil])
      #expect(!presenter.advanceAnimations(to: 701))
      #expect(opacities(stage, 1) == [nil])
      #expect(presenter.nextAnimationTime == nil)
      try await stage.apply(TextChange { $0.insertItem("10", at: path(1)) })
      #expect(presenter.advanceAnimations(to: 900))
      #expect(opacities(stage, 1) == [0])
      presenter.finishAnimations()
      try await stage.apply(TextChange { $0.insertItem("10", at: path(1)) })
      #expect(presenter.advanceAnimations(to: 950))
      #expect(opacities(stage, 1) == [0])
    }
  }

  @Test func aRowThatIsScrolledIntoViewIsThere() async throws {
    try await onStage { stage in
      try await stage.apply(TextChange { $0.insertItem("10", at: path(70)) })
      #expect(stage.presenter.nextAnimationTime == nil)
      try stage.presenter.scroll(to: 650)
      #expect(stage.presenter.nextAnimationTime == nil)
    }
  }

  @Test func aChangedRowChanges() async throws {
    try await onStage { stage in
      try await stage.apply(TextChange { $0.updateItem(at: path(2), "12") })
      #expect(opacities(stage, 2) == [0.5])
      _ = stage.presenter.advanceAnimations(to: 1)
      _ = stage.presenter.advanceAnimations(to: 1.5)
      #expect(opacities(stage, 2) == [0.75])
      try await stage.apply(TextChange { $0.updateItem(at: path(2), "100") })
      #expect(opacities(stage, 2) == [0, 0.75], "the new plank and the old one")
      #expect(opacities(stage, 3) == [nil])
    }
  }

  @Test func aRemovedRowDisappears() async throws {
    try await onStage { stage in
      let row = stage.rows[1]
      let plank = stage.host.shownViews(in: row.view)[0]
      try await stage.apply(TextChange { $0.removeItem(at: path(1)) })
      #expect(stage.rows.filter { $0.view == row.view } == [row])
      #expect(stage.rows.first { $0.tree == "item 3" }?.start == 10)
      #expect(stage.presenter.mount.tree(of: plank) == nil)
      #expect(stage.presenter.handle(.tap, of: plank, values: [1]) == 0)
      _ = stage.presenter.advanceAnimations(to: 1)
      _ = stage.presenter.advanceAnimations(to: 1.5)
      #expect(stage.host.number("opacity", of: plank) == 0.5)
      #expect(!stage.presenter.advanceAnimations(to: 2))
      #expect(!stage.rows.contains { $0.view == row.view })
      #expect(stage.host.isHidden(row.view))
    }
  }

  @Test func aRowThatDisappearsStaysWhereItIsOnTheScreen() async throws {
    try await onStage(rules: ScrollRules(top: .keepsRows)) { stage in
      try stage.presenter.scroll(to: 200)
      let row = stage.visibleRows[3]
      try await stage.apply(
        TextChange {
          $0.insertItems(["30", "30"], at: path(0))
          $0.removeItem(at: path(23))
        })
      #expect(stage.presenter.offset == 260)
      #expect(stage.rows.first { $0.view == row.view }?.onScreen == row.onScreen)
      try await stage.apply(TextChange { $0.insertItem("30", at: path(0)) })
      #expect(stage.rows.first { $0.view == row.view }?.onScreen == row.onScreen)
      try stage.presenter.scroll(by: 5)
      #expect(stage.rows.first { $0.view == row.view }?.onScreen == row.onScreen - 5)
    }
  }

  @Test func whatScrollsOutOfSightEnds() async throws {
    try await onStage { stage in
      let gone = stage.rows[1].view
      try await stage.apply(
        TextChange {
          $0.removeItem(at: path(1))
          $0.insertItem("10", at: path(0))
        })
      #expect(stage.presenter.nextAnimationTime != nil)
      try stage.presenter.scroll(to: 15)
      #expect(stage.presenter.nextAnimationTime != nil)
      #expect(opacities(stage, 0) == [nil], "not visible, though it has views")
      try stage.presenter.scroll(to: 25)
      #expect(stage.presenter.nextAnimationTime == nil)
      #expect(stage.host.isHidden(gone))
    }
  }

  @Test func anItemThatComesBackIsThereOnce() async throws {
    try await onStage { stage in
      try await stage.apply(TextChange { $0.removeItem(at: path(1)) })
      #expect(stage.rows.filter { $0.tree == "item 2" }.count == 1)
      _ = try await stage.list.apply(.undo())
      try await stage.presenter.presentPublished()
      #expect(stage.rows.filter { $0.tree == "item 2" }.count == 1)
      #expect(stage.rows[1].tree == "item 2")
    }
  }

  @Test func whoWantsNoMotionHasNone() async throws {
    try await onStage(reducesMotion: true) { stage in
      try await stage.apply(
        TextChange {
          $0.removeItem(at: path(1))
          $0.insertItem("10", at: path(0))
        })
      #expect(stage.presenter.nextAnimationTime == nil)
      #expect(opacities(stage, 0) == [nil])
      stage.presenter.reducesMotion = false
      try await stage.apply(TextChange { $0.removeItem(at: path(1)) })
      #expect(stage.presenter.nextAnimationTime != nil)
      stage.presenter.reducesMotion = true
      #expect(stage.presenter.nextAnimationTime == nil)
    }
  }

  /// Random changes and scrolling while animations play. At the end the host shows what it shows of
  /// a presenter without animations.
  @Test(arguments: 1..<13 as Range<UInt64>)
  func nothingIsLeftOfAnimations(seed: UInt64) async throws {
    var random = SplitMix64(seed: ~seed)
    var changesets = RandomChangesets(seed: seed)
    let rules = ScrollRules(top: random.happens(percent: 50) ? .keepsRows : .stays)
    try await Stage.with(rules: rules, hasHeaders: seed.isMultiple(of: 2)) {
      $0.animates = true
    } _: { stage in
      try await stage.apply(ListRows<String, String>(counts: [20, 15, 25]).asInsertion)
      var (time, playedCount) = (0.0, 0)
      for step in 0..<60 {
        switch random.index(below: 6) {
        case 0: try stage.presenter.scroll(by: Double(random.index(below: 120)) - 60)
        case 1:
          time += Double(random.index(below: 5)) / 4
          stage.presenter.advanceAnimations(to: time)
        case 2:
          // A row that disappears hears nothing.
          if let view = stage.rows.randomElement(using: &random)?.view,
            let inner = stage.host.shownViews(in: view).last
          {
            stage.presenter.handle(.tap, of: inner, values: [1])
          }
        case 3 where random.happens(percent: 30):
          stage.host.focusedView = stage.rows.randomElement(using: &random)?.view
        default:
          try await stage.list.apply(stage.randomChange(from: &changesets, step: step))
        }
        try await stage.settle()
        #expect(stage.host.faults == [])
        if stage.presenter.nextAnimationTime != nil { playedCount += 1 }
        if random.happens(percent: 80) { continue }
        let firstTime = time + 1
        stage.presenter.advanceAnimations(to: firstTime)
        time += 1_000
        #expect(!stage.presenter.advanceAnimations(to: time))
        let difference = try difference(stage)
        #expect(difference == nil, "seed \(seed), step \(step)")
        if difference != nil { return }
      }
      #expect(playedCount > 10)
    }
  }

  private func difference(_ stage: Stage) throws -> String? {
    if let offence = try stage.offence() { return offence }
    let other = RecordingHost()
    var configuration = stage.presenter.configuration
    configuration.animates = false
    let presenter = try ListPresenter(stage.list, in: other.container, of: other, configuration)
    try presenter.present()
    try presenter.scroll(to: stage.presenter.offset)
    if presenter.offset != stage.presenter.offset { return "the offset is \(presenter.offset)" }
    let rows = other.rows(of: presenter.mount.list)
    let end = presenter.offset + configuration.size.height
    for row in rows where row.start < end && row.start + row.length > presenter.offset {
      guard let own = stage.rows.first(where: { $0.tree == row.tree }) else {
        return "\(row.tree) is missing"
      }
      let (picture, expected) = (
        stage.host.picture(showing: own.view), other.picture(showing: row.view)
      )
      if picture != expected {
        return "\(row.tree): \(picture as Any) instead of \(expected as Any)"
      }
    }
    return nil
  }
}
