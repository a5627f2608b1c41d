import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// The list contains a prefix of what was queued when storage fails: it has no gaps.
@Suite("Suspension: prefixes") struct PrefixTests {
  private static let changeCount = 200
  private static let groupCountMax = 16

  /// Each of the first commits fails, with everything queued before it or while it runs.
  @Test(arguments: 0..<changeCount / groupCountMax, [true, false])
  func changesetsBehindAFailedCommitAreNotApplied(skipCount: Int, isGated: Bool) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(
        DataSourceConfiguration(groupCountMax: Self.groupCountMax), storage)
      _ = try await list.apply(.emptySection)
      storage.faults.fail(.commit, skipping: skipCount, with: StorageError(.full, "no room left"))
      let gate = isGated ? storage.stop(.commit) : nil
      var words: [String] = []
      var pending: [Pending<TextList.Batch>] = []
      for number in 0..<Self.changeCount {
        do throws(DataSourceError) {
          pending.append(try list.enqueue(.insert("\(number)", at: number)))
        } catch {
          words.append(error.word)
        }
      }
      gate?.open()
      let late = words
      words = []
      for change in pending {
        do {
          _ = try await change.value
          words.append("applied")
        } catch let error as DataSourceError {
          words.append(error.word)
        }
      }
      words += late
      let count = list.snapshot.state.itemCount
      #expect(
        words == Array(repeating: "applied", count: count) + ["full"]
          + Array(repeating: "suspended by full", count: Self.changeCount - count - 1))
      let expected = (0..<count).map { "\($0)" }
      #expect(try list.snapshot.rows.sections.first?.items == expected)
      #expect(try file.openList().snapshot.rows.sections.first?.items == expected)
      try list.resume()
      _ = try await list.apply(.insert("resumed", at: count))
      #expect(try file.openList().snapshot.rows.sections.first?.items == expected + ["resumed"])
      await list.close()
    }
  }

  /// Several callers, each of which stops when it learns of the failure. None has a gap in what it
  /// queued, and the list resumes when all of them know.
  @Test(arguments: 0..<8 as Range<UInt64>)
  func changesetsOfSeveralCallersHaveNoHoles(seed: UInt64) async throws {
    try await ListFile.with { file in
      let storage = try file.openGated()
      let list = try file.openList(DataSourceConfiguration(groupCountMax: 4), storage)
      _ = try await list.apply(.emptySection)
      var random = SplitMix64(seed: seed)
      var expected: Set<String> = []
      for round in 0..<6 {
        storage.faults.fail(.commit, skipping: random.index(below: 20))
        let applied = await withTaskGroup { group in
          for caller in 0..<4 {
            group.addTask { await Self.insert(60, named: "\(round) \(caller)", into: list) }
          }
          return await group.reduce(into: [[String]]()) { $0.append($1) }
        }
        for words in applied {
          let count = words.prefix { $0 == "applied" }.count
          #expect(
            words.dropFirst(count).allSatisfy { $0 != "applied" }, "seed \(seed), \(words)")
          for number in 0..<count { expected.insert("\(words.last ?? "") \(number)") }
        }
        storage.faults.heal()
        list.resumeIfSuspended()
      }
      #expect(Set(try list.snapshot.rows.sections[0].items) == expected, "seed \(seed)")
      #expect(try file.openList().snapshot.rows == list.snapshot.rows)
      await list.close()
    }
  }

  /// Inserts items as fast as possible until it learns of a failure.
  ///
  /// - Returns: The outcome of each insertion, and the name.
  private static func insert(
    _ count: Int, named name: String, into list: TextList
  ) async -> [String] {
    var pending: [Pending<TextList.Batch>] = []
    for number in 0..<count {
      // It fits regardless of what the other callers have inserted.
      guard let change = try? list.enqueue(.insert("\(name) \(number)")) else { break }
      pending.append(change)
    }
    var words: [String] = []
    for change in pending {
      do {
        _ = try await change.value
        words.append("applied")
      } catch let error as DataSourceError {
        words.append(error.word)
      } catch {
        words.append("\(error)")
      }
    }
    return words + [name]
  }

  /// Applying the same steps one by one, up to the first that storage failed, gives the list that
  /// the burst led to.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func modificationsOfAllKindsBehindAFailureAreNotApplied(seed: UInt64) async throws {
    try await ListFile.withGatedRows(limits) { list, storage, file in
      try await ListFile.withRows { model, _ in
        _ = try await list.apply(.section("abcab"))
        _ = try await model.apply(.section("abcab"))
        var steps = BurstSteps(seed: seed)
        for round in 0..<4 {
          let burst = (0..<80).map { _ in steps.next() }
          steps.planFault(in: storage)
          let gate = seed.isMultiple(of: 2) ? storage.stop(.commit) : nil
          var outcomes: [BurstStep.Outcome] = []
          for step in [.nothing] + burst { outcomes.append(step.begin(in: list)) }
          gate?.open()
          var words: [String] = []
          for outcome in outcomes { words.append(await outcome()) }
          storage.faults.heal()
          let context: Comment = "seed \(seed), round \(round), \(words)"
          let first = words.firstIndex { BurstStep.isStorageFailure($0) }
          #expect((first != nil) == (list.suspension != nil), context)
          if let first {
            #expect(!words[..<first].contains { $0.hasPrefix("suspended") }, context)
            #expect(!words[first...].contains("applied"), context)
          }
          for step in ([.nothing] + burst)[..<(first ?? words.count)] {
            _ = await step.begin(in: model)()
          }
          #expect(try list.snapshot.rows == model.snapshot.rows, context)
          #expect(try list.storedStates == model.storedStates, context)
          let reopened = try file.openRows()
          #expect(try reopened.snapshot.rows == model.snapshot.rows, context)
          #expect(try reopened.storedStates == model.storedStates, context)
          list.resumeIfSuspended()
        }
      }
    }
  }

  /// Busy storage leaves out some steps. Applying those that were not left out one by one gives the list
  /// that the burst led to.
  @Test(arguments: 0..<24 as Range<UInt64>)
  func modificationsThatStorageIsTooBusyForAreLeftOut(seed: UInt64) async throws {
    try await ListFile.withGatedRows(limits) { list, storage, file in
      try await ListFile.withRows { model, _ in
        _ = try await list.apply(.section("abcab"))
        _ = try await model.apply(.section("abcab"))
        var steps = BurstSteps(seed: seed)
        for round in 0..<4 {
          let burst = [.nothing] + (0..<80).map { _ in steps.next() }
          steps.planBusyCommits(in: storage)
          let gate = seed.isMultiple(of: 2) ? storage.stop(.commit) : nil
          var outcomes: [BurstStep.Outcome] = []
          for step in burst { outcomes.append(step.begin(in: list)) }
          gate?.open()
          var words: [String] = []
          for outcome in outcomes { words.append(await outcome()) }
          storage.faults.heal()
          let context: Comment = "seed \(seed), round \(round), \(words)"
          #expect(list.suspension == nil, context)
          for (step, word) in zip(burst, words) where word == "applied" {
            #expect(await step.begin(in: model)() == "applied", context)
          }
          #expect(try list.snapshot.rows == model.snapshot.rows, context)
          #expect(try list.storedStates == model.storedStates, context)
          #expect(try file.openRows().snapshot.rows == model.snapshot.rows, context)
        }
      }
    }
  }

  /// Small groups and few trees in memory, so that there are many commits and reads.
  private var limits: DataSourceConfiguration {
    var limits = DataSourceConfiguration(groupCountMax: 4)
    limits.components.cachedOutputCountMax = 1
    return limits
  }
}

