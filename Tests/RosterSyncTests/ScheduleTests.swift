import RosterConcurrency
import RosterCore
import RosterEngine
import RosterJSON
import RosterSchedule
import RosterStore
import RosterTestKit
import RosterTestSupport
import RosterTesting
import Testing

@testable import RosterSync

/// Devices and a hub at once, interleaved as a seed decides.
@Suite struct ScheduleTests {
  @Test(arguments: UInt64(1)...20)
  func devicesThatWorkAtOnceEndEqual(_ seed: UInt64) throws {
    try SeededSchedule(seed: seed).run {
      let hub = TextHub(try Self.list(), name: "hub", coding: .text)
      try await hub.list.apply(.section("ab"))
      var devices: [SyncedList<String, String, Never>] = []
      for name in ["one", "two"] {
        devices.append(
          try SyncedList(Self.list(), with: hub, coding: .text, opening: name))
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for (number, device) in devices.enumerated() {
          group.addTask {
            for letter in "uvwxyz" {
              guard device.list.snapshot.sectionCount > 0 else {
                try await Task.pause()
                continue
              }
              try await device.list.apply(.insert("\(number)\(letter)"))
              if letter == "w" { try await device.list.apply(.undo()) }
            }
          }
          group.addTask {
            for _ in 0..<4 {
              // Changes that wait may come first, again and again: nothing else runs meanwhile.
              do { _ = try await device.synchronize() } catch is SyncError { continue }
            }
          }
        }
        group.addTask {
          for letter in "hij" { try await hub.list.apply(.insert(String(letter))) }
        }
        try await group.waitForAll()
      }
      for device in devices + devices { _ = try await device.synchronize() }
      let contents = try hub.list.snapshot.contents()
      let items = contents.sections.flatMap(\.items)
      #expect(Set(items).count == items.count)
      #expect(items.count >= 5)
      for device in devices {
        #expect(try device.list.snapshot.contents() == contents)
        #expect(try await !device.hasPendingChanges)
      }
    }
  }

  /// Each device also has a subscriber, and is told what became of each change.
  @Test(arguments: UInt64(1)...8)
  func fiveDevicesBehindABadNetworkEndEqual(_ seed: UInt64) throws {
    try SeededSchedule(seed: seed).run {
      let hub = TextHub(try Self.list(), name: "hub", coding: .text)
      try await hub.list.apply(.section("abcdefghij"))
      let network = BadNetwork(hub, seed: seed)
      var devices: [BusyDevice] = []
      for number in 0..<5 { devices.append(try await BusyDevice(number, Self.list(), network)) }
      network.isBad = true
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in devices {
          group.addTask { try await device.change() }
          group.addTask { try await device.synchronize(4) }
        }
        try await group.waitForAll()
      }
      network.isBad = false
      for device in devices + devices { try await device.synchronize() }
      let items = try hub.list.snapshot.contents().sections.flatMap(\.items)
      #expect(Set(items).count == items.count)
      let gone = Set(devices.flatMap(\.gone.values))
      for device in devices {
        #expect(Set(device.inserted.values).subtracting(gone).isSubset(of: items))
        try await device.check(hub.list.snapshot.contents())
      }
    }
  }

  private static func list() throws -> TextList {
    guard let schedule = SeededSchedule.current else { throw SyncError.busy }
    return try TextList(
      storage: InterleavedStorage(MemoryList(), schedule), codec: TextCodec(),
      sectionCodec: TextCodec())
  }
}

/// A network that loses requests and answers, holds them up, and lets requests arrive a second time, at
/// once or much later.
private final class BadNetwork: SyncTransport {
  private struct State {
    var random: SplitMix64
    var isBad = false
    var sent: [JSONValue] = []
  }

  /// What happens to one exchange.
  private struct Weather {
    var delays = (0, 0)
    var losesRequest = false
    var losesAnswer = false
    var doubled: JSONValue?
  }

  private let hub: TextHub
  private let state: Guarded<State>

