import RosterCore
import RosterEngine
import RosterMounting
import Testing

/// The loops of a program that shows a list.
@MainActor
@Suite("SessionLoops") struct SessionLoopsTests {
  /// What a program works with until its session ends.
  @MainActor private final class Screen {
    private(set) var endCount = 0

    func end() { endCount += 1 }
  }

  private let full = StorageError(.full, "no room left")
  private let screen = Screen()
  private let loops: SessionLoops

  init() { loops = SessionLoops { [screen] in screen.end() } }

  private func failure() async -> (any Error)? {
    do {
      try await loops.finish()
      return nil
    } catch {
      return error
    }
  }

  @Test func refusalBecomesTheNoticeAndTheSessionGoesOn() async throws {
    await loops.attempt { throw DataSourceError.nothingToUndo }
    #expect(loops.notice == DataSourceError.nothingToUndo.description)
    #expect(screen.endCount == 0)
    try await loops.finish()
  }

  @Test func valueThatCannotBeReadIsARefusal() async throws {
    await loops.attempt { throw DataSourceError.storage(StorageError(.undecodable, "bad text")) }
    #expect(loops.notice?.contains("bad text") == true)
    try await loops.finish()
  }

  @Test func firstFailureEndsTheSessionOnce() async {
    loops.begin { [full] in throw DataSourceError.storage(full) }
    #expect((await failure() as? DataSourceError)?.isStorageFailure == true)
    await loops.attempt { throw StorageError(.busy, "another connection is writing") }
    #expect(await failure() is DataSourceError, "the first failure counts")
    #expect(screen.endCount == 1)
    #expect(loops.notice == nil)
  }

  @Test func allLoopsAreWaitedFor() async throws {
    let (numbers, continuation) = AsyncStream<Int>.makeStream()
    let (answers, answer) = AsyncStream<Int>.makeStream()
    var sum = 0
    loops.begin {
      for await number in numbers { answer.yield(2 * number) }; answer.finish()
    }
    loops.begin { for await number in answers { sum += number } }
    for number in 1...4 { continuation.yield(number) }
    continuation.finish()
    try await loops.finish()
    #expect(sum == 20)
  }

  @Test func refusalOfAnotherThreadIsTold() async {
    let (refusals, continuation) = AsyncStream<Void>.makeStream()
    loops.onRefusal = { continuation.yield() }
    Task.detached { [loops] in loops.refused(.closed) }
    for await _ in refusals { break }
    #expect(loops.notice == DataSourceError.closed.description)
    #expect(screen.endCount == 0)
  }
}
