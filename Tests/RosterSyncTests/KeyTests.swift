import RosterCore
import RosterEngine
import RosterJSON
import RosterTestKit
import Testing

@testable import RosterSync

/// Devices whose lists have keys. The key of a model is what stands before its colon.
@Suite struct KeyTests {
  private typealias TextSynced = SyncedList<String, String, Never>

  private static let key: @Sendable (String) -> any ModelKeyConvertible = { key(of: $0) }

  private static func key(of model: String) -> ModelKey {
    .text(String(model.prefix { $0 != ":" }))
  }

  /// Two devices that have synchronized, with the hub of their list.
  private struct Devices {
    let hub: TextHub
    let one: TextSynced
    let two: TextSynced

    /// - Parameter hubKnowsKeys: Whether the hub's list has keys, too.
    init(_ files: SyncFiles, hubKnowsKeys: Bool) async throws {
      hub = TextHub(
        try files.list("hub", key: hubKnowsKeys ? KeyTests.key : nil), name: "hub", coding: .text)
      one = try TextSynced(files.list("one", key: KeyTests.key), with: hub, coding: .text)
      two = try TextSynced(files.list("two", key: KeyTests.key), with: hub, coding: .text)
      try await one.list.apply(
        TextChange {
          $0.insertSection(at: 0)
          $0.insertItems(["x:1", "y:1"], at: ItemPath(section: 0, item: 0))
        })
      _ = try await one.synchronize()
      _ = try await two.synchronize()
    }

    /// Synchronizes each device until all have everything, and returns what became of the changes of the first
    /// and of the second one.
    func synchronize() async throws -> (one: [SyncOutcome.Kind], two: [SyncOutcome.Kind]) {
      let first = try await one.synchronize()
      let second = try await two.synchronize()
      _ = try await one.synchronize()
      return (first.map(\.kind), second.map(\.kind))
    }

    /// All lists have these models, and each item is found by its key.
    func requireModels(_ models: [String]) throws {
      for list in [hub.list, one.list, two.list] {
        #expect(try list.models == models)
      }
      for list in [one.list, two.list] {
        for model in models {
          #expect(try list.snapshot.item(key: KeyTests.key(of: model))?.model == model)
        }
      }
    }
  }

  private static func refused(_ key: String) -> SyncOutcome.Kind {
    .refused("two items would have the key \"\(key)\"")
  }

  /// Runs a test on two devices.
  private static func with(
    hubKnowsKeys: Bool, _ body: (Devices) async throws -> Void
  ) async throws {
    try await SyncFiles.with { files in
      try await body(Devices(files, hubKnowsKeys: hubKnowsKeys))
    }
  }

