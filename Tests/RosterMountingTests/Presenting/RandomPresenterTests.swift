import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterJSON
import RosterMounting
import RosterRecordingHost
import RosterTestKit
import RosterTestSupport
import Testing

/// Random changes, resizes and scrolling.
///
/// The window is always complete, and what the user looks at stays where it is.
@Suite("ListPresenter, at random")
struct RandomPresenterTests {
  enum Kind: CaseIterable {
    case plain, headers, workingRange, headersInWorkingRange

    var hasHeaders: Bool { self == .headers || self == .headersInWorkingRange }
    var range: WorkingRange? {
      switch self {
      case .plain, .headers: nil
      case .workingRange, .headersInWorkingRange:
        WorkingRange(ahead: .items(3), behind: .items(1))
      }
    }
  }

  @Test(arguments: Kind.allCases, 1..<6 as Range<UInt64>)
  func theWindowIsCompleteAndTheAnchorStays(_ kind: Kind, _ seed: UInt64) async throws {
    var random = SplitMix64(seed: ~seed)
    var changesets = RandomChangesets(seed: seed)
    let rules = ScrollRules(top: random.happens(percent: 50) ? .keepsRows : .stays)
    let sticks = random.happens(percent: 50)
    try await Stage.with(range: kind.range, rules: rules, hasHeaders: kind.hasHeaders) {
      $0.sticksHeaders = sticks
    } _: { stage in
      try await stage.apply(ListRows<String, String>(counts: [20, 15, 25]).asInsertion)
      var keptCount = 0
      for step in 0..<40 {
        let comment: Comment = "\(kind), seed \(seed), step \(step)"
        let screen = Screen(stage)
        stage.wasLimited = false
        var isScroll = false
        switch random.index(below: 6) {
        case 0, 1:
          isScroll = true
          try scroll(stage, &random)
        case 2:
          if let view = stage.rows.randomElement(using: &random)?.view,
            let inner = stage.host.shownViews(in: view).first
          {
            let number = Double(1 + random.index(below: 9))
            #expect(stage.presenter.handle(.tap, of: inner, values: [.number(number)]) == 1)
          }
        case 3 where random.happens(percent: 30): _ = try await stage.list.apply(.reload())
        case 4:
          stage.host.focusedView = stage.rows.randomElement(using: &random)?.view
          continue
        default:
          try await stage.list.apply(stage.randomChange(from: &changesets, step: step))
        }
        try await stage.settle()
        let offence = try stage.offence()
        #expect(offence == nil, comment)
        if offence != nil { return }
        if !isScroll, let moved = try screen.moved(in: stage) {
          #expect(moved == 0, comment)
          if moved != 0 { return }
          keptCount += 1
        }
      }
      #expect(keptCount >= 5, "seed \(seed): nothing was ever held")
    }
  }

  private func scroll(_ stage: Stage, _ random: inout SplitMix64) throws {
    switch random.index(below: 3) {
    case 0: try stage.presenter.scroll(by: Double(random.index(below: 200)) - 100)
    case 1: try stage.userScrolls(to: Double(random.index(below: Int(stage.atEnd) + 1)))
    default:
      let state = stage.list.snapshot.state
      let path = state.path(atOffset: random.index(below: max(1, state.itemCount)))
      guard let item = try path.flatMap({ try state.itemID(at: $0) }) else { return }
      #expect(try stage.presenter.scroll(to: .item(item)))
      #expect(stage.presenter.visibleItems.contains(item))
    }
  }

  /// What a user looks at before a change.
  private struct Screen {
    let held: SeenRow?
    let isAtTop: Bool
    let hasFocus: Bool

    init(_ stage: Stage) {
      let anchor = stage.presenter.anchor.map { "\($0)" }
      let items = stage.visibleRows.filter { $0.tree.hasPrefix("item") }
      let focused = items.first { $0.view == stage.host.focusedView }
      held = focused ?? items.first { $0.tree == anchor } ?? items.first
      hasFocus = focused != nil
      isAtTop =
        stage.presenter.configuration.rules.top == .stays && stage.presenter.offset <= 0
    }

    /// Returns how far the held row has moved on the screen; `nil` if it may move, because it is
    /// gone or the list is at its start or end.
    func moved(in stage: Stage) throws -> Double? {
      guard let held, !isAtTop, !stage.wasLimited,
        let now = stage.rows.first(where: { $0.tree == held.tree })
      else { return nil }
      if hasFocus { #expect(now.view == held.view, "the row with the focus has another view") }
      return now.onScreen - held.onScreen
    }
  }
}
