#if Web
  import Roster
  import RosterCommands
  import RosterNavigation
  import RosterPages
  import RosterWeb

  /// Serves the pages of the application to browsers, until the program is told to end.
  ///
  /// The address line and the back button of a browser are the stack of the application's navigator. All
  /// windows show the same page, as the terminal would.
  struct PageServing {
    let app: PhotoApp
    /// Where the pages get their pictures.
    let pictures: PictureSource
    /// What the list of photos is headed by.
    let title: String
    /// The port to listen on; 0 for one that is free.
    let port: Int

    func run() async throws {
      let site = ListSite(title: title)
      site.setPictureLoader { [pictures] address in await pictures.bytes(at: address) }
      site.show(app.navigator) { [app, title] page in
        switch page.route {
        case .gallery: Self.page(of: app.gallery, title: title)
        case .photo(let id): try Self.page(of: id, in: app)
        }
      }
      let server = WebServer(site, configuration: WebServerConfiguration(port: port))
      try await server.runUntilSignalled {
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await app.run() }
          group.addTask { try await followArrangement() }
          group.addTask {
            for await notice in app.notices { site.tell(notice.text) }
          }
          try await group.waitForAll()
        }
      } closing: {
        await site.closePages()
        // The loop of the application ends when all pending work is done.
        await app.close()
      } whenBound: { url in
        PhotosCommand.write(lines: [url])
      }
    }

    // MARK: Pages

    private static func page(of gallery: Gallery, title: String) -> SitePage {
      SitePage(
        gallery.list, title: title, allowsEdits: true,
        columnWidth: { section in
          section.summary?.settings.arrangement == .grid ? PhotoLook.pageColumnWidth : nil
        },
        searching: { item in
          item.photo.map { .array([.string($0.photo.title), .string($0.photo.author)]) } ?? .null
        },
        onSend: { [gallery] item in
          if (try? gallery.isEndNear(item)) == true { gallery.send(.endCameNear) }
        }
      ).undoing(gallery.photos)
    }

    private static func page(of photo: Photo.ID, in app: PhotoApp) throws -> SitePage {
      let detail = try app.openDetail(of: photo, PhotoLook(.page))
      let title = try app.gallery.entry(of: photo)?.photo.title ?? photo
      return SitePage(
        detail.list, title: title, allowsEdits: true, onClose: { app.close(detail) })
    }

    /// Shows photos as cells while they stand in a grid.
    private func followArrangement() async throws {
      let gallery = app.gallery
      let batches = try gallery.list.batches()
      var shown = GalleryArrangement.rows
      func follow() throws {
        let arrangement = try gallery.settings.arrangement
        guard arrangement != shown else { return }
        shown = arrangement
        try show(arrangement)
      }
      try follow()
      for try await _ in batches { try follow() }
    }

    private func show(_ arrangement: GalleryArrangement) throws {
      do throws(DataSourceError) {
        let cellWidth = arrangement == .grid ? PhotoLook.pageColumnWidth : nil
        try app.gallery.show(PhotoLook(.page, cellWidth: cellWidth))
      } catch {
        // The list may be closed meanwhile.
        if error.isStorageFailure { throw error }
      }
    }
  }
#endif
