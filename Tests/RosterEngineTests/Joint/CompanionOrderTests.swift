import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// All orders in which the queues of a list, of one that is kept together with it, and of a third one can take their turns.
@Suite("Lists that are kept together: all orders", .fileOnly) struct CompanionOrderTests {
  @Test func everyOrderOfTurnsKeepsThemTogether() async throws {
    try await JointLists.with { lists in
      var order = TurnOrder()
      var count = 0
      repeat {
        try Self.run(lists, number: count, &order)
        count += 1
      } while order.advance()
      #expect(count >= 5)
    }
  }

  /// The second list is also changed alone, and together with the third one, for which its queue waits.
  private static func run(_ file: JointLists, number: Int, _ order: inout TurnOrder) throws {
    let executors = (0..<3).map { _ in SteppedExecutor() }
    let lists = try ["a", "b", "c"].enumerated().map { index, name in
      try file.open("\(number) \(name)", executors[index].configuration)
    }
    let (a, b, c) = (lists[0], lists[1], lists[2])
    let followed = Recorder<Revision>()
    let companion = ListCompanion(b) { draft, changes in
      try draft.append("a\(changes.group.target.revision)")
    } whenFollowed: {
      followed.record($0)
    }
    a.add(companion)
    var hasOutcome: [() -> Bool] = []
    func append(_ text: String, to list: TextList) throws {
      let change = try list.enqueueChange { _, draft in try draft.append(text) }
      hasOutcome.append { change.outcome != nil }
    }
    try append("1", to: a)
    try append("x", to: b)
    let both = try file.store.enqueue(
      .change(b, c) { b, c in
        try b.append("both")
        try c.append("both")
      })
    hasOutcome.append { both.outcome != nil }
    try append("2", to: a)
    while case let ready = executors.filter(\.isReady), !ready.isEmpty {
      ready[order.choose(from: ready.count)].step()
      let shown = try b.snapshot.texts.filter { $0.hasPrefix("a") }
      #expect(shown == (0..<a.snapshot.revision).map { "a\($0 + 1)" }, "order \(order)")
    }
    let comment = Comment(rawValue: "order \(order)")
    #expect(hasOutcome.allSatisfy { $0() }, comment)
    #expect(try a.snapshot.texts == ["1", "2"], comment)
    #expect(try c.snapshot.texts == ["both"], comment)
    #expect(try b.snapshot.texts.filter { !$0.hasPrefix("a") } == ["x", "both"], comment)
    #expect(b.snapshot.revision == 4, comment)
    #expect(followed.values == [1, 2], comment)
    withExtendedLifetime(companion) {}
  }
}
