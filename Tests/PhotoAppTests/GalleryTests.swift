import Roster
import RosterComponentLists
import RosterTestKit
import RosterTestSupport
import Testing

@testable import roster_photos

/// The photos in a file: what stays when they are fetched, sorted, filtered, and when the program is
/// started again.
@Suite(.timeLimit(.minutes(10)))
struct GalleryTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "photos.sqlite")
  }

  /// A gallery with five photos of one page.
  private func galleryWithPhotos() async throws -> RunningGallery {
    let running = try RunningGallery(path)
    try await running.expect("|loading|")
    await running.source.nextCall()?.answer("abcde")
    try await running.expect("abcde||")
    return running
  }

  @Test func refreshKeepsWhatStays() async throws {
    let running = try await galleryWithPhotos()
    let before = try #require(try running.item("c"))
    try running.gallery.toggleFavourite(before.id)
    running.gallery.send(.refresh)
    await running.source.nextCall()?.answer("Aacdf")
    try await running.expect("Aacdf||")
    let after = try #require(try running.item("c"))
    #expect(after.id == before.id)
    #expect(try running.state(of: "c") == PhotoRow.State(isFavourite: true, isOpen: false))
    try await running.end()
  }

  @Test func filterAndOrderKeepIdentitiesAndStates() async throws {
    let running = try await galleryWithPhotos()
    let favourite = try #require(try running.item("d"))
    let open = try #require(try running.item("b"))
    try running.gallery.toggleFavourite(favourite.id)
    try await running.gallery.list.apply(
      .update(PhotoRow.path, of: PhotoRow.self, in: .item(.id(open.id))) {
        $0.isOpen = true
      })
    running.gallery.send(.showsOnlyFavourites(true))
    try await running.expect("d||abce")
    running.gallery.send(.ordered(.title))
    running.gallery.send(.showsOnlyFavourites(false))
    try await running.expect("abcde||")
    #expect(try running.item("b")?.id == open.id)
    #expect(try running.state(of: "b") == PhotoRow.State(isFavourite: false, isOpen: true))
    #expect(try running.state(of: "d") == PhotoRow.State(isFavourite: true, isOpen: false))
    try await running.end()
  }

  @Test func photoThatIsNoFavouriteAnyMoreLeavesTheFavourites() async throws {
    let running = try await galleryWithPhotos()
    for id in ["b", "d"] {
      let item = try #require(try running.item(id))
      try running.gallery.toggleFavourite(item.id)
    }
    running.gallery.send(.showsOnlyFavourites(true))
    try await running.expect("bd||ace")
    let item = try #require(try running.item("b"))
    try running.gallery.toggleFavourite(item.id)
    try await running.expect("d||abce")
    try await running.end()
  }

  @Test func everythingIsThereAfterARestartWithoutANetwork() async throws {
    let before = try await galleryWithPhotos()
    let favourite = try #require(try before.item("d"))
    try before.gallery.toggleFavourite(favourite.id)
    before.gallery.send(.ordered(.title))
    before.gallery.send(.showsOnlyFavourites(true))
    try await before.expect("d||abce")
    try await before.end()

    let after = try RunningGallery(path)
    #expect(try after.gallery.list.snapshot.contents().line == "d||abce")
    await after.source.nextCall()?.fail("no network")
    let batches = try after.gallery.list.batches()
    while try after.gallery.list.snapshot.contents().summary.refreshFailure == nil {
      _ = try await batches.next()
    }
    let contents = try after.gallery.list.snapshot.contents()
    #expect(contents.line == "d||abce")
    #expect(contents.summary.settings.order == .title)
    #expect(try after.item("d")?.id == favourite.id)
    after.gallery.send(.retry)
    await after.source.nextCall()?.answer("abcdeh")
    try await after.expect("d||abceh")
    try await after.end()
  }

  @Test func answerThatIsOvertakenByARefreshChangesNothing() async throws {
    let running = try await galleryWithPhotos()
    running.gallery.send(.endCameNear)
    let late = try #require(await running.source.nextCall())
    #expect(late.page == 2)
    running.gallery.send(.refresh)
    let refresh = try #require(await running.source.nextCall())
    late.answer("xyz")
    refresh.answer("abcdef")
    try await running.expect("abcdef||")
    running.gallery.send(.endCameNear)
    try await running.expect("abcdef|loading|")
    await running.source.nextCall()?.answer("gh.")
    try await running.expect("abcdefgh||")
    try await running.end()
  }

  @Test func serverThatIsNotReachedIsSaidAtOnceAndTriedAgainUntilItAnswers() async throws {
    let (pauses, continuation) = AsyncStream<Duration>.makeStream()
    // No time passes: a pause ends at once.
    let running = try RunningGallery(path, retries: PhotoRetries { continuation.yield($0) })
    try await running.expect("|loading|")
    await running.source.nextCall()?.fail("no network", isPassing: true)
    try await running.expect("|no network|")
    for _ in 0..<6 { await running.source.nextCall()?.fail("no network", isPassing: true) }
    #expect(try running.gallery.list.snapshot.contents().line == "|no network|")
    await running.source.nextCall()?.answer("abc.")
    try await running.expect("abc||")
    try await running.end()
    continuation.finish()
    let seconds = await pauses.reduce(into: []) { $0.append($1 / .seconds(1)) }
    #expect(seconds == [1, 2, 4, 8, 16, 30, 30])
  }

  @Test func answerOfTheServerIsNotAskedForAgain() async throws {
    let running = try RunningGallery(path, retries: PhotoRetries { _ in Issue.record("a pause") })
    await running.source.nextCall()?.fail("the server answers 404")
    try await running.expect("|the server answers 404|")
    running.gallery.send(.retry)
    await running.source.nextCall()?.answer("abc.")
    try await running.expect("abc||")
    try await running.end()
  }

  @Test func attemptsEndWithARefresh() async throws {
    let paused = AsyncStream<Void>.makeStream()
    let running = try RunningGallery(
      path,
      retries: PhotoRetries { _ in
        paused.continuation.yield()
        try await Task.sleep(for: .seconds(3_600))
      })
    await running.source.nextCall()?.fail("no network", isPassing: true)
    _ = await paused.stream.first { _ in true }
    running.gallery.send(.retry)
    let call = try #require(await running.source.nextCall())
    call.answer("abc.")
    try await running.expect("abc||")
    try await running.end()
  }

  @Test func listIsSoundAfterwards() async throws {
    let running = try await galleryWithPhotos()
    running.gallery.send(.searched("c"))
    try await running.expect("c||abde")
    running.gallery.send(.refresh)
    await running.source.nextCall()?.answer("bcf")
    try await running.expect("c||bf")
    try await running.end()
    #expect(try SQLiteStore(path: path).check().isEmpty)
  }
}
