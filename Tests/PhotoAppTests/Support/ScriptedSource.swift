import RosterTestKit

@testable import roster_photos

/// A server whose answers a test gives, in any order.
final class ScriptedSource: PhotoSource {
  /// A request that waits for its answer.
  struct Call: Sendable {
    let page: Int
    /// The photo that is asked for; `nil` if it is a page.
    var photo: Photo.ID?
    fileprivate let continuation: CheckedContinuation<Result<PhotoPage, PhotoFailure>, Never>

    func answer(_ letters: String) { answer(PhotoPage(letters)) }
    func answer(_ page: PhotoPage) { continuation.resume(returning: .success(page)) }
    func fail(_ reason: String, isPassing: Bool = false) {
      continuation.resume(returning: .failure(PhotoFailure(reason, isPassing: isPassing)))
    }
  }

  /// The pages that were asked for; 0 for a photo.
  let askedPages = Recorder<Int>()
  private let calls: AsyncStream<Call>
  private let sender: AsyncStream<Call>.Continuation

  init() { (calls, sender) = AsyncStream.makeStream() }

  func photos(ofPage page: Int, size: Int) async throws(PhotoFailure) -> PhotoPage {
    askedPages.record(page)
    let answer = await withCheckedContinuation { continuation in
      _ = sender.yield(Call(page: page, continuation: continuation))
    }
    return try answer.get()
  }

  func photo(_ id: Photo.ID) async throws(PhotoFailure) -> Photo {
    askedPages.record(0)
    let answer = await withCheckedContinuation { continuation in
      _ = sender.yield(Call(page: 0, photo: id, continuation: continuation))
    }
    guard let photo = try answer.get().photos.first else { throw PhotoFailure("no such photo") }
    return photo
  }

  /// Waits for the next request.
  func nextCall() async -> Call? { await calls.first { _ in true } }
}
