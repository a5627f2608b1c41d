import Foundation
import Roster
import RosterNavigation
import RosterTestKit
import Testing

@testable import roster_photos

/// A run out of its file again: message by message, without a network.
@Suite(.timeLimit(.minutes(10)))
struct PhotoReplayTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "photos.sqlite")
  }

  /// Fetches two pages, sorts, filters, opens a photo, comments on it and goes on to the next one; and ends.
  private func recordRun() async throws {
    let running = try RunningApp(path)
    await running.source.nextCall()?.answer("abc")
    try await running.expectPhotos("abc||")
    let app = running.app
    app.gallery.send(.endCameNear)
    await running.source.nextCall()?.answer("cde.")
    try await running.expectPhotos("abcde||")
    app.send(.toggleFavourite("b"))
    let detail = try app.openDetail(of: "b", PhotoLook(.screen))
    try await running.expect(detail) { $0.standing?.isFavourite == true }
    app.gallery.send(.showsOnlyFavourites(true))
    try await running.expectPhotos("b||acde")
    app.gallery.send(.ordered(.title))
    app.gallery.send(.showsOnlyFavourites(false))
    try await running.expectPhotos("abcde||")
    app.send(.open("b"))
    app.send(.comment("b", "What a light!"))
    app.send(.step(1))
    try await running.expectPage(.photo("c"))
    app.close(detail)
    try await running.end()
  }

  /// A second program, whose refresh fails, and is tried again.
  private func recordSecondRun() async throws {
    let running = try RunningApp(path)
    await running.source.nextCall()?.fail("no network")
    try await running.expectPhotos {
      try $0.list.snapshot.contents().summary.refreshFailure == "no network"
    }
    running.app.gallery.send(.retry)
    await running.source.nextCall()?.answer("acde.")
    try await running.expectPhotos("acde||")
    running.app.send(.back)
    try await running.expectPage(.gallery)
    try await running.end()
  }

  @Test func messagesOfARunMakeWhatTheFileHas() async throws {
    try await recordRun()
    try await recordSecondRun()

    let replay = try await PhotoReplay(path: path)
    #expect(replay.differences.isEmpty)
    let messages = Dictionary(grouping: replay.steps.filter { $0.outcome == .same }, by: \.list)
    #expect(Set(messages.keys) == ["photos", "navigation", "photo b"])
    #expect(messages["navigation"]?.count == 3)
    #expect(messages["photo b"]?.last?.message?.contains("What a light!") == true)
    // Only the first revisions of the pages, and states of rows, have no message.
    let others = replay.steps.filter { $0.outcome == .unknown }
    #expect(others.allSatisfy { $0.message == nil && $0.list != "photos" && $0.revision == 1 })
  }

  @Test func replayWritesNothing() async throws {
    try await recordRun()
    let before = try revisions()
    let first = try await PhotoReplay(path: path)
    #expect(try await PhotoReplay(path: path).steps == first.steps)
    #expect(try revisions() == before)
    #expect(try SQLiteStore(path: path).check().isEmpty)
    await #expect(throws: StorageError.self) {
      try await PhotoReplay(path: folder.path(of: "nothing.sqlite"))
    }
    #expect(!FileManager.default.fileExists(atPath: folder.path(of: "nothing.sqlite")))
  }

  private func revisions() throws -> [String: Revision] {
    let lists = try SQLiteStore(path: path).lists()
    return Dictionary(uniqueKeysWithValues: lists.map { ($0.name, $0.revision) })
  }

  @Test func journalThatBeginsInTheMiddleOfARunIsReplayedFromTheNextStart() async throws {
    try await recordRun()
    let gallery = try Gallery(path: path, source: ScriptedSource(), PhotoLook(.screen))
    try gallery.photos.compact(JournalRetention(revisionCountMax: 2))
    await gallery.close()
    let kept = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(!kept.isEmpty && kept.allSatisfy { $0.outcome == .unknown })
    try await recordSecondRun()
    let steps = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(steps.dropFirst(kept.count).allSatisfy { $0.outcome == .same })
    #expect(steps.count > kept.count)
  }

  /// Rows and choices change the photos at the same time.
  @Test func favouritesAmongChoicesAreReplayed() async throws {
    let running = try RunningApp(path)
    await running.source.nextCall()?.answer("abcde.")
    try await running.expectPhotos("abcde||")
    let events: [GalleryState.Event] = [
      .showsOnlyFavourites(true), .favouriteToggled("c"), .descriptionToggled("c"),
      .searched("c"), .favouriteToggled("b"), .searched("b"),
    ]
    for event in events { running.app.gallery.send(event) }
    try await running.expectPhotos("b||acde")
    try await running.end()
    let steps = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(steps.allSatisfy { $0.outcome == .same })
    #expect(steps.count == 2 + events.count)
  }

  /// What an undo makes of the photos has no message, and later messages go on from there.
  @Test func undoIsTakenOverByTheReplay() async throws {
    let running = try RunningApp(path)
    await running.source.nextCall()?.answer("abcde.")
    try await running.expectPhotos("abcde||")
    let gallery = running.app.gallery
    gallery.send(.favouriteToggled("b"))
    gallery.send(.showsOnlyFavourites(true))
    try await running.expectPhotos("b||acde")
    try await gallery.photos.apply(.undo())
    try await gallery.photos.apply(.undo())
    try await running.expectPhotos("abcde||")
    gallery.send(.favouriteToggled("c"))
    gallery.send(.showsOnlyFavourites(true))
    try await running.expectPhotos("c||abde")
    try await running.end()
    let steps = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(
      steps.map(\.outcome) == [.same, .same, .same, .same, .unknown, .unknown, .same, .same])
  }

  @Test func revisionThatItsMessageDoesNotMakeIsADifference() async throws {
    try await recordRun()
    let gallery = try Gallery(path: path, source: ScriptedSource(), PhotoLook(.screen))
    let photo = try #require(try gallery.entry(of: "d")).photo
    try await gallery.photos.change(
      ChangeAnnotation(message: [GalleryState.Event.favouriteToggled("e")])
    ) { _, draft in
      try draft.update(
        key: GalleryItem.key(ofPhoto: "d"),
        .photo(GalleryPhoto(photo: photo, isFavourite: true)))
    }
    var contents = try gallery.photos.snapshot.contents()
    contents.sections[0].items.removeLast()
    try await gallery.photos.apply(
      .contents(contents, duplicates: .keepFirst),
      ChangeAnnotation(message: [GalleryState.Event.ordered(.author)]))
    let revision = gallery.photos.snapshot.revision
    await gallery.close()
    let page = try PhotoDetail(of: "b", path: path, PhotoLook(.screen), layout: nil)
    try await page.list.apply(
      .contents(DetailState().contents, duplicates: .keepFirst),
      ChangeAnnotation(message: DetailState.Event.commented("more")))
    await page.list.close()
    let pages = try NavigationList<PhotoRoute>(.file(path, list: "navigation"))
    try await pages.apply(
      Changeset { $0.removeItem(at: ItemPath(section: 0, item: 1)) },
      annotated(.push(.photo("e"))))
    await pages.close()

    let differences = try await PhotoReplay(path: path).differences
    #expect(differences.count == 4)
    #expect(Set(differences.map(\.list)) == ["photos", "photo b", "navigation"])
    #expect(
      differences.filter { $0.list == "photos" }.map(\.revision) == [revision - 1, revision])
  }

  /// The annotation that a navigator would have made.
  private func annotated(_ operation: NavigationOperation<PhotoRoute>) throws -> ChangeAnnotation {
    var annotation = try ChangeAnnotation(message: operation)
    annotation.userInfo["navigation"] = annotation.userInfo["message"]
    annotation.userInfo["message"] = nil
    return annotation
  }
}
