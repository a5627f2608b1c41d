import Roster
import RosterNavigation
import RosterTestKit
import Testing

/// A run of an application, again from its journal.
struct ApplicationReplayTests {
  private typealias Loop = ApplicationLoop<PhotoApplication, PhotoApplication.Message>
  private typealias Replay = ApplicationReplay<PhotoApplication, PhotoApplication.Message>
  private typealias List = ApplicationList<PhotoApplication>

  private static func list(_ name: String, in store: SQLiteStore) throws -> List {
    try List(
      storage: #require(try store.list(named: name)), codec: JSONModelCodec(),
      sectionCodec: JSONModelCodec())
  }

  /// A thousand runs, a hundred of them in a file.
  @Test(arguments: 1...10)
  func sameMessagesGiveTheSameStates(seed: UInt64) async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "runs.sqlite"))
    var random = SplitMix64(seed: seed)
    for run in 0..<100 {
      let what: Comment = "seed \(seed), run \(run)"
      let loop = try Loop(
        Self.list("run \(run)", in: store), first: PhotoApplication(),
        update: PhotoApplication.update)
      // What the application comes to is computed beside it, also for messages of effects.
      var expected = [PhotoApplication()]
      for _ in 0..<random.index(below: 9) {
        let message = PhotoApplication.randomMessage(&random)
        try await loop.perform(message)
        await loop.idle()
        var messages = [message]
        if case .search(let text) = message {
          messages.append(.found(PhotoApplication.matches(of: text)))
        }
        for message in messages {
          guard var state = expected.last else { continue }
          _ = PhotoApplication.update(&state, message)
          if state != expected.last { expected.append(state) }
        }
      }
      let started = Recorder<Int>()
      let replay = try await Replay(of: loop.list) { state, message in
        let effects = PhotoApplication.update(&state, message)
        return effects.map { _ in .run { _ in started.record(run) } }
      }
      #expect(replay.steps.map(\.state) == expected, what)
      #expect(replay.firstDifference == nil, what)
      #expect(replay.steps.dropFirst().allSatisfy { $0.message != nil }, what)
      #expect(started.values.isEmpty, what)
      await loop.close()
      await loop.list.close()
    }
    #expect(try store.check(journalTail: 10) == [])
  }

  @Test func replayWithAnotherUpdateNamesTheFirstDifference() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "runs.sqlite"))
    let loop = try Loop(
      Self.list("run", in: store), first: PhotoApplication(), update: PhotoApplication.update)
    for photo in 1...3 { try await loop.perform(.like(photo)) }
    let replay = try await Replay(of: loop.list) { state, message in
      if message == .like(2) { return [] }
      return PhotoApplication.update(&state, message)
    }
    let difference = try #require(replay.firstDifference)
    #expect(difference.message == .like(2))
    #expect(difference.state.likes == [1] && difference.recorded.likes == [1, 2])
  }

  @Test func undoneMessagesAreFollowedAsTheJournalHasThem() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "runs.sqlite"))
    let loop = try Loop(
      Self.list("run", in: store), first: PhotoApplication(), update: PhotoApplication.update)
    for photo in 1...3 { try await loop.perform(.like(photo)) }
    try await loop.list.apply(.undo())
    try await loop.perform(.like(9))
    #expect(try loop.state.likes == [1, 2, 9])
    let replay = try await Replay(of: loop.list, update: PhotoApplication.update)
    #expect(replay.firstDifference == nil)
    #expect(replay.steps.map(\.message) == [nil, .like(1), .like(2), .like(3), nil, .like(9)])
  }

  @Test func messageComesBackExactly() async throws {
    let folder = try TemporaryFolder()
    let store = try SQLiteStore(path: folder.path(of: "runs.sqlite"))
    let loop = try Loop(
      Self.list("run", in: store), first: PhotoApplication(), update: PhotoApplication.update)
    let numbers: [UInt64] = [1, 1 << 53, (1 << 53) + 1, .max - 1]
    for number in numbers { try await loop.perform(.count(number)) }
    let replay = try await Replay(of: loop.list, update: PhotoApplication.update)
    #expect(replay.steps.dropFirst().map(\.message) == numbers.map { .count($0) })
    #expect(replay.firstDifference == nil)
  }
}
