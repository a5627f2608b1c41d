import Roster
import RosterComponentLists
import RosterComponents
import RosterNavigation
import RosterTestKit
import Testing

@testable import roster_photos

/// The application without a host: what messages do, and what a second program finds in the file.
@Suite(.timeLimit(.minutes(10)))
struct PhotoAppTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "photos.sqlite")
  }

  private func appWithPhotos() async throws -> RunningApp {
    let running = try RunningApp(path)
    await running.source.nextCall()?.answer("abcde.")
    try await running.expectPhotos("abcde||")
    return running
  }

  private func comments(_ detail: PhotoDetail) throws -> [String] {
    DetailState(try detail.list.snapshot.contents()).comments.map(\.text)
  }

  @Test func pageIsOpenedOnceAndFoundAgainAfterARestart() async throws {
    let before = try await appWithPhotos()
    before.app.send(.open("b"))
    before.app.send(.open("b"))
    try await before.expectPage(.photo("b"))
    before.app.send(.step(1))
    try await before.expectPage(.photo("c"))
    try await before.end()

    let after = try RunningApp(path)
    #expect(try after.app.navigator.state.path.pages == [.gallery, .photo("c")])
    after.app.send(.back)
    try await after.expectPage(.gallery)
    await after.source.nextCall()?.fail("no network")
    try await after.end()
  }

  @Test func favouriteIsOneStateInTwoPlaces() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "b", PhotoLook(.screen))
    #expect(detail.standing?.isFavourite == false)
    running.app.send(.toggleFavourite("b"))
    try await running.expect(detail) { $0.standing?.isFavourite == true }
    let gallery = running.app.gallery
    let item = try #require(try gallery.photos.snapshot.item(key: GalleryItem.key(ofPhoto: "b")))
    #expect(item.model.photo?.isFavourite == true)
    // The button of the row.
    try await gallery.list.apply(
      .action(
        PlainAction(named: "favourite", in: ScopePath([ScopeKey(typeName: PhotoRow.typeName)])),
        in: .id(item.id)))
    try await running.expect(detail) { $0.standing?.isFavourite == false }
    running.app.close(detail)
    try await running.end()
  }

  @Test func olderNewsOfTheGalleryDoNotReplaceNewerOnes() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "b", PhotoLook(.screen))
    let former = try running.app.gallery.snapshots
    running.app.send(.toggleFavourite("b"))
    try await running.expect(detail) { $0.standing?.isFavourite == true }
    // A thread that has read the gallery before comes to it only now.
    let old = try #require(try Gallery.entry(of: "b", in: former))
    #expect(!old.standing.isFavourite)
    #expect(try !detail.stand(old.standing, at: former.shown.revision))
    #expect(detail.standing?.isFavourite == true)
    running.app.close(detail)
    try await running.end()
  }

  @Test func openPageKnowsItsPhotoWhereverTheGalleryHasIt() async throws {
    let running = try RunningApp(path)
    let letters = (0..<500).map { String(UnicodeScalar(0x4E00 + $0) ?? "?") }.joined()
    await running.source.nextCall()?.answer(letters + ".")
    try await running.expectPhotos(letters + "||")
    let id = String(letters.suffix(1))
    let detail = try running.app.openDetail(of: id, PhotoLook(.screen))
    let unknown = try running.app.openDetail(of: "unknown", PhotoLook(.screen))
    await running.source.nextCall()?.fail("the server answers 404")
    #expect(detail.standing?.number == 500)
    for isFavourite in [true, false, true, false] {
      running.app.send(.toggleFavourite(id))
      try await running.expect(detail) { $0.standing?.isFavourite == isFavourite }
    }
    // A filter hides it.
    running.app.gallery.send(.showsOnlyFavourites(true))
    try await running.expect(detail) { $0.standing?.number == nil }
    #expect(detail.standing == PhotoStanding(isFavourite: false, number: nil, count: 0))
    running.app.send(.toggleFavourite(id))
    try await running.expect(detail) { $0.standing?.number == 1 }
    #expect(detail.standing == PhotoStanding(isFavourite: true, number: 1, count: 1))
    #expect(unknown.standing == nil)
    running.app.close(detail)
    running.app.close(unknown)
    try await running.end()
  }

  @Test func commentIsInTheFileWithItsMessageAndTheFieldIsEmpty() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "b", PhotoLook(.screen))
    let field = ItemPath(section: DetailSection.ID.field.index, item: 0)
    /// Whether the field has the text.
    func hasDraft() throws -> Bool {
      let state = try detail.list.snapshot.states(at: field)?[CommentField.textPath]
      return state.map { "\($0.value)".contains("What a light!") } ?? false
    }
    try await detail.list.apply(
      .action(
        Action<String, String>(named: "change", in: CommentField.textPath), "", "What a light!",
        in: .item(.path(field))))
    #expect(try hasDraft())
    running.app.send(.comment("b", "What a light!"))
    try await running.expect(detail) { try comments($0) == ["What a light!"] }
    #expect(try !hasDraft())
    running.app.close(detail)
    try await running.end()
    #expect(try SQLiteStore(path: path).check().isEmpty)
  }

  @Test func photoOfALinkIsFetchedAndStaysWhenTheListIsFetchedAnew() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "x", PhotoLook(.screen))
    let call = try #require(await running.source.nextCall())
    #expect(call.photo == "x")
    call.answer("x")
    try await running.expectPhotos("abcdex||")
    try await running.expect(detail) { $0.standing?.number == 6 }
    running.app.gallery.send(.refresh)
    await running.source.nextCall()?.answer("abd.")
    try await running.expectPhotos("abdx||")
    running.app.close(detail)
    try await running.end()
  }

  @Test func photoThatCannotBeFetchedSaysSoUntilTheRetry() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "x", PhotoLook(.screen))
    func top(_ detail: PhotoDetail) throws -> DetailItem? {
      try detail.list.snapshot.contents().sections.first?.items.first
    }
    await running.source.nextCall()?.fail("the server answers 404")
    try await running.expect(detail) { try top($0) == .status(.failed("the server answers 404")) }
    running.app.send(.retry("x"))
    await running.source.nextCall()?.answer("x")
    try await running.expect(detail) { try top($0)?.id == "photo" }
    running.app.close(detail)
    try await running.end()
  }

  @Test func sharingGivesTheAddress() async throws {
    let running = try await appWithPhotos()
    running.app.send(.share("b"))
    let notice = await running.app.notices.first { _ in true }
    #expect(notice == .shared("/photos/b"))
    try await running.end()
  }

  /// Swipes over the picture of a photo.
  private func swipe(_ direction: String, _ detail: PhotoDetail) async throws {
    let picture = ItemPath(section: DetailSection.ID.photo.index, item: 0)
    try await detail.list.apply(
      .action(
        Action<String>(named: "swipe", in: PhotoCard.path), direction, in: .item(.path(picture))))
  }

  @Test func swipeLeadsToThePhotoBeside() async throws {
    let running = try await appWithPhotos()
    running.app.send(.open("b"))
    try await running.expectPage(.photo("b"))
    let detail = try running.app.openDetail(of: "b", PhotoLook(.screen))
    try await swipe("up", detail)
    try await swipe("left", detail)
    try await running.expectPage(.photo("c"))
    let next = try running.app.openDetail(of: "c", PhotoLook(.screen))
    try await swipe("right", next)
    try await running.expectPage(.photo("b"))
    for detail in [detail, next] { running.app.close(detail) }
    try await running.end()
  }

  @Test func swipeMovesAPictureThatIsZoomed() async throws {
    let running = try await appWithPhotos()
    let detail = try running.app.openDetail(of: "b", PhotoLook(.screen))
    try detail.zoom(by: 2)
    try await swipe("left", detail)
    try await swipe("up", detail)
    let zoom = try #require(try detail.zoom)
    #expect((zoom.scale, zoom.x, zoom.y) == (4, 0.5 + 1.0 / 16, 0.5 + 1.0 / 16))
    try await swipe("right", detail)
    try await swipe("down", detail)
    #expect(try detail.zoom.map { [$0.x, $0.y] } == [0.5, 0.5])
    running.app.close(detail)
    try await running.end()
  }

  @Test func behindTheLastPhotoIsNone() async throws {
    let running = try await appWithPhotos()
    running.app.send(.open("e"))
    running.app.send(.step(1))
    let notice = await running.app.notices.first { _ in true }
    #expect(notice == .refused("no photos follow"))
    #expect(try running.app.navigator.state.visiblePage.route == .photo("e"))
    try await running.end()
  }

  @Test func journalHasWhatChangedThePhotos() async throws {
    let running = try await appWithPhotos()
    running.app.gallery.send(.ordered(.title))
    let list = running.app.gallery.photos
    let batches = try list.batches(after: list.oldestRevision)
    var events: [GalleryState.Event] = []
    while events.last != .ordered(.title), let batch = try await batches.next() {
      events +=
        try batch.changes.annotation.message(as: [GalleryState.Event].self) ?? []
    }
    #expect(events.first == .started)
    #expect(events.count == 3)
    try await running.end()
  }
}
