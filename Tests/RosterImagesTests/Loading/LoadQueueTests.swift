import RosterMounting
import Testing

@testable import RosterImages

/// The state machine of a loader, without threads.
struct LoadQueueTests {
  private static let picture = Picture(width: 1, height: 1, bytes: [1, 2, 3])

  private func queue(
    downloads: Int = 6, decodings: Int = 2, backlog: Int = 6, hasFolder: Bool = false
  ) -> LoadQueue {
    var widths = LoadQueue.Widths()
    widths.downloadCountMax = downloads
    widths.decodingCountMax = decodings
    widths.backlogCountMax = backlog
    return LoadQueue(widths: widths, hasFolder: hasFolder)
  }

  private func ticket(_ number: Int) -> LoadTicket { LoadTicket(number: number) }

  private func request(_ address: String, _ width: Int = 8) -> ImageRequest {
    ImageRequest(address, size: PixelSize(width: width, height: 8))
  }

  private func fetches(_ actions: [LoadAction]) -> [String] {
    actions.compactMap { if case .download(_, let address) = $0 { address } else { nil } }
  }

  private func id(_ actions: [LoadAction]) throws -> FetchID {
    for action in actions {
      if case .download(let id, _) = action { return id }
      if case .read(let id, _) = action { return id }
    }
    throw ImageError(.damaged, "nothing is fetched")
  }

