import Roster
import RosterComponents
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
    running.gallery.send(.favouriteToggled("c"))
    running.gallery.send(.refresh)
    await running.source.nextCall()?.answer("Aacdf")
    try await running.expect("Aacdf||")
    let after = try #require(try running.item("c"))
    #expect(after.id == before.id)
    #expect(after.model.photo == GalleryPhoto(photo: Photo("c", taken: 901), isFavourite: true))
    try await running.end()
  }

  @Test func filterAndOrderKeepIdentitiesAndWhatWasDone() async throws {
    let running = try await galleryWithPhotos()
    let open = try #require(try running.item("b"))
    running.gallery.send(.favouriteToggled("d"))
    running.gallery.send(.descriptionToggled("b"))
    running.gallery.send(.showsOnlyFavourites(true))
    try await running.expect("d||abce")
    running.gallery.send(.ordered(.title))
    running.gallery.send(.showsOnlyFavourites(false))
    try await running.expect("abcde||")
    let shown = try running.gallery.list.snapshot.items(inSection: 0)
    #expect(shown[1].id == open.id)
    #expect(shown.map { $0.model.photo?.isOpen } == [false, true, false, false, false])
    #expect(shown.map { $0.model.photo?.isFavourite } == [false, false, false, true, false])
    try await running.end()
  }

  @Test func photoThatIsNoFavouriteAnyMoreLeavesTheFavourites() async throws {
    let running = try await galleryWithPhotos()
    for id in ["b", "d"] { running.gallery.send(.favouriteToggled(id)) }
    running.gallery.send(.showsOnlyFavourites(true))
    try await running.expect("bd||ace")
    running.gallery.send(.favouriteToggled("b"))
    try await running.expect("d||abce")
    try await running.end()
  }

  /// Three photos: by time b c a, by title a b c.
  @Test func eachChoiceIsOneBatchAndFetchesNothing() async throws {
    let running = try RunningGallery(path)
    let photos = [Photo("a", taken: 1), Photo("b", taken: 3), Photo("c", taken: 2)]
    await running.source.nextCall()?.answer(PhotoPage(photos: photos, isLast: true))
    try await running.expect("bca||")
    let gallery = running.gallery
    let items = try ["a", "b", "c"].map { try #require(try running.item($0)).id }
    var all = try gallery.photos.batches().makeAsyncIterator()
    var shown = try gallery.list.batches().makeAsyncIterator()
    func nextSummary(showing ids: [Photo.ID]) async throws -> (GallerySummary, ChangesetOutline) {
      // Of the photos, nothing but the choice is written, or what was done to one of them.
      let written = try #require(try await all.next()).changes.changeset.outline
      #expect((written.insertedItems + written.removedItems).allSatisfy { $0.section == 1 })
      #expect(written.movedItems.isEmpty && written.updatedSections == [0])
      let batch = try #require(try await shown.next())
      #expect(batch.target.revision == batch.source.revision + 1)
      #expect(try batch.target.contents().photoIDs == ids)
      let (summary, outline) = (
        try batch.target.contents().summary, batch.changes.changeset.outline
      )
      #expect(outline.updatedSections == [0], "the header is in the batch of its rows")
      return (summary, outline)
    }

    gallery.send(.ordered(.title))
    let (sorted, moves) = try await nextSummary(showing: ["a", "b", "c"])
    #expect(sorted.settings.order == .title)
    #expect(!moves.movedItems.isEmpty && moves.insertedItems.isEmpty && moves.removedItems.isEmpty)

    gallery.send(.searched("C"))
    let (found, removals) = try await nextSummary(showing: ["c"])
    #expect((found.shownCount, found.hiddenCount) == (1, 2))
    #expect(removals.removedItems.count == 2 && removals.movedItems.isEmpty)

    gallery.send(.searched(""))
    let (_, insertions) = try await nextSummary(showing: ["a", "b", "c"])
    #expect(insertions.insertedItems.count == 2 && insertions.movedItems.isEmpty)
    #expect(try gallery.list.snapshot.items(inSection: 0).map(\.id) == items)

    gallery.send(.showsOnlyFavourites(true))
    let (favourites, _) = try await nextSummary(showing: [])
    #expect((favourites.shownCount, favourites.hiddenCount) == (0, 3))
    gallery.send(.favouriteToggled("b"))
    let (favourite, arrival) = try await nextSummary(showing: ["b"])
    #expect((favourite.shownCount, favourite.hiddenCount) == (1, 2))
    #expect(arrival.insertedItems == [ItemPath(section: 0, item: 0)])

    gallery.send(.refresh)
    #expect(await running.source.nextCall()?.page == 1)
    #expect(running.source.askedPages.values == [1, 1])
    await gallery.close()
  }

  /// The choice, the photos and their header are those of the list before.
  @Test func undoTakesChoicesAndFavouritesBack() async throws {
    let running = try await galleryWithPhotos()
    let gallery = running.gallery
    gallery.send(.favouriteToggled("d"))
    gallery.send(.showsOnlyFavourites(true))
    try await running.expect("d||abce")
    try await gallery.photos.apply(.undo())
    try await running.expect("abcde||")
    #expect(try !gallery.settings.filter.onlyFavourites)
    #expect(try running.item("d")?.model.photo?.isFavourite == true)
    gallery.send(.searched("b"))
    try await running.expect("b||acde")
    try await gallery.photos.apply(.undo())
    try await gallery.photos.apply(.undo())
    try await running.expect("abcde||")
    #expect(try running.item("d")?.model.photo?.isFavourite == false)
    // What comes next is written on top of that.
    gallery.send(.showsOnlyFavourites(true))
    try await running.expect("||abcde")
    try await running.end()
  }

  /// A page asks before it undoes what others have done.
  @Test func whatTheUserHasNotAskedForSaysWhoHasDoneIt() async throws {
    let running = try await galleryWithPhotos()
    running.gallery.send(.favouriteToggled("b"))
    running.gallery.send(.showsOnlyFavourites(true))
    try await running.expect("b||acde")
    let photos = running.gallery.photos
    let batches = try photos.batches(after: photos.oldestRevision)
    var origins: [String?] = []
    while let batch = try await batches.nextIfPublished() {
      origins.append(batch.changes.annotation.origin)
    }
    #expect(origins == ["roster-photos", "roster-photos", nil, nil])
    try await running.end()
  }

  /// The undo brings back the row that says so.
  @Test func nothingIsSaidToBeLoadingAfterAnUndoOfAnAnswer() async throws {
    let running = try RunningGallery(path)
    let gallery = running.gallery
    await running.source.nextCall()?.answer("abc")
    try await running.expect("abc||")
    gallery.send(.endCameNear)
    try await running.expect("abc|loading|")
    await running.source.nextCall()?.answer("de.")
    try await running.expect("abcde||")
    try await gallery.photos.apply(.undo())
    try await running.expect("abc||")
    try await gallery.photos.apply(.redo())
    try await running.expect("abcde||")
    try await running.end()
  }

  /// Rows kept in their states what photos have now, and a section had what the filter hid.
  @Test func whatEarlierVersionsHaveKeptStays() async throws {
    let earlier = try Gallery.Photos(.file(path, list: "photos"))
    var settings = GallerySettings()
    settings.filter.onlyFavourites = true
    func items(_ letters: String) -> [GalleryItem] {
      [Photo](letters: letters).map { .photo(GalleryPhoto(photo: $0)) }
    }
    let row = ScopePath([ScopeKey(typeName: "PhotoRow")])
    let states = [
      (0, #"{"isFavourite":true,"isOpen":false}"#), (2, #"{"isFavourite":false,"isOpen":true}"#),
    ].map { section, state in
      StateAssignment(
        item: .path(ItemPath(section: section, item: 0)), scope: row,
        state: StoredState(value: .text(state)))
    }
    try await earlier.apply(
      .contents(
        ListContents([
          .init(
            model: GallerySection(id: .photos, summary: GallerySummary(settings: settings)),
            items: items("b")),
          .init(model: GallerySection(id: .status), items: []),
          .init(model: GallerySection(id: .hidden), items: items("ac")),
        ]), states: states))
    let ids = try (0..<3).flatMap { try earlier.snapshot.items(inSection: $0).map(\.id) }
    let revision = earlier.snapshot.revision
    await earlier.close()

    let running = try RunningGallery(path)
    #expect(try running.gallery.line == "b||ac")
    let photos = try running.gallery.photos.snapshot.items(inSection: 0)
    #expect(photos.map(\.id) == ids)
    #expect(photos.map { $0.model.photo?.isFavourite } == [true, false, false])
    #expect(photos.map { $0.model.photo?.isOpen } == [false, true, false])
    let migration = try await running.gallery.photos.batches(after: revision).nextIfPublished()
    #expect(migration?.changes.annotation.undo == UndoScope.none)
    await running.source.nextCall()?.answer("abc.")
    running.gallery.send(.showsOnlyFavourites(false))
    try await running.expect("abc||")
    try await running.end()
    #expect(try SQLiteStore(path: path).check().isEmpty)
  }

  @Test func photoWithoutAKeyInAFileOfAnEarlierVersionIsLeftOut() async throws {
    let earlier = try Gallery.Photos(.file(path, list: "photos"))
    let photos = [Photo(String(repeating: "a", count: 2_000)), Photo("b")]
    try await earlier.apply(
      .contents(
        ListContents([
          .init(
            model: GallerySection(id: .photos, summary: GallerySummary()),
            items: photos.map { .photo(GalleryPhoto(photo: $0)) }),
          .init(model: GallerySection(id: .status), items: []),
          .init(model: GallerySection(id: .hidden), items: []),
        ])))
    await earlier.close()
    let running = try RunningGallery(path)
    #expect(try running.gallery.line == "b||")
    await running.source.nextCall()?.answer("bc.")
    try await running.expect("bc||")
    try await running.end()
  }

  @Test func everythingIsThereAfterARestartWithoutANetwork() async throws {
    let before = try await galleryWithPhotos()
    let favourite = try #require(try before.item("d"))
    before.gallery.send(.favouriteToggled("d"))
    before.gallery.send(.ordered(.title))
    before.gallery.send(.showsOnlyFavourites(true))
    try await before.expect("d||abce")
    try await before.end()

    let after = try RunningGallery(path)
    #expect(try after.gallery.line == "d||abce")
    await after.source.nextCall()?.fail("no network")
    let batches = try after.gallery.list.batches()
    while try after.gallery.list.snapshot.contents().summary.refreshFailure == nil {
      _ = try await batches.next()
    }
    #expect(try after.gallery.line == "d||abce")
    #expect(try after.gallery.settings.order == .title)
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
    #expect(try running.gallery.line == "|no network|")
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
