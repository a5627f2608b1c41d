import Roster
import RosterTesting
import Testing

@testable import roster_outbox

/// Takes letters after a while, and fails and refuses as its seed decides.
private actor Village: Recipient {
  struct Unreachable: Error {}

  private(set) var taken: [String] = []
  private(set) var attempts: [(letter: String, time: Duration)] = []
  private var random: SeededRandom
  private let failurePercent: Int
  private let clock: ManualClock

  init(seed: UInt64, failurePercent: Int = 30, clock: ManualClock) {
    random = SeededRandom(seed: seed)
    (self.failurePercent, self.clock) = (failurePercent, clock)
  }

  func take(_ letter: Letter) async throws {
    attempts.append((letter.id, clock.now.offset))
    try await clock.sleep(for: .milliseconds(random.index(below: 2_000)))
    if random.happens(percent: failurePercent) { throw Unreachable() }
    if letter.text == "refused" { throw LetterRefused() }
    taken.append(letter.id)
  }
}

@Suite("Outbox") struct OutboxTests {
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: 0..<100 as Range<UInt64>)
  func eachLetterArrivesOnceInTheOrderOfWriting(seed: UInt64) throws {
    _ = try Self.run(seed)
  }

  /// A thousand runs: the same for a seed, and others for others.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func aSeedIsOneRun() throws {
    var traces: Set<[String]> = []
    for seed in 0..<500 as Range<UInt64> {
      let trace = try Self.run(seed)
      #expect(try Self.run(seed) == trace)
      traces.insert(trace)
    }
    #expect(traces.count == 500)
  }

  /// Two tasks write, one sends, one follows as a screen does.
  ///
  /// - Returns: What ran, job by job.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  private static func run(_ seed: UInt64) throws -> [String] {
    let schedule = SeededSchedule(seed: seed)
    try schedule.run {
      let outbox = try Outbox(.memory(list: "outbox"))
      let village = Village(seed: seed, clock: schedule.clock)
      let checker = try ListChecker(outbox.list.snapshot)
      let batches = try outbox.list.batches()
      async let sending: Void = outbox.send(to: village, clock: schedule.clock)
      async let checked = follow(batches, checker)
      async let one: Void = write("a", to: outbox, schedule.clock)
      async let other: Void = write("b", to: outbox, schedule.clock)
      _ = try await (one, other)
      // The village does not fail for an hour.
      for _ in 0..<3_600 where try !outbox.letters(in: .waiting).isEmpty {
        try await schedule.clock.sleep(for: .seconds(1))
      }
      try #require(try outbox.letters(in: .waiting).isEmpty)
      let snapshot = outbox.list.snapshot
      await outbox.list.close()
      try await sending
      try await checked.check(snapshot)

      let sent = try snapshot.models(inSection: Tray.sent.rawValue).map(\.id)
      #expect(await village.taken == sent)
      for writer in ["a", "b"] {
        // The third one of each is refused.
        #expect(sent.filter { $0.hasPrefix(writer) } == [0, 1, 3, 4].map { "\(writer)\($0)" })
      }
      let refused = try snapshot.models(inSection: Tray.refused.rawValue).map(\.id)
      #expect(refused.sorted() == ["a2", "b2"])
    }
    return schedule.trace
  }

  private static func write(_ name: String, to outbox: Outbox, _ clock: ManualClock) async throws {
    for number in 0..<5 {
      let letter = Letter(id: "\(name)\(number)", text: number == 2 ? "refused" : "hello")
      try await outbox.write(letter)
      // Once more, as by a user who has pressed a button twice.
      try await outbox.write(letter)
      try await clock.sleep(for: .seconds(number))
    }
  }

  private static func follow(
    _ batches: BatchSequence<Letter, Tray, Never>, _ checker: ListChecker<Letter, Tray>
  ) async throws -> ListChecker<Letter, Tray> {
    var checker = checker
    for try await batch in batches { try checker.check(batch) }
    return checker
  }

  /// The process ends at any commit, before or after it is stored, and a later one goes on.
  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test(arguments: FaultyStore.Moment.allCases, 0..<9)
  func aKilledOutboxLosesNothing(moment: FaultyStore.Moment, commitCount: Int) throws {
    let schedule = SeededSchedule(seed: UInt64(commitCount))
    try schedule.run {
      let store = FaultyStore(try SQLiteStore.inMemory())
      let village = Village(seed: 7, failurePercent: 0, clock: schedule.clock)
      store.crash(moment, skipping: commitCount)
      var written: [String] = []
      if let outbox = try? Outbox(.stored(store.list(named: "outbox"))) {
        for number in 0..<4 {
          do { try await outbox.write(Letter(id: "\(number)", text: "hello")) } catch { break }
          written.append("\(number)")
        }
        try? await outbox.sendWaiting(to: village, clock: schedule.clock)
        await outbox.list.close()
      }
      // The commits are one that makes the trays, four letters, and four that are moved.
      #expect(store.isHealthy == false)
      store.heal()
      let outbox = try Outbox(.stored(store.list(named: "outbox")))
      try await outbox.sendWaiting(to: village, clock: schedule.clock)
      let sent = try outbox.letters(in: .sent).map(\.id)
      #expect(sent.starts(with: written))
      // One that is sent is sent again only if the process ended before that was stored.
      let taken = await village.taken
      #expect(Set(taken) == Set(sent))
      #expect(taken.count <= sent.count + 1)
      await outbox.list.close()
    }
  }

  @available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
  @Test func itWaitsLongerAfterEachFailure() throws {
    let schedule = SeededSchedule(seed: 1)
    try schedule.run {
      let outbox = try Outbox(.memory(list: "outbox"))
      let village = Village(seed: 1, failurePercent: 100, clock: schedule.clock)
      try await outbox.write(Letter(id: "a", text: "hello"))
      async let sending: Void = outbox.send(to: village, clock: schedule.clock)
      try await schedule.clock.sleep(for: .seconds(300))
      let times = await village.attempts.map(\.time)
      for (index, (one, next)) in zip(times, times.dropFirst()).enumerated() {
        let pause = Duration.seconds(1 << min(index, 6))
        // Taking takes up to 2 s.
        #expect((pause...(pause + .seconds(3))).contains(next - one))
      }
      #expect(times.count == 10)
      #expect(try outbox.letters(in: .waiting).map(\.failureCount) == [10])
      await outbox.list.close()
      // It was about to note the next failure.
      do {
        try await sending
        Issue.record("it goes on without its list")
      } catch DataSourceError.closed {}
    }
  }
}