/// A step that can be applied to a list, and to a second one for comparison.
private struct BurstStep: Sendable {
  typealias Outcome = @Sendable () async -> String

  /// Whether an outcome is a storage failure of the step itself.
  static func isStorageFailure(_ word: String) -> Bool { word == "failed" }

  /// A step without a change, which is still a revision.
  static let nothing = Self { list in outcome(of: try list.enqueue(TextChange())) }

  private let enqueue: @Sendable (RowList) throws -> Outcome

  init(_ enqueue: @escaping @Sendable (RowList) throws -> Outcome) { self.enqueue = enqueue }

  /// Queues the step.
  ///
  /// - Returns: A closure that waits for its outcome and names it in a word.
  func begin(in list: RowList) -> Outcome {
    do {
      return try enqueue(list)
    } catch let error as DataSourceError {
      let word = error.word
      return { word }
    } catch {
      preconditionFailure("a list throws its own errors: \(error)")
    }
  }

  static func outcome<Value>(of pending: Pending<Value>) -> Outcome {
    {
      do {
        _ = try await pending.value
        return "applied"
      } catch let error as DataSourceError {
        return error.word
      } catch {
        return "\(error)"
      }
    }
  }

  static func outcome(of pending: Pending<RefreshOutcome<RowList.Batch>>) -> Outcome {
    {
      do {
        if case .superseded = try await pending.value { return "superseded" }
        return "applied"
      } catch let error as DataSourceError {
        return error.word
      } catch {
        return "\(error)"
      }
    }
  }
}

