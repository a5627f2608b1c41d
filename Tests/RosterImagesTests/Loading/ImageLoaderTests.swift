import RosterMounting
import RosterTestKit
import RosterWidgets
import Testing

@testable import RosterImages

struct ImageLoaderTests {
  private func failure(_ results: Recorder<Result<Picture, ImageError>>) -> ImageError.Code? {
    if case .failure(let error)? = results.values.first { error.code } else { nil }
  }

  @Test func pictureIsDownloadedDecodedAndKept() throws {
    let test = LoaderUnderTest()
    let first = test.load(request("a"))
    test.run()
    #expect(
      first.results.values == [.success(try #require(ScriptedDecoder.picture(for: request("a"))))])
    let second = test.load(request("a"))
    test.run()
    #expect(second.results.values == first.results.values)
    let counts = test.loader.counts
    #expect((counts.downloads, counts.decodings, counts.memoryHits) == (1, 1, 1))
    #expect(counts.memoryByteCount == 24)
    #expect(test.loader.isIdle)
  }

  @Test func sizesAndFitsAreKeptApart() {
    let test = LoaderUnderTest()
    _ = test.load(request("a", width: 1))
    test.run()
    #expect(test.loader.pictureInMemory(for: request("a", width: 1)) != nil)
    #expect(test.loader.pictureInMemory(for: request("a", width: 2)) == nil)
    let cover = ImageRequest("a", size: PixelSize(width: 1, height: 2), fit: .cover)
    #expect(test.loader.pictureInMemory(for: cover) == nil)
  }

  @Test func manyWhoAskShareADownload() {
    let test = LoaderUnderTest()
    let loads = (0..<20).map { test.load(request("a", width: 1 + $0 % 2)) }
    test.run()
    #expect(loads.allSatisfy { $0.results.values.count == 1 })
    #expect(test.transport.log.attempts == ["a": 1])
    #expect(test.loader.counts.decodings == 2)
  }

  @Test func lastWhoCancelsEndsTheDownload() {
    let test = LoaderUnderTest { _, _ in .slowPicture }
    let loads = (0..<3).map { _ in test.load(request("a")) }
    test.run(for: .milliseconds(600))
    #expect(test.transport.log.openCount == 1)
    loads[0].task.cancel()
    loads[1].task.cancel()
    test.executor.runAll()
    #expect(test.transport.log.openCount == 1)
    #expect(failure(loads[1].results) == .cancelled)
    loads[2].task.cancel()
    test.executor.runAll()
    #expect(test.transport.log.openCount == 0)
    #expect(test.transport.log.cancelledCount == 1)
    #expect(test.loader.isIdle)
  }

  @Test func taskThatIsCancelledBeforeItBeginsLoadsNothing() {
    let test = LoaderUnderTest()
    let load = test.load(request("a"))
    load.task.cancel()
    test.run()
    #expect(failure(load.results) == .cancelled)
    #expect(test.transport.log.attempts.isEmpty)
    #expect(test.loader.isIdle)
  }

  @Test func atMostSixAreDownloadedAtOnce() {
    let test = LoaderUnderTest()
    let loads = (0..<40).map { test.load(request("\($0)")) }
    test.run()
    #expect(loads.allSatisfy { $0.results.values.count == 1 })
    #expect(test.transport.log.openCountMax == 6)
  }

  @Test(arguments: [
    (ScriptedOutcome.notFound, ImageError.Code.refused), (.wrongType, .wrongType),
    (.notAPicture, .wrongType), (.tooLong, .tooLarge), (.endless, .tooLarge),
  ])
  func failureThatStaysIsReportedAtOnce(_ outcome: ScriptedOutcome, _ code: ImageError.Code) {
    let test = LoaderUnderTest { _, _ in outcome }
    let load = test.load(request("a"))
    test.run()
    #expect(failure(load.results) == code)
    #expect(test.transport.log.attempts == ["a": 1])
    #expect(test.loader.isIdle)
  }

  @Test(arguments: [ScriptedOutcome.overloaded, .unreachable, .cut])
  func failureThatPassesIsTriedAgain(_ outcome: ScriptedOutcome) {
    let test = LoaderUnderTest { _, attempt in attempt < 3 ? outcome : .picture }
    let load = test.load(request("a"))
    test.run()
    #expect((try? load.results.values.first?.get()) != nil)
    #expect(test.transport.log.attempts == ["a": 3])
  }

  @Test(arguments: [(ScriptedOutcome.overloaded, ImageError.Code.refused), (.cut, .truncated)])
  func failureThatDoesNotPassIsReportedInTheEnd(
    _ outcome: ScriptedOutcome, _ code: ImageError.Code
  ) {
    let test = LoaderUnderTest { _, _ in outcome }
    let load = test.load(request("a"))
    test.run()
    #expect(failure(load.results) == code)
    #expect(test.transport.log.attempts == ["a": 4])
    #expect(test.loader.isIdle)
  }

  @Test func cancelledPauseIsNotFollowedByAnAttempt() {
    let test = LoaderUnderTest { _, _ in .unreachable }
    let load = test.load(request("a"))
    test.run(for: .milliseconds(450))
    load.task.cancel()
    test.run()
    #expect(test.transport.log.attempts == ["a": 1])
    #expect(test.loader.isIdle)
    #expect(test.clock.sleeperCount == 0)
  }

  @Test func progressEndsWithAllBytes() async throws {
    let test = LoaderUnderTest { _, _ in .slowPicture }
    let progress = Recorder<ImageProgress>()
    let task = Task(executorPreference: test.executor) { [loader = test.loader] in
      try? await loader.picture(for: request("a")) { progress.record($0) }
    }
    test.run()
    _ = task
    let length = ScriptedDecoder.bytes(of: "a").count
    #expect(progress.values.map(\.receivedByteCount) == Array(1...length))
    #expect(progress.values.last?.fraction == 1)
  }

  @Test func prefetchedPictureIsThereWhenItIsNeeded() {
    let test = LoaderUnderTest()
    test.loader.prefetch([request("a"), request("b")])
    test.run()
    #expect(test.loader.pictureInMemory(for: request("a")) != nil)
    #expect(test.loader.pictureInMemory(for: request("b")) != nil)
    #expect(test.loader.isIdle)
  }

  @Test func prefetchThatIsTakenBackIsNotDownloaded() {
    let test = LoaderUnderTest()
    test.loader.prefetch([request("a"), request("b"), request("a")])
    test.loader.cancelPrefetch([request("a"), request("b")])
    test.run()
    #expect(test.loader.pictureInMemory(for: request("a")) != nil, "one of two still needs it")
    #expect(test.loader.pictureInMemory(for: request("b")) == nil)
    test.loader.cancelPrefetch([request("a")])
    #expect(test.loader.isIdle)
  }

  @Test func prefetchOfAPictureThatIsAlsoVisibleEndsWithoutHarm() {
    let test = LoaderUnderTest()
    test.loader.prefetch([request("a")])
    let load = test.load(request("a"))
    test.executor.runAll()
    test.loader.cancelPrefetch([request("a")])
    test.run()
    #expect((try? load.results.values.first?.get()) != nil)
    #expect(test.transport.log.attempts == ["a": 1])
  }

  @Test func earliestPrefetchIsGivenUpIfThereAreTooMany() {
    let test = LoaderUnderTest(configure: { $0.prefetchCountMax = 3 })
    test.loader.prefetch((0..<10).map { request("\($0)") })
    #expect(test.loader.counts.waiting == 3)
    test.run()
    #expect((7..<10).allSatisfy { test.loader.pictureInMemory(for: request("\($0)")) != nil })
    #expect(test.loader.pictureInMemory(for: request("5")) == nil)
  }

  @Test func bytesOutliveTheLoaderInItsFolder() throws {
    let files = try TemporaryFolder()
    let folder = ImageFolder(path: files.path(of: "pictures"))
    let first = LoaderUnderTest(folder: folder)
    _ = first.load(request("a"))
    first.run()
    #expect(first.loader.isIdle)
    let second = LoaderUnderTest(folder: folder) { _, _ in .unreachable }
    let load = second.load(request("a", width: 9))
    second.run()
    #expect((try? load.results.values.first?.get())?.width == 9)
    #expect(second.transport.log.attempts.isEmpty)
    #expect(second.loader.counts.folderHits == 1)
  }

  @Test func folderThatCannotBeWrittenFailsNothing() {
    let test = LoaderUnderTest(folder: ImageFolder(path: "/proc/no/such/folder"))
    let load = test.load(request("a"))
    test.run()
    #expect((try? load.results.values.first?.get()) != nil)
    #expect(test.loader.isIdle)
  }

  @Test func bytesThatAreNoPictureLeaveTheFolder() throws {
    let files = try TemporaryFolder()
    let folder = ImageFolder(path: files.path)
    folder.keep([1, 2, 3], of: "a")
    let test = LoaderUnderTest(folder: folder)
    let load = test.load(request("a"))
    test.run()
    #expect(failure(load.results) == .wrongType)
    let again = test.load(request("a"))
    test.run()
    #expect((try? again.results.values.first?.get()) != nil)
  }
}
