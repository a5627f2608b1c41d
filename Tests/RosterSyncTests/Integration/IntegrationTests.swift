import RosterCore
import RosterJSON
import RosterTestKit
import Testing

@testable import RosterSync

/// What becomes of a device's changes when the hub has answered, beside arrays that find everything by its name.
@Suite struct IntegrationTests {
  @Test func aChangeIsRebasedOnWhatTheHubHadMeanwhile() throws {
    var device = try IntegratedDevice(["s": ["a", "b", "c"]])
    try device.edit(.insert(.init(name: "x"), section: "s", behind: ["a"]))
    try device.hub.edit(.remove("a"))
    try device.hub.edit(.insert(.init(name: "h"), section: "s", behind: ["b", "c"]))
    let rebased = try device.integrate()
    #expect(device.local.drawing == "x b c h")
    #expect(device.base.drawing == "b c h")
    // Nothing but the differences.
    #expect(rebased.changeset.changeCount == 2)
    #expect(rebased.record.pending.map(\.lostCount) == [0])
    try device.hub.settle(device.pending[0])
    #expect(try device.integrate().isEmpty)
    #expect(device.outcomes == [SyncOutcome(revision: 2, kind: .confirmed)])
    #expect(device.pending.isEmpty && device.base == device.local)
  }

  @Test func aSectionThatIsRemovedStaysWithWhatOthersHavePutIntoIt() throws {
    var device = try IntegratedDevice(["s": ["a"], "t": ["b", "c"]])
    try device.edit(.removeSection("t", items: ["b", "c"]))
    try device.hub.edit(.move("a", section: "t", behind: ["b"]))
    _ = try device.integrate()
    #expect(device.local.drawing == "| a")
    #expect(device.base.drawing == "| b a c")
    #expect(device.pending.map(\.lostCount) == [1])
  }

  @Test func whatIsGivenUpIsTakenBackWithItsIdentity() throws {
    var device = try IntegratedDevice(["s": ["a", "b"]])
    try device.edit(.remove("a"))
    try device.edit(.update("b", text: "B"))
    _ = try device.integrate()
    try device.edit(.insert(.init(name: "x"), section: "s", behind: []))
    let rebased = try device.integrate(discarding: 2)
    #expect(device.local.drawing == "x a b")
    #expect(rebased.changeset.changeCount == 1)
    #expect(
      device.outcomes == [SyncOutcome(revision: 2, kind: .refused("it was given up"))])
  }

  @Test func anAnswerThatDoesNotFitTheBaseIsRefused() throws {
    var device = try IntegratedDevice(["s": ["a"]])
    try device.hub.edit(.remove("a"))
    device.hub.revisions[0].changeset = SyncChangeset { $0.removeSection(at: 7) }
    #expect(throws: ChangesetError.self) { try device.integrate() }
    #expect(device.local.drawing == "a")
  }

  @Test func aListThatComesWholeKeepsIdentitiesAndWhatIsPending() throws {
    var device = try IntegratedDevice(["s": ["a", "b", "c"]])
    try device.edit(.insert(.init(name: "x"), section: "s", behind: ["a"]))
    try device.edit(.remove("b"))
    _ = try device.integrate()
    try device.hub.settle(device.pending[0])
    try device.hub.edit(.move("a", section: "s", behind: ["c"]))
    let rebased = try device.integrate(whole: true)
    #expect(device.base.drawing == "x b c a")
    #expect(device.local.drawing == "x c a")
    #expect(rebased.changeset.movedItems.count == 1 && rebased.changeset.changeCount == 1)
    #expect(device.outcomes == [SyncOutcome(revision: 2, kind: .confirmed)])
    #expect(device.pending.map(\.number) == [3])
  }

  /// Seeded rounds: both sides change, the hub settles some of what is pending, or the device gives it up. Some answers
  /// have the list whole.
  @Test func whatIsRebasedIsWhatArraysSay() throws {
    for seed in 0..<150 as Range<UInt64> {
      do {
        try run(seed)
      } catch {
        Issue.record("seed \(seed): \(error)")
        return
      }
    }
  }

  private func run(_ seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var device = try IntegratedDevice(["s": ["a", "b", "c", "d"], "t": ["e", "f"], "u": []])
    for round in 0..<8 {
      // The hub can settle what it was sent, which is what was noted.
      let noted = device.pending
      for number in 0..<random.index(below: 4) {
        try device.edit(device.local.randomEdit(&random, name: "d\(round).\(number)"))
      }
      let discarded =
        !noted.isEmpty && random.happens(percent: 15)
        ? noted[random.index(below: noted.count)].number : nil
      var waiting = noted[...].filter { $0.number != discarded }[...]
      for number in 0..<random.index(below: 5) {
        if let change = waiting.first, random.happens(percent: 40) {
          waiting = waiting.dropFirst()
          try device.hub.settle(change)
        } else {
          try device.hub.edit(device.hub.list.randomEdit(&random, name: "h\(round).\(number)"))
        }
      }
      try device.integrate(whole: random.happens(percent: 20), discarding: discarded)
    }
    while let change = device.pending.first {
      try device.hub.settle(change)
      try device.integrate()
    }
    guard device.local == device.hub.list else {
      throw SyncError.malformed("\(device.local.drawing) is not \(device.hub.list.drawing)")
    }
  }
}

extension NamedList {
  /// The names of the items, sections between bars.
  fileprivate var drawing: String {
    sections.map { $0.items.map(\.name).joined(separator: " ") }.joined(separator: " | ")
      .trimmedSpaces
  }
}

extension String {
  fileprivate var trimmedSpaces: String {
    split(separator: " ").joined(separator: " ")
  }
}
