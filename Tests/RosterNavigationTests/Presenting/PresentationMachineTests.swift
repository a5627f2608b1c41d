import RosterCore
import RosterTestKit
import Testing

@testable import RosterNavigation
@testable import RosterChild

/// Which pages are open and visible, whatever comes while a transition is played.
struct PresentationMachineTests {
  private typealias Machine = PresentationMachine<PhotoRoute>

  /// The rules that steps keep, beside the machine.
  private struct Rules {
    var open: Set<ItemID> = []
    var visible: ItemID?
    var opened: [ItemID] = []
    var transition: PresentedTransition<PhotoRoute>?
    var finishedCount = 0
    var violations: [String] = []

    mutating func take(_ steps: [Machine.Step]) {
      for step in steps { take(step) }
    }

    private mutating func take(_ step: Machine.Step) {
      switch step {
      case .open(let page):
        guard let id = page.id else { return expect(false, "a page without item is opened") }
        expect(open.insert(id).inserted, "\(id) is opened twice")
        opened.append(id)
      case .appear(let id):
        expect(open.contains(id) && visible == nil, "\(id) appears beside \(visible as Any)")
        visible = id
      case .disappear(let id):
        expect(visible == id, "\(id) disappears, which is not visible")
        visible = nil
      case .close(let id):
        expect(visible != id && open.remove(id) != nil, "\(id) is closed while visible or twice")
        let ends = [transition?.appearing.id, transition?.disappearing.id]
        expect(!ends.contains(id), "\(id) is closed while the user sees it go")
      case .begin(let new):
        expect(transition == nil, "two transitions at once")
        expect(visible == new.appearing.id, "another page appears")
        expect(new.disappearing.id.map { open.contains($0) } ?? true, "nothing to see disappear")
        transition = new
      case .finish(let changes):
        expect(transition == nil && !changes.isEmpty, "finished before the transition")
        finishedCount += changes.count
      }
    }

    mutating func expect(_ condition: Bool, _ violation: String) {
      if !condition { violations.append(violation) }
    }
  }

  @Test(arguments: 1...300)
  func stepsAreLegalAndLeadToTheState(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let bound = 1 + random.index(below: 4)
    var machine = Machine(openPageCountMax: bound)
    var history = try NavigationHistory()
    var rules = Rules()
    rules.take(machine.start(history.state))
    var changeCount = 0
    func finish() {
      guard let transition = rules.transition else { return }
      rules.transition = nil
      rules.take(machine.finish(transition.number))
    }
    for _ in 0..<80 {
      if random.happens(percent: 30) { finish() }
      let before = history.state
      #expect(try history.apply(RandomOperations.next(before, &random)))
      guard history.state != before else { continue }
      changeCount += 1
      rules.take(machine.receive(NavigationChange(from: before, to: history.state)))
    }
    while rules.transition != nil { finish() }
    #expect(rules.violations == [], "seed \(seed)")
    #expect(rules.visible == history.state.visiblePage.id, "seed \(seed)")
    #expect(rules.finishedCount == changeCount, "seed \(seed)")
    #expect(rules.open.count <= bound && rules.open == Set(machine.open), "seed \(seed)")
    #expect(rules.open.isSubset(of: history.state.pages.compactMap(\.id)), "seed \(seed)")
    rules.take(machine.end())
    #expect(rules.open.isEmpty && rules.visible == nil && rules.violations == [], "seed \(seed)")
  }

  @Test func changesDuringATransitionWaitAndAreShownByOne() throws {
    var machine = Machine(openPageCountMax: 8)
    var history = try NavigationHistory()
    func change(_ operation: NavigationOperation<PhotoRoute>) throws -> NavigationChange<PhotoRoute>
    {
      let before = history.state
      #expect(try history.apply(operation))
      return NavigationChange(from: before, to: history.state)
    }
    var rules = Rules()
    rules.take(machine.start(history.state))
    let push = try change(.push(.photo(1)))
    rules.take(machine.receive(push))
    let first = try #require(rules.transition)
    let second = try change(.push(.photo(2)))
    let replace = try change(.replace(.photo(3)))
    #expect(machine.receive(second) == [] && machine.receive(replace) == [])
    #expect(rules.finishedCount == 0 && rules.opened.count == 2)
    // Photo 2 came and went: it is never opened.
    rules.transition = nil
    let steps = machine.finish(first.number)
    #expect(steps.first == .finish([push]))
    rules.take(steps)
    let photo3 = try #require(replace.after.visiblePage.id)
    #expect(rules.opened.last == photo3 && rules.opened.count == 3)
    #expect(rules.transition?.transition == .push)
    // What is not the current transition is not finished.
    #expect(machine.finish(first.number) == [])
    let last = try #require(rules.transition)
    rules.transition = nil
    #expect(machine.finish(last.number) == [.finish([second, replace])])
  }

  @Test func pageThatWasVisibleLongestAgoIsClosedFirst() throws {
    var machine = Machine(openPageCountMax: 2)
    var history = try NavigationHistory()
    var rules = Rules()
    rules.take(machine.start(history.state))
    func apply(_ operation: NavigationOperation<PhotoRoute>) throws {
      let before = history.state
      #expect(try history.apply(operation))
      rules.take(machine.receive(NavigationChange(from: before, to: history.state)))
      if let transition = rules.transition {
        rules.transition = nil
        rules.take(machine.finish(transition.number))
      }
    }
    try apply(.push(.photo(1)))
    try apply(.push(.photo(2)))
    let ids = history.state.chain.compactMap(\.id)
    #expect(rules.open == [ids[1], ids[2]])
    try apply(.popToRoot)
    #expect(rules.open == [ids[0]])
    #expect(rules.opened == [ids[0], ids[1], ids[2], ids[0]])
  }

  @Test func pageThatCouldNotBeOpenedIsOpenedAgain() throws {
    var machine = Machine(openPageCountMax: 2)
    let state = try NavigationHistory().state
    let id = try #require(state.visiblePage.id)
    #expect(machine.start(state) == [.open(state.visiblePage), .appear(id)])
    #expect(machine.retry() == [])
    machine.failed(id)
    #expect(machine.retry() == [.open(state.visiblePage), .appear(id)])
  }
}
