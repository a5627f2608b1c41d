import RosterComponentLists
import RosterComponents
import RosterCore
import RosterEngine
import RosterImages
import RosterMounting
import RosterWidgets

/// The code in the comments of `RosterImages`. It is compiled only: it loads pictures out of the network.
enum DocCommentExamples {
  struct Photo {
    var address: String
    var title: String
  }

  /// What a host has that shows frames.
  protocol Screen: PictureHost {
    func flush()
  }

  struct Presenter<View: Equatable> {
    let controllers: ControllerHost<View>
  }

  static func folder() -> ImageFolder {
    // begin example
    let folder = ImageFolder(path: "/home/anna/.cache/feed/pictures")
    // end example
    return folder
  }

  #if Images
    static func loader(_ path: String) -> ImageLoader {
      // begin example
      let loader = ImageLoader(folder: ImageFolder(path: path))
      // end example
      return loader
    }
  #endif

  static func load(
    _ address: String, _ size: PixelSize, _ transport: some ImageTransport,
    _ decoder: some ImageDecoder, _ folder: ImageFolder
  ) async throws -> Picture {
    // begin example
    let loader = ImageLoader(transport: transport, decoder: decoder, folder: folder)
    let picture = try await loader.picture(for: ImageRequest(address, size: size))
    // end example
    return picture
  }

  static func request() -> ImageRequest {
    // begin example
    let lake = ImageRequest(
      "https://example.org/lake.jpg", size: PixelSize(width: 320, height: 180))
    // end example
    return lake
  }

  static func prefetch(
    _ loader: ImageLoader, _ configuration: inout DataSourceConfiguration,
    address: @escaping @Sendable (ItemID) -> String
  ) {
    // begin example
    let prefetcher = ImagePrefetcher(loader)
    prefetcher.setRequests { item in [ImageRequest(address(item))] }
    configuration.components.workingRange = WorkingRange(ahead: .items(40), behind: .items(10))
    configuration.components.prefetchListener = prefetcher
    // end example
  }

  @NodeBuilder<Never> static func row(_ photo: Photo) -> Node<Never> {
    // begin example
    NetworkImage(photo.address, alternative: photo.title, fit: .cover, aspectRatio: 16 / 9)
    // end example
  }

  @MainActor static func present<Host: Screen>(
    _ presenter: Presenter<Host.View>, on host: Host, _ loader: ImageLoader
  ) {
    // begin example
    presenter.controllers.register(NetworkImages(loader, on: host) { host.flush() }.controller)
    // end example
  }
}
