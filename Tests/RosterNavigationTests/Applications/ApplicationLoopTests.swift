import Roster
import RosterNavigation
import RosterTestKit
import Testing

/// An application as a loop of messages, whose state is in a file.
struct ApplicationLoopTests {
  private typealias Loop = ApplicationLoop<PhotoApplication, PhotoApplication.Message>
  private typealias List = ApplicationList<PhotoApplication>

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func list() throws -> List {
    try List(.file(folder.path(of: "photos.sqlite"), list: "application"))
  }

  private func open(_ update: @escaping Loop.Update = PhotoApplication.update) throws -> Loop {
    try Loop(list(), first: PhotoApplication(), update: update)
  }

  @Test func stateOutlivesTheApplication() async throws {
    let loop = try open()
    try await loop.perform(.like(3))
    try loop.send(.like(4))
    await loop.close()
    await loop.list.close()
    #expect(try open().state.likes == [3, 4])
  }

  @Test func messageIsARevisionIfItChangesSomething() async throws {
    let loop = try open()
    let revision = loop.list.snapshot.revision
    let batches = try loop.list.batches()
    try await loop.perform(.look)
    try await loop.perform(.dislike(1))
    #expect(loop.list.snapshot.revision == revision)
    try await loop.perform(.like(1))
    #expect(loop.list.snapshot.revision == revision + 1)
    var iterator = batches.makeAsyncIterator()
    let annotation = try #require(try await iterator.next()).changes.annotation
    #expect(annotation.origin == "message")
    #expect(annotation.userInfo["message"]?.canonicalText == #"{"like":{"_0":1}}"#)
  }

  @Test func messagesAreProcessedInTheOrderOfTheirCalls() async throws {
    let loop = try open { state, message in
      if case .found(let numbers) = message { state.found += numbers }
      return []
    }
    for number in 0..<200 { try loop.send(.found([number])) }
    try await loop.perform(.look)
    #expect(try loop.state.found == Array(0..<200))
  }

  @Test func effectSendsItsMessageWhenTheChangeIsDurable() async throws {
    let list = try list()
    let loop = try Loop(list, first: PhotoApplication()) { state, message in
      switch message {
      case .search(let text):
        state.text = text
        return [
          .run { send in
            let stored = try? list.snapshot.model(at: ItemPath(section: 0, item: 0))
            await send(.found(stored?.text == text ? [1] : []))
          }
        ]
      case .found(let numbers): state.found = numbers
      default: break
      }
      return []
    }
    try await loop.perform(.search("sea"))
    await loop.idle()
    #expect(try loop.state.found == [1])
  }

  /// An effect that waits until it is cancelled.
  private static func waiting(_ end: @escaping @Sendable () async -> Void)
    -> Effect<PhotoApplication.Message>
  {
    .run("search") { send in
      let (stream, _) = AsyncStream<Void>.makeStream()
      for await _ in stream {}
      await send(.found([9]))
      await end()
    }
  }

  @Test func effectOfTheSameNameIsCancelledAndSaysNothingMore() async throws {
    let ended = Recorder<String>()
    let loop = try open { state, message in
      switch message {
      case .search(let text):
        state.text = text
        return text.isEmpty ? [.cancel("search")] : [Self.waiting { ended.record(text) }]
      case .found(let numbers): state.found = numbers
      default: break
      }
      return []
    }
    try await loop.perform(.search("a"))
    try await loop.perform(.search("b"))
    try await loop.perform(.search(""))
    await loop.idle()
    #expect(Set(ended.values) == ["a", "b"])
    #expect(try loop.state.found == [])
  }

  @Test func endingCancelsEffectsAndTakesNoMoreMessages() async throws {
    let ended = Recorder<String>()
    let loop = try open { state, message in
      if case .search = message { return [Self.waiting { ended.record("end") }] }
      if case .like(let photo) = message { state.likes.insert(photo) }
      return []
    }
    try await loop.perform(.search("a"))
    try loop.send(.like(1))
    await loop.close()
    #expect(ended.values == ["end"])
    #expect(try loop.state.likes == [1])
    #expect(throws: ApplicationError.self) { try loop.send(.like(2)) }
    await #expect(throws: ApplicationError.self) { try await loop.perform(.like(2)) }
    #expect(try loop.state.likes == [1])
  }

  @Test func effectsBeginAgainOutOfTheState() async throws {
    let loop = try open { state, message in
      if case .search(let text) = message { state.text = text }
      return []
    }
    try await loop.perform(.search("sea"))
    await loop.list.close()
    let again = try Loop(
      list(), first: PhotoApplication(),
      started: { state in
        [.run { await $0(.found(PhotoApplication.matches(of: state.text))) }]
      }, update: PhotoApplication.update)
    await again.idle()
    #expect(try again.state.found == [0, 3, 6])
  }

  @Test func messagesThatAreTooManyAreRefused() async throws {
    let loop = try Loop(
      list(), first: PhotoApplication(), pendingCountMax: 3, update: PhotoApplication.update)
    var refusedCount = 0
    for number in 0..<1_000 {
      do { try loop.send(.like(number)) } catch ApplicationError.queueFull { refusedCount += 1 }
    }
    await loop.idle()
    #expect(try loop.state.likes.count == 1_000 - refusedCount)
  }

  @Test func failedMessageIsToldAndChangesNothing() async throws {
    let failed = Recorder<PhotoApplication.Message>()
    let loop = try Loop(
      list(), first: PhotoApplication(), onFailure: { message, _ in failed.record(message) },
      update: PhotoApplication.update)
    await loop.list.close()
    await #expect(throws: ApplicationError.self) { try await loop.perform(.like(1)) }
    try loop.send(.like(2))
    await loop.idle()
    #expect(failed.values == [.like(2)])
    #expect(try loop.state == PhotoApplication())
  }

  @Test func messagesOfTwoProcessesAreAllProcessed() async throws {
    var configuration = DataSourceConfiguration()
    configuration.isShared = true
    let path = folder.path(of: "photos.sqlite")
    let loops = try (0..<2).map { _ in
      try Loop(
        List(.file(path, list: "application"), configuration: configuration),
        first: PhotoApplication(), update: PhotoApplication.update)
    }
    try await withThrowingTaskGroup { group in
      for (index, loop) in loops.enumerated() {
        group.addTask {
          for number in 0..<20 { try await loop.perform(.like(100 * index + number)) }
        }
      }
      try await group.waitForAll()
    }
    for loop in loops { await loop.list.close() }
    #expect(try open().state.likes.count == 40)
  }
}