  init(_ hub: TextHub, seed: UInt64) {
    self.hub = hub
    state = Guarded(State(random: SplitMix64(seed: seed)))
  }

  var isBad: Bool {
    get { state.withLock { $0.isBad } }
    set { state.withLock { $0.isBad = newValue } }
  }

  func exchange(_ request: JSONValue) async throws -> JSONValue {
    let weather = weather(of: request)
    for _ in 0..<weather.delays.0 { try await Task.pause() }
    if weather.losesRequest { throw SyncError.refused("the request is lost") }
    if let doubled = weather.doubled { _ = hub.answer(doubled) }
    let answer = hub.answer(request)
    for _ in 0..<weather.delays.1 { try await Task.pause() }
    if weather.losesAnswer { throw SyncError.refused("the answer is lost") }
    return answer
  }

  private func weather(of request: JSONValue) -> Weather {
    state.withLock { state in
      var weather = Weather()
      state.sent.append(request)
      guard state.isBad else { return weather }
      weather.delays = (state.random.index(below: 4), state.random.index(below: 4))
      weather.losesRequest = state.random.happens(percent: 15)
      weather.losesAnswer = state.random.happens(percent: 20)
      if state.random.happens(percent: 30) {
        // The last one is the request itself.
        let recent = state.sent.suffix(8)
        weather.doubled = recent[recent.startIndex + state.random.index(below: recent.count)]
      }
      return weather
    }
  }
}

/// A device whose user changes the list while it synchronizes.
private struct BusyDevice {
  let device: SyncedList<String, String, Never>
  /// The items that it has inserted, and those that it has removed or whose insertion it took back.
  let inserted = Recorder<String>()
  let gone = Recorder<String>()
  private let number: Int
  private let start: TextList.Snapshot
  private let batches: BatchSequence<String, String, Never>
  /// The revisions of its changes.
  private let changes = Recorder<Revision>()
  private let outcomes = Recorder<SyncOutcome>()

  /// Opens a device and gets the list of the hub.
  init(_ number: Int, _ list: TextList, _ network: BadNetwork) async throws {
    self.number = number
    device = try SyncedList(list, with: network, coding: .text, opening: "\(number)")
    start = list.snapshot
    batches = try list.batches()
    try await synchronize()
  }

  /// Inserts, moves, removes and takes back.
  func change() async throws {
    for letter in ["u", "v"] {
      let model = "\(number)\(letter)"
      note(try await device.list.apply(.insert(model)))
      inserted.record(model)
      note(try await device.list.apply(.move(0, to: 3)))
      try await Task.pause()
    }
    let removal = try await device.list.apply(.remove(1))
    note(removal)
    let removed = try removal.source.model(at: ItemPath(section: 0, item: 1))
    if let removed { gone.record(removed) }
    for batch in try await device.list.apply(.undo()) { note(batch) }
    let model = "\(number)w"
    note(try await device.list.apply(.insert(model)))
    gone.record(model)
    for batch in try await device.list.apply(.undo()) { note(batch) }
  }

  private func note(_ batch: TextList.Batch) {
    if !batch.changes.changeset.isEmpty { changes.record(batch.changes.targetRevision) }
  }

  /// Synchronizes some times, as far as the network lets it.
  func synchronize(_ count: Int) async throws {
    for _ in 0..<count { do { try await synchronize() } catch is SyncError { continue } }
  }

  func synchronize() async throws {
    for outcome in try await device.synchronize() { outcomes.record(outcome) }
  }

  /// Checks that the device has the list of the hub, that its subscriber has it too, and that each of its
  /// changes has one outcome.
  func check(_ contents: ListContents<String, String>) async throws {
    let end = device.list.snapshot
    #expect(try end.contents() == contents)
    #expect(try await !device.hasPendingChanges)
    #expect(outcomes.values.map(\.revision).sorted() == changes.values.sorted())
    await device.list.close()
    var replay = try BatchReplay(start)
    try await replay.follow(batches)
    #expect(try replay.hasReached(end))
  }
}
