/// Where the pages of photos come from: a server, or a script in tests.
protocol PhotoSource: Sendable {
  /// Fetches a page.
  ///
  /// - Parameters:
  ///   - page: The number of the page; the first is 1.
  ///   - size: How many photos a page has.
  /// - Throws: A ``PhotoFailure``.
  func photos(ofPage page: Int, size: Int) async throws(PhotoFailure) -> PhotoPage

  /// Fetches one photo.
  ///
  /// - Throws: A ``PhotoFailure``.
  func photo(_ id: Photo.ID) async throws(PhotoFailure) -> Photo
}
