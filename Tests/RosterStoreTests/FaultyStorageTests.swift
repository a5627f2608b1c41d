import RosterCore
import RosterStore
import RosterTestSupport
import Testing

@Suite("Faulty storage")
struct FaultyStorageTests {
  private static let item = ItemID(rawValue: 1)
  private static let address = StateAddress(
    item: item, scope: ScopePath([ScopeKey(typeName: "Row")]))
  private static let change = StateChange(address, StoredState(value: .text("1")))

  private func withFaultyStorage(
    _ body: (_ faulty: FaultyStorage, _ list: SQLiteList, _ state: ListState) throws -> Void
  ) throws {
    try withStore { temporary in
      let list = try temporary.list()
      let state = try list.commit(newSection(["a"]), on: list.load())
      try body(FaultyStorage(list), list, state)
    }
  }

  /// Makes a call, and returns whether it went well.
  private func goesWell(
    _ call: FaultyStorage.Call, _ storage: FaultyStorage, _ state: ListState
  ) -> Bool {
    storageErrorCode {
      switch call {
      case .load: _ = try storage.load()
      case .commit: _ = try storage.commit([Self.change], on: state)
      case .itemModels: _ = try storage.models(of: [ItemID(rawValue: 1)], at: 1)
      case .sectionModels: _ = try storage.models(of: [SectionID(rawValue: 1)], at: 1)
      case .states: _ = try storage.states(of: [ItemID(rawValue: 1)], at: 1)
      case .journal: _ = try storage.journal(after: 0, limit: 1)
      }
    } == nil
  }

  @Test func withoutFaultsItIsTheStorageBeneath() throws {
    try withFaultyStorage { faulty, list, state in
      for call in FaultyStorage.Call.allCases { #expect(goesWell(call, faulty, state)) }
      #expect(faulty.calls == FaultyStorage.Call.allCases)
      let stored = try list.load()
      #expect(stored.revision == 2)
    }
  }

  @Test(arguments: FaultyStorage.Call.allCases, FaultyStorage.Moment.allCases)
  func eachCallFailsOnceBeforeOrAfterItsWork(
    call: FaultyStorage.Call, moment: FaultyStorage.Moment
  ) throws {
    try withFaultyStorage { faulty, list, state in
      faulty.fail(call, moment)
      for other in FaultyStorage.Call.allCases where other != call && other != .commit {
        #expect(goesWell(other, faulty, state))
      }
      #expect(!goesWell(call, faulty, state))
      let stored = try list.load()
      let isDone = call == .commit && moment == .after
      #expect(stored.revision == (isDone ? 2 : 1))
      let states = try list.states(of: [Self.item], at: 2)
      #expect(states == [isDone ? [Self.address.scope: StoredState(value: .text("1"))] : [:]])
      if call != .commit { #expect(goesWell(call, faulty, state)) }
    }
  }

  @Test func faultsComeAfterSomeCallsAndLastForSome() throws {
    try withFaultyStorage { faulty, _, state in
      faulty.fail(.load, skipping: 2, count: 2)
      let outcomes = (0..<6).map { _ in goesWell(.load, faulty, state) }
      #expect(outcomes == [true, true, false, false, true, true])
      faulty.fail(.load, count: .max)
      #expect(!goesWell(.load, faulty, state) && !goesWell(.load, faulty, state))
      faulty.heal()
      #expect(goesWell(.load, faulty, state))
    }
  }
}
