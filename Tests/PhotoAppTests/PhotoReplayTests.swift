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
    try await running.expectPhotos { $0.summary.refreshFailure == "no network" }
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
    try gallery.list.compact(JournalRetention(revisionCountMax: 2))
    await gallery.list.close()
    let kept = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(!kept.isEmpty && kept.allSatisfy { $0.outcome == .unknown })
    try await recordSecondRun()
    let steps = try await PhotoReplay(path: path).steps.filter { $0.list == "photos" }
    #expect(steps.dropFirst(kept.count).allSatisfy { $0.outcome == .same })
    #expect(steps.count > kept.count)
  }

  @Test func favouritesAreThoseThatTheProgramHasRead() async throws {
    try await recordRun()
    let gallery = try Gallery(path: path, source: ScriptedSource(), PhotoLook(.screen))
    let events: [GalleryState.Event] = [.started, .showsOnlyFavourites(true)]
    var state = try GalleryState(gallery.list.snapshot.contents())
    for event in events { _ = state.take(event) }
    let contents = state.contents(favourites: try gallery.favourites())
    // A row becomes a favourite while the program makes the contents.
    let other = try #require(try gallery.entry(of: "c")).item
    try gallery.toggleFavourite(other, ChangeAnnotation(message: PhotoMessage.toggleFavourite("c")))
    try await gallery.list.apply(
      .contents(contents, duplicates: .keepFirst), ChangeAnnotation(message: events))
    await gallery.list.close()
    #expect(try await PhotoReplay(path: path).differences.isEmpty)
  }

  @Test func revisionThatItsMessageDoesNotMakeIsADifference() async throws {
    try await recordRun()
    let gallery = try Gallery(path: path, source: ScriptedSource(), PhotoLook(.screen))
    let item = try #require(try gallery.entry(of: "d")).item
    try gallery.toggleFavourite(item, ChangeAnnotation(message: PhotoMessage.toggleFavourite("e")))
    var contents = try gallery.list.snapshot.contents()
    contents.sections[0].items.removeLast()
    try await gallery.list.apply(
      .contents(contents, duplicates: .keepFirst),
      ChangeAnnotation(message: [GalleryState.Event.ordered(.author)]))
    let revision = gallery.list.snapshot.revision
    await gallery.list.close()
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
