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
    while try gallery.line != line {
      guard try await batches.next() != nil else { return }
    }
  }

  /// A photo, whether it is shown or not.
  func item(_ id: Photo.ID) throws -> Gallery.Photos.Snapshot.Item? {
    try gallery.photos.snapshot.item(key: GalleryItem.key(ofPhoto: id))
  }

  func end() async throws {
    await gallery.close()
    try await running.value
  }
}
