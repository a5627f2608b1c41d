import RosterConcurrency
import RosterCore
import RosterEngine
import RosterListSupport
import RosterTestKit
import RosterTestSupport
import RosterTesting
import Testing

/// Random changes of one, two and three lists at once, beside arrays.
///
/// Each closure finds in its lists what the arrays hold, which are changed with them. A change that fails
/// leaves no revision, in any of its lists.
@Suite("Changes of several lists: random") struct RandomJointTests {
  private struct Refusal: Error {}

  @Test(arguments: 0..<12 as Range<UInt64>)
  func listsAreWhatTheirChangesSay(seed: UInt64) async throws {
    try await JointLists.with { lists in try await Self.run(lists, seed) }
  }

  /// All on one thread, in an order that the seed decides.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(.fileOnly, arguments: 0..<150 as Range<UInt64>)
  func listsAreWhatTheirChangesSayWhateverRunsWhen(seed: UInt64) throws {
    try SeededSchedule(seed: seed).run {
      try await JointLists.with { lists in
        try await Self.run(lists, seed)
      }
    }
  }

  private static func run(_ file: JointLists, _ seed: UInt64) async throws {
    let lists = try ["a", "b", "c"].map { try file.open($0) }
    let arrays = Arrays(seed: seed)
    let subscribers = try lists.map { try $0.batches() }
    await withTaskGroup(of: Void.self) { tasks in
      for number in 0..<4 {
        tasks.addTask { await Self.work(on: lists, of: file.store, arrays, number, seed) }
      }
    }
    for (index, list) in lists.enumerated() {
      await list.close()
      let snapshot = list.snapshot
      #expect(snapshot.revision == arrays.changeCount(of: index), "seed \(seed)")
      for revision in 0...snapshot.revision {
        let texts = try list.snapshot(at: revision).texts
        #expect(texts == arrays.texts(of: index, at: revision), "seed \(seed)")
      }
      var rows = ListRows<String, String>()
      for batch in try await subscribers[index].collect() {
        rows = try rows.applying(batch.changes.operations)
      }
      #expect(try rows.sections.flatMap(\.items) == snapshot.texts, "seed \(seed)")
    }
  }

  // MARK: Changing

  private static func work(
    on lists: [TextList], of store: GatedStore, _ arrays: Arrays, _ number: Int, _ seed: UInt64
  ) async {
    var random = SplitMix64(seed: seed &* 31 &+ UInt64(number))
    for step in 0..<12 {
      if random.happens(percent: 6) { store.fail(random.happens(percent: 50) ? .before : .after) }
      let indices = Array([0, 1, 2].shuffled(using: &random).prefix(1 + random.index(below: 3)))
      let work = Work(
        arrays: arrays, name: "\(number).\(step)", seed: random.next(),
        fails: random.happens(percent: 10))
      let isSynchronous = random.happens(percent: 30)
      do {
        try await change(indices, of: lists, store, work, isSynchronous: isSynchronous)
        arrays.noteChange(of: indices)
      } catch let error as DataSourceError where error.isStorageFailure {
        for list in lists {
          if let suspension = list.suspension { list.resume(after: suspension) }
        }
      } catch is Refusal {
        #expect(work.fails)
      } catch {
        Issue.record("\(error), seed \(seed)")
      }
    }
  }

  private static func change(
    _ indices: [Int], of lists: [TextList], _ store: GatedStore, _ work: Work, isSynchronous: Bool
  ) async throws {
    let first = lists[indices[0]]
    switch (indices.count, isSynchronous) {
    case (1, true):
      try first.changeSynchronously { _, draft in try work.change(&draft, indices[0]) }
    case (1, false):
      try await first.change { _, draft in try work.change(&draft, indices[0]) }
    case (2, true):
      try store.applySynchronously(
        .change(first, lists[indices[1]]) { one, other in
          try work.change(&one, indices[0])
          try work.change(&other, indices[1])
        })
    case (2, false):
      try await store.change(first, lists[indices[1]]) { one, other in
        try work.change(&one, indices[0])
        try work.change(&other, indices[1])
      }
    case (_, true):
      try store.applySynchronously(
        .change(first, lists[indices[1]], lists[indices[2]]) {
          try work.change(&$0, indices[0])
          try work.change(&$1, indices[1])
          try work.change(&$2, indices[2])
        })
    case (_, false):
      try await store.change(first, lists[indices[1]], lists[indices[2]]) {
        try work.change(&$0, indices[0])
        try work.change(&$1, indices[1])
        try work.change(&$2, indices[2])
      }
    }
  }

