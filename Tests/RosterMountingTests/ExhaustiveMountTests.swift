import RosterComponents
import RosterJSON
import RosterMounting
import RosterRecordingHost
import Testing

/// A tree, another one, the first again and the other one again: for all pairs of small trees.
@Suite("ViewMount, exhaustively")
struct ExhaustiveMountTests {
  /// Renders two forests in turn, and the last one once more. Returns what is wrong.
  private func offence(
    _ first: [ViewTree], _ second: [ViewTree], poolCountMax: Int, isLaidOut: Bool = false
  ) -> String? {
    let mount = MountUnderTest(poolCountMax: poolCountMax)
    for (step, views) in [first, second, first, second].enumerated() {
      if let offence = mount.offence(rendering: views, isLaidOut: isLaidOut).offence {
        return "step \(step), from \(first) to \(second): \(offence)"
      }
    }
    let callCount = mount.host.callCount
    let counts = mount.mount.render(second, isLaidOut: isLaidOut)
    if counts != MountCounts() || mount.host.callCount != callCount {
      return "an unchanged render of \(second) after \(first) does \(counts)"
    }
    mount.mount.removeAll()
    if let fault = mount.host.faults.first { return "removing \(second): \(fault)" }
    return mount.host.existingViews.isEmpty ? nil : "views of \(second) are left"
  }

  private func expectNoOffence(
    among forests: [[ViewTree]], poolCountMax: Int, isLaidOut: Bool = false
  ) {
    for (index, first) in forests.enumerated() {
      for second in forests[index...] {
        let offence = offence(first, second, poolCountMax: poolCountMax, isLaidOut: isLaidOut)
        if let offence {
          Issue.record("\(offence)")
          return
        }
      }
    }
  }

  @Test func treesOfThreeViewsOfThreeKinds() {
    let forests = SmallForests.forests(
      upTo: 3, kinds: [.view("a"), .view("a", ["text": 1, "_trace": 1]), .view("b", ["text": 2])])
    #expect(forests.count == 1 + 3 + 18 + 135)
    expectNoOffence(among: forests, poolCountMax: 2)
  }

  @Test func treesOfFourViewsOfComponents() {
    let forests = SmallForests.forests(upTo: 4, kinds: [.row(1, ["text": 1])])
    let others = SmallForests.forests(upTo: 3, kinds: [.row(1, ["text": 2]), .row(2), .view("a")])
    expectNoOffence(among: forests + others, poolCountMax: 1)
  }

  @Test func drawingOrdersAndViewsThatAreNotDisplayed() {
    let orders = SmallForests.permutations(of: [0, 1, 2])
    let containers = orders.flatMap { order in
      (0..<8).map { displayed in
        var container = ViewTree.view("a").framed()
        container.children = (0..<3).map { index in
          let row = ViewTree.row(index)
          return displayed & (1 << index) == 0 ? row : row.framed(at: Double(index))
        }
        container.zOrder = order == [0, 1, 2] ? nil : order
        return [container]
      }
    }
    #expect(containers.count == 48)
    expectNoOffence(among: containers, poolCountMax: 16, isLaidOut: true)
  }

  @Test func rowsOfFourComponentsMoveAsFewViewsAsPossible() {
    let rows = SmallForests.arrangements(of: [0, 1, 2, 3])
    #expect(rows.count == 65)
    for first in rows {
      for second in rows {
        for focus in [nil] + first.filter(second.contains).map(Optional.some) {
          let offence = moveOffence(from: first, to: second, focus: focus)
          if let offence {
            Issue.record("from \(first) to \(second), focus \(focus ?? -1): \(offence)")
            return
          }
        }
      }
    }
  }

  /// Renders two rows of components of different types, so that no view is recycled.
  private func moveOffence(from first: [Int], to second: [Int], focus: Int?) -> String? {
    let mount = MountUnderTest()
    func views(_ row: [Int]) -> [ViewTree] { row.map { .row($0, of: "Row\($0)") } }
    if let offence = mount.offence(rendering: views(first)).offence { return offence }
    let places = first.firstIndex { $0 == focus }
    mount.host.focusedView = places.map { mount.host.shownViews(in: mount.host.container)[$0] }
    let (counts, offence) = mount.offence(rendering: views(second))
    if let offence { return offence }
    let kept = second.filter(first.contains)
    let most = NaiveRow.mostStaying(
      kept.compactMap(first.firstIndex), pinned: kept.firstIndex { $0 == focus })
    if counts.moved != kept.count - most { return "\(counts.moved) of \(kept.count) are moved" }
    if focus != nil, mount.host.focusedView == nil { return "the focus is lost" }
    return nil
  }
}
