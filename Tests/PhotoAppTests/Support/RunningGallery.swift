import Roster
import RosterComponents
import RosterTestKit
import RosterTestSupport

@testable import roster_photos

/// A gallery in a file, which runs.
struct RunningGallery {
  let gallery: Gallery
  let source: ScriptedSource
  private let running: Task<Void, any Error>

  init(_ path: String, retries: PhotoRetries = PhotoRetries()) throws {
    let source = ScriptedSource()
    let gallery = try Gallery(path: path, source: source, PhotoLook(.screen), retries: retries)
    self.source = source
    self.gallery = gallery
    running = Task { try await gallery.run() }
  }

  /// Waits until the list contains what a line says.
  func expect(_ line: String) async throws {
    let batches = try gallery.list.batches()
    while try gallery.list.snapshot.contents().line != line {
      guard try await batches.next() != nil else { return }
    }
  }

  /// The identity of a photo.
  func item(_ id: Photo.ID) throws -> Gallery.List.Snapshot.Item? {
    try gallery.list.snapshot.firstItem { $0.photo?.id == id }
  }

  func state(of id: Photo.ID) throws -> PhotoRow.State? {
    guard let item = try item(id) else { return nil }
    return try gallery.list.snapshot.states(at: item.path)?[PhotoRow.path]?
      .decoded(as: PhotoRow.self)
  }

  func end() async throws {
    await gallery.list.close()
    try await running.value
  }
}