  @Test(arguments: [true, false])
  func ofTwoInsertionsOfOneKeyTheSecondIsRefused(hubKnowsKeys: Bool) async throws {
    try await Self.with(hubKnowsKeys: hubKnowsKeys) { devices in
      try await devices.one.list.apply(.insert("a:1"))
      try await devices.two.list.apply(.insert("a:2", at: 2))
      try await devices.two.list.apply(.insert("b:2", at: 3))
      // It changes an item that is refused.
      try await devices.two.list.apply(.update(2, "a:3"))
      let outcomes = try await devices.synchronize()
      #expect(outcomes.one == [.confirmed])
      #expect(
        outcomes.two == [
          Self.refused("a"), .confirmed, .refused("everything that it changes is gone"),
        ])
      try devices.requireModels(["a:1", "x:1", "y:1", "b:2"])
      // The device goes on.
      try await devices.two.list.change { _, change in try change.upsert("a:4") }
      #expect(try await devices.synchronize().two == [.confirmed])
      try devices.requireModels(["a:4", "x:1", "y:1", "b:2"])
    }
  }

  @Test(arguments: [true, false])
  func aDeviceThatIsOpenedAgainRefusesToo(hubKnowsKeys: Bool) async throws {
    try await SyncFiles.with { files in
      let devices = try await Devices(files, hubKnowsKeys: hubKnowsKeys)
      try await devices.two.list.apply(.insert("a:2"))
      try await devices.one.list.apply(.insert("a:1"))
      _ = try await devices.one.synchronize()
      await devices.two.list.close()
      let two = try TextSynced(files.list("two", key: Self.key), with: devices.hub, coding: .text)
      #expect(try await two.synchronize().map(\.kind) == [Self.refused("a")])
      #expect(try await !two.hasPendingChanges)
      #expect(try two.list.models == ["a:1", "x:1", "y:1"])
    }
  }

  @Test(arguments: [true, false])
  func ofTwoItemsThatGetOneKeyTheSecondKeepsItsOwn(hubKnowsKeys: Bool) async throws {
    try await Self.with(hubKnowsKeys: hubKnowsKeys) { devices in
      try await devices.one.list.apply(.update(0, "a:1"))
      try await devices.two.list.apply(.update(1, "a:2"))
      var outcomes = try await devices.synchronize()
      #expect(outcomes.two == [Self.refused("a")])
      try devices.requireModels(["a:1", "y:1"])
      // There is nothing left of it to take back, and nothing stands in the way of what comes next.
      try await devices.two.list.apply(.undo())
      try await devices.one.list.apply(.undo())
      outcomes = try await devices.synchronize()
      #expect(outcomes.one == [.confirmed])
      try devices.requireModels(["x:1", "y:1"])
      try await devices.two.list.apply(.update(1, "a:3"))
      #expect(try await devices.synchronize().two == [.confirmed])
      try devices.requireModels(["x:1", "a:3"])
    }
  }

  @Test(arguments: [true, false])
  func bothMayGiveOneItemTheSameKey(hubKnowsKeys: Bool) async throws {
    try await Self.with(hubKnowsKeys: hubKnowsKeys) { devices in
      try await devices.one.list.apply(.update(0, "a:1"))
      try await devices.two.list.apply(.update(0, "a:2"))
      let outcomes = try await devices.synchronize()
      #expect(outcomes.one == [.confirmed])
      #expect(outcomes.two == [.confirmed])
      try devices.requireModels(["a:2", "y:1"])
    }
  }

  @Test(arguments: [true, false])
  func anUndoIsRefusedIfAnotherItemHasTheKeyMeanwhile(hubKnowsKeys: Bool) async throws {
    try await Self.with(hubKnowsKeys: hubKnowsKeys) { devices in
      try await devices.two.list.apply(.update(0, "a:1"))
      _ = try await devices.synchronize()
      try await devices.one.list.apply(.insert("x:2", at: 2))
      try await devices.two.list.apply(.undo())
      #expect(try devices.two.list.models == ["x:1", "y:1"])
      let outcomes = try await devices.synchronize()
      #expect(outcomes.two == [Self.refused("x")])
      try devices.requireModels(["a:1", "y:1", "x:2"])
    }
  }

  @Test func aHubRefusesWhatADeviceWithoutKeysHasDone() async throws {
    try await SyncFiles.with { files in
      let hub = TextHub(try files.list("hub", key: Self.key), name: "hub", coding: .text)
      let one = try TextSynced(files.list("one"), with: hub, coding: .text)
      try await one.list.apply(
        TextChange {
          $0.insertSection(at: 0)
          $0.insertItems(["a:1", "b:1"], at: ItemPath(section: 0, item: 0))
        })
      try await one.list.apply(.insert("a:2"))
      try await one.list.apply(.insert("c:1"))
      #expect(
        try await one.synchronize().map(\.kind) == [.confirmed, Self.refused("a"), .confirmed])
      #expect(try one.list.models == ["c:1", "a:1", "b:1"])
      #expect(try hub.list.models == ["c:1", "a:1", "b:1"])
    }
  }

  @Test func whatIsSentBeforeItWasComparedIsNotTaken() throws {
    try SyncFiles.with { files in
      let hub = try files.hub()
      func device(_ name: String) throws -> TextDevice {
        try TextDevice(
          files.list(name, key: Self.key), name: "\(name) 1", coding: .text, limits: SyncLimits())
      }
      var one = try device("one")
      var two = try device("two")
      try one.list.applySynchronously(TextChange { $0.insertSection(at: 0) })
      try one.synchronize(with: hub)
      try two.synchronize(with: hub)
      try one.list.applySynchronously(.insert("a:1"))
      try two.list.applySynchronously(.insert("a:2"))
      let requests = try [one.request(sendsChanges: true), two.request(sendsChanges: true)]
      _ = try one.integrate(answer: hub.answer(requests[0]))
      _ = try two.integrate(answer: hub.answer(requests[1]))
      #expect(try hub.list.models == ["a:1"])
      #expect(try two.list.models == ["a:1"])
      #expect(try two.hasPendingChanges)
      try two.synchronize(with: hub)
      #expect(two.takeOutcomes().map(\.kind) == [Self.refused("a")])
      #expect(try hub.list.models == ["a:1"])
    }
  }

  @Test func aHubListWithOneKeyTwiceIsRefusedUntilItIsMended() async throws {
    try await Self.with(hubKnowsKeys: false) { devices in
      try devices.hub.list.applySynchronously(.insert("x:2", at: 2))
      let error = await #expect(throws: DataSourceError.self) {
        try await devices.two.synchronize()
      }
      guard case .duplicateKey(let duplicate) = error else {
        Issue.record("\(String(describing: error))")
        return
      }
      #expect(duplicate.key == "x")
      #expect(try devices.two.list.models == ["x:1", "y:1"])
      try devices.hub.list.applySynchronously(.update(2, "z:2"))
      _ = try await devices.synchronize()
      try devices.requireModels(["x:1", "y:1", "z:2"])
    }
  }

  @Test(arguments: 0..<40)
  func devicesThatWriteTheSameKeysEndEqual(seed: UInt64) async throws {
    try await SyncFiles.with { files in
      var random = SplitMix64(seed: seed)
      let devices = try await Devices(files, hubKnowsKeys: seed.isMultiple(of: 2))
      for step in 0..<40 {
        let device = Bool.random(using: &random) ? devices.one : devices.two
        let list = device.list
        let model = "\("abcd".randomElement(using: &random) ?? "a"):\(step)"
        let items = try list.models.indices
        do {
          switch Int.random(in: 0...5, using: &random) {
          case 0: try await list.apply(.insert(model, at: items.randomElement(using: &random) ?? 0))
          case 1:
            if let item = items.randomElement(using: &random) {
              try await list.apply(.update(item, model))
            }
          case 2:
            if let item = items.randomElement(using: &random) {
              try await list.apply(.remove(item))
            }
          case 3: try await list.apply(.undo())
          case 4: try await list.apply(.redo())
          default: _ = try await device.synchronize()
          }
        } catch DataSourceError.duplicateKey, DataSourceError.nothingToUndo,
          DataSourceError.nothingToRedo,
          DataSourceError.invalid
        {
          // The list is as it was. Its only section may be gone.
        }
      }
      _ = try await devices.synchronize()
      _ = try await devices.synchronize()
      try devices.requireModels(devices.hub.list.models)
      #expect(try await !devices.one.hasPendingChanges)
      #expect(try await !devices.two.hasPendingChanges)
    }
  }
}

extension TextList {
  /// The models of all items.
  fileprivate var models: [String] {
    get throws { try snapshot.contents().sections.flatMap(\.items) }
  }
}
