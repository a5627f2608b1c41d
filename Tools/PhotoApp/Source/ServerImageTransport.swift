import Foundation
import RosterImages

/// Fetches pictures whose addresses are relative to that of a server.
///
/// The list keeps relative addresses, and so do the caches: the server may have another port tomorrow.
struct ServerImageTransport: ImageTransport {
  let server: URL
  let transport: any ImageTransport

  func fetch(_ address: String, into answer: inout ImageAnswer) async throws(ImageError) {
    try await transport.fetch(server.absoluteAddress(address), into: &answer)
  }
}

#if Images
  extension ImageLoader {
    /// Makes a loader of the pictures of a server, which keeps them in a folder.
    static func photos(
      of server: URL, folder: String, decoder: any ImageDecoder
    ) -> ImageLoader {
      ImageLoader(
        transport: ServerImageTransport(server: server, transport: HTTPImageTransport()),
        decoder: decoder, folder: ImageFolder(path: folder))
    }
  }
#endif
