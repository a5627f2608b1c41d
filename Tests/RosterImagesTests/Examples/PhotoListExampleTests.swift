import Roster
import RosterComponentLists
import RosterComponents
import RosterImages
import RosterLayout
import RosterMounting
import RosterTerminal
import RosterTestKit
import RosterWidgets
import Testing

/// The examples of the article about pictures out of the network.
@Suite struct PhotoListExampleTests {
  // begin example
  struct Photo: Codable, Equatable, Sendable {
    var title: String
    var address: String

    var image: NetworkImage {
      NetworkImage(address, alternative: title, fit: .cover).retriesOnTap()
    }
  }

  struct PhotoRow: Component, Equatable {
    let photo: Photo

    func body(_ scope: Scope<Self>) -> Node<Never> {
      ViewNode("box") {
        photo.image.size(width: .points(16), height: .points(4))
        Text(photo.title).lines(1)
      }
      .direction(.column)
    }
  }
  // end example

  typealias PhotoList = ComponentList<Photo, String, Never>

  // begin example
  @MainActor
  static func present(
    _ photos: PhotoList, with loader: ImageLoader, on host: TerminalHost,
    showFrame: @escaping () -> Void
  ) throws -> ListPresenter<TerminalHost, Photo, String, Never> {
    let configuration = PresenterConfiguration(size: host.size)
    let presenter = try ListPresenter(photos, in: host.root, of: host, configuration)
    presenter.onUpdate = { _ in showFrame() }
    presenter.controllers.register(NetworkImages(loader, on: host, onShow: showFrame).controller)
    return presenter
  }
  // end example

  // begin example
  static func open(at path: String, columns: Double, loader: ImageLoader) throws -> PhotoList {
    let prefetcher = ImagePrefetcher(loader)
    var configuration = DataSourceConfiguration()
    configuration.components.layout = LayoutConstraints(
      .flexibleHeight, in: Size(width: columns, height: 0))
    configuration.components.workingRange = WorkingRange(ahead: .items(30), behind: .items(5))
    configuration.components.prefetchListener = prefetcher
    let photos = try PhotoList(
      .file(path, list: "photos"), configuration: configuration
    ) { photo, _ in
      PhotoRow(photo: photo)
    }
    prefetcher.setRequests { [weak photos] item in
      guard let snapshot = photos?.snapshot, let path = try? snapshot.state.path(of: item),
        let photo = try? snapshot.model(at: path)
      else { return [] }
      // The size of the row's picture; a cell of a terminal has two pixels.
      let pixelsPerPoint = Size(width: 1, height: 2)
      let size = Size(width: 16, height: 4)
      return [photo.image.request(in: size, pixelsPerPoint: pixelsPerPoint)].compactMap(\.self)
    }
    return photos
  }
  // end example

  /// Answers at once.
  private struct Archive: ImageTransport {
    func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError) {
      // begin example
      try answer.begin(ImageAnswerHead(status: 200, contentType: "image/png"))
      try answer.append(Array(address.utf8))
      // end example
    }
  }

  @MainActor @Test func rowsShowTheirPicturesAndTheNextOnesAreLoadedAhead() async throws {
    let files = try TemporaryFolder()
    let executor = SeededExecutor(seed: 1)
    var configuration = ImageLoaderConfiguration()
    configuration.executor = executor
    let loader = ImageLoader(
      transport: Archive(), decoder: ColorDecoder(), configuration: configuration)
    let photos = try Self.open(
      at: files.path(of: "photos.sqlite"), columns: 20, loader: loader)
    let rows = (0..<100).map { Photo(title: "photo \($0)", address: "\($0)") }
    try await photos.apply(
      Changeset { changes in
        changes.insertSection(at: 0, "all")
        changes.insertItems(rows, at: ItemPath(section: 0, item: 0))
      })
    let host = TerminalHost(size: Size(width: 20, height: 10))
    let (frames, continuation) = AsyncStream.makeStream(of: Void.self)
    let presenter = try Self.present(photos, with: loader, on: host) { continuation.yield() }
    try await presenter.presentPublished()
    var frame = frames.makeAsyncIterator()
    executor.runAll()
    // Each frame has come because something was shown.
    while !host.plainText(width: 20).contains("▀") {
      _ = await frame.next()
      executor.runAll()
    }
    // Twenty-five rows ahead of the visible ones were never shown.
    let ahead = ImageRequest("25", size: PixelSize(width: 16, height: 8), fit: .cover)
    await photos.waitForWorkingRange()
    executor.runAll()
    #expect(loader.pictureInMemory(for: ahead) != nil)
    presenter.removeAll()
    await photos.close()
    executor.runAll()
    #expect(loader.isIdle)
  }
}

/// Makes a picture of one colour of any bytes.
private struct ColorDecoder: ImageDecoder {
  func picture(
    of bytes: [UInt8], for request: ImageRequest, limits: ImageLimits
  ) throws(ImageError) -> Picture {
    let size = request.size ?? PixelSize(width: 1, height: 1)
    let pixels = [UInt8](repeating: bytes.last ?? 0, count: 3 * size.width * size.height)
    guard let picture = Picture(width: size.width, height: size.height, bytes: pixels) else {
      throw ImageError(.damaged, "no pixels")
    }
    return picture
  }
}
