import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import Testing

/// Undo of changes of several lists, beside stacks of what each list did.
@Suite("Changes of several lists: undo beside stacks") struct RandomJointUndoTests {
  /// All pairs of changes of one and of both of two lists, taken back and redone from either list.
  @Test(
    .fileOnly,
    arguments: [[.insert, .remove, .update], [.insertSection, .insert]]
      as [[NaivePlan.Kind]])
  func allPairsOfChangesAreTakenBack(kinds: [NaivePlan.Kind]) async throws {
    let steps = NaiveJointStep.all(kinds)
    try await JointLists.with { file in
      var number = 0
      for one in steps {
        for other in steps {
          for orders in [
            [[0, 1], [0, 1]], [[0, 1], [1, 0]], [[1, 0], [0, 1]], [[1, 0], [1, 0]],
          ] {
            number += 1
            var naive = NaiveJointUndo(
              try ["a", "b"].map { try file.open("\(number)\($0)") }, in: file.store)
            try await naive.begin()
            for step in [one, other] { try await naive.take(step) }
            for direction in [HistoryDirection.undo, .redo] {
              for order in orders { try await naive.step(direction, order) }
            }
            for list in naive.lists { await list.close() }
          }
        }
      }
    }
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func randomChangesAreTakenBackAlsoAfterTheListsAreOpenedAgain(seed: UInt64) async throws {
    try await JointLists.with { file in
      let names = ["a", "b", "c"]
      var random = SplitMix64(seed: seed)
      var naive = NaiveJointUndo(
        try names.map { try file.open($0) }, in: file.store, "seed \(seed)")
      try await naive.begin()
      for _ in 0..<30 {
        let order = Array([0, 1, 2].shuffled(using: &random).prefix(1 + random.index(below: 3)))
        switch random.index(below: 9) {
        case 0..<4:
          let all = NaivePlan.Kind.allCases
          var kinds: [Int: NaivePlan.Kind] = [:]
          for index in order { kinds[index] = all[random.index(below: all.count)] }
          try await naive.take(NaiveJointStep(kinds: kinds))
        case 4..<7: try await naive.step(.undo, order)
        case 7: try await naive.step(.redo, order)
        default:
          for list in naive.lists { await list.close() }
          naive.lists = try names.map { try file.open($0) }
        }
      }
      for list in naive.lists { await list.close() }
    }
  }
}