  @Test func oneDownloadServesAllWhoAskForAnAddress() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    #expect(queue.ask(ticket(2), for: request("a"), .visible).isEmpty)
    #expect(queue.ask(ticket(3), for: request("a", 16), .visible).isEmpty)
    let decodings = queue.didDownload(id, .success([7]), chance: 0)
    #expect(decodings == [.decode(request("a"), [7]), .decode(request("a", 16), [7])])
    let picture = try #require(Self.picture)
    #expect(
      queue.didDecode(request("a"), .success(picture)) == [
        .end([ticket(1), ticket(2)], .success(picture))
      ])
    #expect(
      queue.didDecode(request("a", 16), .success(picture)) == [
        .end([ticket(3)], .success(picture))
      ])
    #expect(queue.isIdle)
  }

  @Test func downloadEndsWithTheLastWhoWantsIt() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.ask(ticket(2), for: request("a", 16), .visible)
    #expect(queue.withdraw(ticket(1)).isEmpty)
    #expect(queue.withdraw(ticket(2)) == [.cancel(id)])
    #expect(!queue.isIdle, "the connection is still there")
    #expect(queue.didDownload(id, .failure(.cancelled), chance: 0).isEmpty)
    #expect(queue.isIdle)
  }

  @Test func cancelledDownloadKeepsItsPlaceUntilItHasEnded() throws {
    var queue = queue(downloads: 1)
    let first = try id(queue.ask(ticket(1), for: request("a"), .visible))
    #expect(queue.ask(ticket(2), for: request("b"), .visible).isEmpty)
    #expect(queue.withdraw(ticket(1)) == [.cancel(first)])
    #expect(fetches(queue.didDownload(first, .failure(.cancelled), chance: 0)) == ["b"])
  }

  @Test func addressThatIsAskedForAgainIsNotServedByACancelledDownload() throws {
    var queue = queue()
    let first = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.withdraw(ticket(1))
    let second = try id(queue.ask(ticket(2), for: request("a"), .visible))
    #expect(first != second)
    #expect(queue.didDownload(first, .success([1]), chance: 0).isEmpty)
    #expect(
      queue.didDownload(second, .success([2]), chance: 0) == [.decode(request("a"), [2])])
  }

  @Test func visiblePicturesComeBeforeThoseAhead() throws {
    var queue = queue(downloads: 1)
    let first = try id(queue.ask(ticket(1), for: request("a"), .ahead))
    _ = queue.ask(ticket(2), for: request("b"), .ahead)
    _ = queue.ask(ticket(3), for: request("c"), .ahead)
    _ = queue.ask(ticket(4), for: request("d"), .visible)
    _ = queue.setPriority(of: ticket(3), to: .visible)
    var order = fetches(queue.didDownload(first, .failure(ImageError(.wrongType, "")), chance: 0))
    while let fetch = queue.fetches.first(where: { $0.value.phase == .downloads })?.value.id {
      order += fetches(queue.didDownload(fetch, .failure(ImageError(.wrongType, "")), chance: 0))
    }
    #expect(order == ["c", "d", "b"])
    #expect(queue.isIdle)
  }

  @Test func pictureIsAsUrgentAsTheMostUrgentWhoWaits() {
    var queue = queue(downloads: 1)
    _ = queue.ask(ticket(1), for: request("a"), .ahead)
    _ = queue.ask(ticket(2), for: request("b"), .ahead)
    _ = queue.ask(ticket(3), for: request("b"), .visible)
    #expect(queue.fetches["b"]?.priority == .visible)
    _ = queue.withdraw(ticket(3))
    #expect(queue.fetches["b"]?.priority == .ahead)
  }

  @Test func failureInPassingIsTriedAgainAfterAPause() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    let error = ImageError(.connection, "broken")
    #expect(
      queue.didDownload(id, .failure(error), chance: 1) == [.pause(id, .milliseconds(500))])
    #expect(queue.didPause(id) == [.download(id, "a")])
    #expect(queue.didDownload(id, .failure(error), chance: 1) == [.pause(id, .seconds(1))])
    #expect(queue.didPause(id) == [.download(id, "a")])
    _ = queue.didDownload(id, .failure(error), chance: 1)
    _ = queue.didPause(id)
    #expect(
      queue.didDownload(id, .failure(error), chance: 1) == [.end([ticket(1)], .failure(error))])
    #expect(queue.isIdle)
  }

  @Test func pauseEndsWithTheLastWhoWaits() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.didDownload(id, .failure(ImageError(.connection, "")), chance: 0)
    #expect(queue.withdraw(ticket(1)) == [.cancel(id)])
    #expect(queue.didPause(id).isEmpty)
    #expect(queue.isIdle)
  }

  @Test func pauseLeavesItsPlaceToOthers() throws {
    var queue = queue(downloads: 1)
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.ask(ticket(2), for: request("b"), .visible)
    let actions = queue.didDownload(id, .failure(ImageError(.connection, "")), chance: 0)
    #expect(fetches(actions) == ["b"])
  }

  @Test func decodingGoesOnForThoseWhoComeBack() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.didDownload(id, .success([7]), chance: 0)
    #expect(queue.withdraw(ticket(1)).isEmpty)
    #expect(queue.ask(ticket(2), for: request("a"), .visible).isEmpty)
    let picture = try #require(Self.picture)
    #expect(
      queue.didDecode(request("a"), .success(picture)) == [.end([ticket(2)], .success(picture))])
    #expect(queue.isIdle)
  }

  @Test func otherSizeIsDecodedOfTheSameBytesWhileTheyAreThere() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.didDownload(id, .success([7]), chance: 0)
    #expect(
      queue.ask(ticket(2), for: request("a", 16), .visible) == [.decode(request("a", 16), [7])])
  }

  @Test func fewerPicturesAreDecodedAtOnceThanDownloaded() throws {
    var queue = queue(decodings: 1, backlog: 2)
    let ids = try (1...4).map { try id(queue.ask(ticket($0), for: request("\($0)"), .visible)) }
    #expect(queue.didDownload(ids[0], .success([0]), chance: 0) == [.decode(request("1"), [0])])
    #expect(queue.didDownload(ids[1], .success([1]), chance: 0).isEmpty)
    #expect(queue.didDownload(ids[2], .success([2]), chance: 0).isEmpty)
    // Two wait with their bytes: what is not on its way waits too.
    #expect(queue.ask(ticket(5), for: request("5"), .visible).isEmpty)
    let picture = try #require(Self.picture)
    let actions = queue.didDecode(request("1"), .success(picture))
    #expect(fetches(actions) == ["5"])
    #expect(actions.contains(.decode(request("2"), [1])))
  }

  @Test func folderIsReadBeforeADownloadAndWrittenAfterADecoding() throws {
    var queue = queue(hasFolder: true)
    let asked = queue.ask(ticket(1), for: request("a"), .visible)
    let id = try id(asked)
    #expect(asked == [.read(id, "a")])
    #expect(queue.didRead(id, nil) == [.download(id, "a")])
    #expect(queue.didDownload(id, .success([7]), chance: 0) == [.decode(request("a"), [7])])
    let picture = try #require(Self.picture)
    #expect(
      queue.didDecode(request("a"), .success(picture)) == [
        .keep("a", [7]), .end([ticket(1)], .success(picture)),
      ])
    #expect(!queue.isIdle, "the bytes are being written")
    queue.didKeep("a")
    #expect(queue.isIdle)
  }

  @Test func bytesOutOfTheFolderAreNotWrittenAgain() throws {
    var queue = queue(hasFolder: true)
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    #expect(queue.didRead(id, [7]) == [.decode(request("a"), [7])])
    let picture = try #require(Self.picture)
    #expect(
      queue.didDecode(request("a"), .success(picture)) == [.end([ticket(1)], .success(picture))])
  }

  @Test func whatIsNoPictureIsRemovedFromTheFolder() throws {
    var queue = queue(hasFolder: true)
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.didRead(id, [7])
    let error = ImageError(.damaged, "damaged")
    #expect(
      queue.didDecode(request("a"), .failure(error)) == [
        .discard("a"), .end([ticket(1)], .failure(error)),
      ])
  }

  @Test func completeBytesAreKeptAlsoIfTheyAreNoLongerWanted() throws {
    var queue = queue(decodings: 1, hasFolder: true)
    let first = try id(queue.ask(ticket(1), for: request("a"), .visible))
    let second = try id(queue.ask(ticket(2), for: request("b"), .visible))
    _ = queue.didRead(first, [1])
    _ = queue.didRead(second, nil)
    _ = queue.didDownload(second, .success([2]), chance: 0)
    #expect(queue.withdraw(ticket(2)) == [.keep("b", [2])])
  }

  @Test func progressIsReportedToAllAndNotForEveryByte() throws {
    var queue = queue()
    let id = try id(queue.ask(ticket(1), for: request("a"), .visible))
    _ = queue.ask(ticket(2), for: request("a", 16), .visible)
    let reported = (1...6400).flatMap {
      queue.didReceive(id, ImageProgress(receivedByteCount: $0, totalByteCount: 6400))
    }
    #expect(reported.count == 64)
    guard case .report(let tickets, let progress)? = reported.first else {
      Issue.record("nothing is reported")
      return
    }
    #expect(tickets == [ticket(1), ticket(2)])
    #expect(progress.receivedByteCount == 1)
  }

  @Test func newsOfUnknownFetchesDoesNothing() {
    var queue = queue()
    #expect(queue.didPause(FetchID(number: 9)).isEmpty)
    #expect(
      queue.didReceive(
        FetchID(number: 9), ImageProgress(receivedByteCount: 1, totalByteCount: nil)
      ).isEmpty)
    #expect(queue.withdraw(ticket(9)).isEmpty)
    #expect(queue.setPriority(of: ticket(9), to: .visible).isEmpty)
    #expect(queue.isIdle)
  }
}
