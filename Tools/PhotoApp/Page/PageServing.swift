#if Web
  import Roster
  import RosterCommands
  import RosterPages
  import RosterWeb

  /// Serves the photos as a page that follows them, until the program is told to end.
  struct PageServing {
    let app: PhotoApp
    /// Where the page gets its pictures.
    let pictures: PictureSource
    /// What the page is headed by.
    let title: String
    /// The port to listen on; 0 for one that is free.
    let port: Int

    func run() async throws {
      let gallery = app.gallery
      let site = ListSite(title: title)
      site.setPictureLoader { [pictures] address in await pictures.bytes(at: address) }
      site.add(
        gallery.list, named: "photos", title: title, allowsEdits: true,
        showing: GallerySection.ID.hidden.index,
        searching: { item in
          item.photo.map { .array([.string($0.title), .string($0.author)]) } ?? .null
        },
        onSend: { [gallery] item in
          if (try? gallery.isEndNear(item)) == true { gallery.send(.endCameNear) }
        })
      let server = WebServer(site, configuration: WebServerConfiguration(port: port))
      try await server.runUntilSignalled {
        try await app.run()
      } closing: {
        site.close()
        // The loop of the application ends when all pending work is done.
        await app.close()
      } whenBound: { url in
        PhotosCommand.write(lines: [url])
      }
    }
  }
#endif
