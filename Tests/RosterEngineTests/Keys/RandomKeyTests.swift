import RosterCore
import RosterEngine
import RosterListSupport
import RosterStore
import RosterTestKit
import RosterTestSupport
import Testing

/// Keys beside arrays: all pairs of steps by key over tiny lists, and seeded histories.
@Suite("Keys beside arrays") struct RandomKeyTests {
  /// What a step of a change does by key.
  private enum Step: Hashable {
    case update(ModelKey, to: ModelKey)
    case remove(ModelKey)
    case upsert(ModelKey)
    case insert(ModelKey)
    case removeFirst
  }

  private static let keys: [ModelKey] = ["a", "b", 1]

  private static let steps: [Step] =
    keys.flatMap { key in
      keys.map { Step.update(key, to: $0) } + [.remove(key), .upsert(key), .insert(key)]
    } + [.removeFirst]

  /// A flat list as an array of models, with the order in which they were written.
  private struct Naive {
    struct Item: Equatable {
      var model: String
      var writtenAt = 0
    }

    var items: [Item]
    var stepCount = 0

    /// Of several items with a key, the one that was written last.
    func index(of key: ModelKey) -> Int? {
      items.indices.filter { KeyedText.ofModel(items[$0].model) == key }
        .max { items[$0].writtenAt < items[$1].writtenAt }
    }

    var hasDuplicate: Bool {
      let keys = items.map { KeyedText.ofModel($0.model) }
      return Set(keys).count < keys.count
    }

    /// - Returns: Whether the step finds its item.
    mutating func take(_ step: Step, in draft: inout ListDraft<String, String>) throws -> Bool {
      stepCount += 1
      func model(_ key: ModelKey) -> String {
        let text = if case .text(let text) = key { text } else { "\(key)" }
        return "\(text):step \(stepCount)"
      }
      do {
        switch step {
        case .update(let key, let other): try draft.update(key: key, model(other))
        case .remove(let key): try draft.remove(key: key)
        case .upsert(let key):
          #expect(try draft.upsert(model(key)).inserted == (index(of: key) == nil))
        case .insert(let key): try draft.append(model(key))
        case .removeFirst:
          if let item = try draft.state.itemID(at: ItemPath(section: 0, item: 0)) {
            try draft.remove(item)
          }
        }
      } catch DataSourceError.noSuchKey(let key) {
        #expect(index(of: key) == nil, "\(step)")
        return false
      }
      switch step {
      case .update(let key, let other):
        guard let index = index(of: key) else { return false }
        items[index] = Item(model: model(other), writtenAt: stepCount)
      case .remove(let key):
        guard let index = index(of: key) else { return false }
        items.remove(at: index)
      case .upsert(let key):
        let item = Item(model: model(key), writtenAt: stepCount)
        if let index = index(of: key) { items[index] = item } else { items.append(item) }
      case .insert(let key): items.append(Item(model: model(key), writtenAt: stepCount))
      case .removeFirst: if !items.isEmpty { items.removeFirst() }
      }
      return true
    }
  }

  private struct Stop: Error {}

  private func check(
    _ draft: ListDraft<String, String>, _ naive: Naive, _ words: @autoclosure () -> Comment
  ) throws {
    #expect(
      try draft.state.itemIDs(inSection: 0).map { try draft.model(of: $0) }
        == naive.items.map(\.model), words())
    for key in Self.keys {
      let path = try draft.item(key: key).map { try draft.path(of: $0).item }
      #expect(path == naive.index(of: key), words())
    }
  }

  @Test(arguments: [[], ["a:0"], ["a:0", "b:0"], ["1:0", "a:0"], ["b:0", "1:0", "a:0"]])
  func allPairsOfStepsLeadWhereArraysLead(models: [String]) throws {
    let list = try TextList(
      storage: MemoryList(), codec: TextCodec(), sectionCodec: TextCodec(), key: KeyedText.key
    ) { text, _ in text }
    _ = try list.applySynchronously(ListRows([.init(items: models)]).asInsertion)
    for first in Self.steps {
      for second in Self.steps {
        let words: Comment = "\(models), \(first), \(second)"
        let naive = Recorder<[String]>()
        do {
          _ = try list.changeSynchronously { _, change in
            var array = Naive(items: models.map { Naive.Item(model: $0) })
            for step in [first, second] where try array.take(step, in: &change) {
              try self.check(change, array, words)
            }
            naive.record(array.items.map(\.model))
            if array.hasDuplicate { return }
            let result = try change.finished()
            let target = try NaiveList<String, String>()
              .applying(list.snapshot.rows.asInsertion).applying(result.changeset).rows
            #expect(target.sections[0].items == array.items.map(\.model), words)
            throw Stop()
          }
          Issue.record(words)
        } catch DataSourceError.duplicateKey(let duplicate) {
          let keys = (naive.values.last ?? []).map(KeyedText.ofModel)
          #expect(keys.count { $0 == duplicate.key } > 1, words)
        } catch is Stop {}
      }
    }
    #expect(list.snapshot.revision == 1)
  }

  @Test(arguments: 0..<12 as Range<UInt64>)
  func keysAreRightThroughRandomHistories(seed: UInt64) async throws {
    try await ListFile.withKeyedList { list, file in
      var random = SplitMix64(seed: seed)
      var list = list
      var rowsByRevision: [ListRows<String, String>] = [try list.snapshot.rows]
      func note() throws {
        while rowsByRevision.count <= list.snapshot.revision {
          rowsByRevision.append(try list.snapshot(at: rowsByRevision.count).rows)
        }
      }
      for round in 0..<40 {
        let before = list.snapshot
        let key = Int.random(in: 0..<12, using: &random)
        let model = "\(key % 2 == 0 ? "\(key)" : "k\(key)"):\(round)"
        let count = before.itemCount
        let hasKey = try before.rows.keys.contains(KeyedText.ofModel(model))
        let item = Int.random(in: 0..<max(1, count), using: &random)
        do {
          switch Int.random(in: 0..<9, using: &random) {
          case _ where before.sectionCount == 0: try await list.apply(.emptySection)
          case 0, 1: try await list.apply(.insert(model, at: item))
          case 2 where count > 0: try await list.apply(.update(item, model))
          case 3 where count > 0: try await list.apply(.remove(item))
          case 4 where count > 0: try await list.apply(.move(item, to: 0))
          case 5: try await list.apply(.undo())
          case 6: try await list.apply(.redo())
          case 7:
            await list.close()
            list = try file.openKeyedList()
          default: try await list.change { _, change in try change.upsert(model) }
          }
        } catch DataSourceError.duplicateKey(let duplicate) {
          #expect(hasKey && duplicate.key == KeyedText.ofModel(model), "seed \(seed)")
          #expect(list.snapshot.revision == before.revision, "seed \(seed)")
        } catch DataSourceError.nothingToUndo {
        } catch DataSourceError.nothingToRedo {
        }
        try note()
        #expect(try list.snapshot.keyFindings() == [], "seed \(seed), round \(round)")
      }
      for revision in rowsByRevision.indices {
        let keys = rowsByRevision[revision].keys
        let absent = (0..<12).map { $0 % 2 == 0 ? ModelKey.integer($0) : .text("k\($0)") }
          .filter { !keys.contains($0) }
        let snapshot = try list.snapshot(at: revision)
        #expect(Set(keys).count == keys.count, "seed \(seed)")
        #expect(try snapshot.keyFindings(absent: absent) == [], "seed \(seed)")
      }
      await list.close()
    }
  }
}