/// Random steps. Their effect does not depend on how many of them share a revision.
private struct BurstSteps {
  private var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func planFault(in storage: GatedStorage) {
    if random.happens(percent: 70) {
      storage.faults.fail(.commit, skipping: random.index(below: 20))
    } else {
      let calls: [FaultyStorage.Call] = [.itemModels, .states, .sectionModels, .journal]
      let call = calls[random.index(below: calls.count)]
      storage.faults.fail(call, skipping: random.index(below: 6), count: 4)
    }
  }

  mutating func planBusyCommits(in storage: GatedStorage) {
    for _ in 0..<3 {
      storage.faults.fail(
        .commit, skipping: random.index(below: 8), count: 1 + random.index(below: 2),
        with: StorageError(.busy, "another connection is writing"))
    }
  }

  mutating func next() -> BurstStep {
    let number = random.index(below: 100)
    let item: TreeReference =
      random.happens(percent: 50)
      ? .id(1 + random.index(below: 20)) : .item(random.index(below: 6))
    switch random.index(below: 12) {
    case 0, 1, 2:
      let changeset = changeset
      return BurstStep { BurstStep.outcome(of: try $0.enqueue(changeset)) }
    case 3:
      let contents = TextContents(random.happens(percent: 50) ? "bcad" : "cab|ad")
      return BurstStep {
        BurstStep.outcome(of: try $0.enqueue(.contents(contents, by: .byLetter)))
      }
    case 4:
      let state = StateAssignment(
        item: .item(random.index(below: 3)), scope: .counter("a"), state: .counter([number]))
      return BurstStep { BurstStep.outcome(of: try $0.enqueue(TextChange(), states: [state])) }
    case 5, 6: return BurstStep { BurstStep.outcome(of: try $0.add(number, to: "a", in: item)) }
    case 7:
      let annotation = ChangeAnnotation(origin: "\(number)")
      return BurstStep {
        BurstStep.outcome(
          of: try $0.enqueue(.actions([.add(number, to: "b")], in: item), annotation))
      }
    case 8: return BurstStep { BurstStep.outcome(of: try $0.enqueue(.reload())) }
    case 9:
      var environment = ComponentEnvironment()
      environment[Colour.self] = random.happens(percent: 50) ? "red" : "blue"
      return BurstStep { [environment] in
        BurstStep.outcome(of: try $0.enqueue(.configuration(.environment(environment))))
      }
    case 10: return BurstStep { BurstStep.outcome(of: try $0.enqueue(.undo())) }
    default: return BurstStep { BurstStep.outcome(of: try $0.enqueue(.redo())) }
    }
  }

  private var changeset: TextChange {
    mutating get {
      switch random.index(below: 5) {
      case 0: .section("ba")
      case 1: .update(random.index(below: 4), "ab")
      case 2: .remove(random.index(below: 4))
      case 3: .move(random.index(below: 3), to: 0)
      default: .insert("ca", at: random.index(below: 4))
      }
    }
  }
}

extension RowList {
  /// The states of all items, in order.
  fileprivate var storedStates: [[ScopePath: StoredState]] {
    get throws {
      var ids: [ItemID] = []
      for section in 0..<snapshot.state.sectionCount {
        try snapshot.state.forEachItem(inSection: section, 0..<Int.max) { _, id in
          ids.append(id)
          return true
        }
      }
      return try ids.map { try states(of: .item($0)) }
    }
  }
}