  /// What a change does to each of its lists.
  private struct Work: Sendable {
    let arrays: Arrays
    let name: String
    let seed: UInt64
    /// Whether it throws in the end.
    let fails: Bool

    /// Takes some steps in a list, and the same in its array.
    func change(_ draft: inout TextList.Draft, _ list: Int) throws {
      var random = SplitMix64(seed: seed &+ UInt64(list))
      let revision = draft.source.revision
      var texts = try draft.source.texts
      arrays.require(texts, of: list, at: revision)
      for number in 0..<random.index(below: 4) {
        let place = random.index(below: texts.count)
        if texts.isEmpty || random.happens(percent: 50) {
          try draft.append("\(name).\(number)")
          texts.append("\(name).\(number)")
        } else if let item = try draft.state.itemID(at: ItemPath(section: 0, item: place)) {
          if random.happens(percent: 50) {
            try draft.remove(item)
            texts.remove(at: place)
          } else {
            try draft.update(item, "\(name).\(number)")
            texts[place] = "\(name).\(number)"
          }
        }
      }
      if fails { throw Refusal() }
      arrays.note(texts, of: list, at: revision + 1)
    }
  }

  /// Each list as an array, revision by revision.
  private final class Arrays: Sendable {
    private struct List {
      var texts: [Revision: [String]] = [0: []]
      var changeCount = 0
    }

    private let lists = Guarded([List](repeating: List(), count: 3))
    private let seed: UInt64

    init(seed: UInt64) { self.seed = seed }

    func texts(of list: Int, at revision: Revision) -> [String]? {
      lists.withLock { $0[list].texts[revision] }
    }

    func changeCount(of list: Int) -> Int { lists.withLock { $0[list].changeCount } }

    func require(_ texts: [String], of list: Int, at revision: Revision) {
      #expect(
        texts == self.texts(of: list, at: revision),
        "list \(list) at revision \(revision), seed \(seed)")
    }

    /// Notes what a list becomes. If that fails, the next change notes the same revision.
    func note(_ texts: [String], of list: Int, at revision: Revision) {
      lists.withLock { $0[list].texts[revision] = texts }
    }

    /// Notes that a change of some lists has succeeded.
    func noteChange(of indices: [Int]) {
      lists.withLock { lists in for index in indices { lists[index].changeCount += 1 } }
    }
  }

  // MARK: Other processes

  /// Two processes change the same lists. Each change appends its name, so those that are in two lists
  /// are in the same order in both.
  @Test(arguments: 0..<6 as Range<UInt64>)
  func changesOfTwoProcessesAreWholeAndInOneOrder(seed: UInt64) async throws {
    try await JointLists.with { file in
      var configuration = DataSourceConfiguration()
      configuration.isShared = true
      let files = [file, try file.openAgain()]
      let lists = try files.map { file in
        try ["a", "b", "c"].map { try file.open($0, configuration) }
      }
      let done = Recorder<(name: String, lists: [Int])>()
      await withTaskGroup(of: Void.self) { tasks in
        for number in 0..<4 {
          tasks.addTask {
            var random = SplitMix64(seed: seed &* 31 &+ UInt64(number))
            let process = number % 2
            for step in 0..<8 {
              let indices = Array([0, 1, 2].shuffled(using: &random).prefix(2))
              let name = "\(number).\(step)"
              let (one, other) = (lists[process][indices[0]], lists[process][indices[1]])
              do {
                try await files[process].store.change(one, other) { one, other in
                  try one.append(name)
                  try other.append(name)
                }
                done.record((name, indices))
              } catch {
                Issue.record("\(error), seed \(seed)")
              }
            }
          }
        }
      }
      for list in lists.joined() { await list.close() }
      let texts = try ["a", "b", "c"].map { try file.openAgain().open($0).snapshot.texts }
      for (index, texts) in texts.enumerated() {
        let names = done.values.filter { $0.lists.contains(index) }.map(\.name)
        #expect(texts.sorted() == names.sorted(), "seed \(seed)")
      }
      for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        let shared = Set(texts[one]).intersection(texts[other])
        #expect(
          texts[one].filter(shared.contains) == texts[other].filter(shared.contains),
          "seed \(seed)")
      }
    }
  }
}
