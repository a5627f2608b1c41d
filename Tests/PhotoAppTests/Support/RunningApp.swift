import Roster
import RosterNavigation
import RosterTestKit
import RosterTestSupport

@testable import roster_photos

/// An application that runs.
struct RunningApp {
  let app: PhotoApp
  let source = ScriptedSource()
  private let running: Task<Void, any Error>

  init(_ path: String) throws {
    let app = try PhotoApp(path: path, source: source, PhotoLook(.screen))
    self.app = app
    running = Task { try await app.run() }
  }

  /// Waits until the gallery contains what a line says.
  func expectPhotos(_ line: String) async throws {
    try await expectPhotos { try $0.line == line }
  }

  /// Waits for a condition of the gallery.
  func expectPhotos(_ holds: (Gallery) throws -> Bool) async throws {
    let batches = try app.gallery.list.batches()
    while try !holds(app.gallery) {
      guard try await batches.next() != nil else { return }
    }
  }

  /// Waits until a page is visible.
  func expectPage(_ route: PhotoRoute) async throws {
    var changes = try app.navigator.changes().makeAsyncIterator()
    while try app.navigator.state.visiblePage.route != route {
      guard try await changes.next() != nil else { return }
    }
  }

  /// Waits for a condition of a page of a photo.
  func expect(
    _ detail: PhotoDetail, _ holds: (PhotoDetail) throws -> Bool
  ) async throws {
    let batches = try detail.list.batches()
    while try !holds(detail) {
      guard try await batches.next() != nil else { return }
    }
  }

  func end() async throws {
    await app.close()
    try await running.value
  }
}
