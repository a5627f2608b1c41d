#if Web
  import RosterTestKit
  import Testing

  /// The application on the whole screen of a terminal, as its user sees it.
  @Suite(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need))
  struct PhotosScreenTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path(of: "photos.sqlite")
    }

    /// Takes a walk through the photos.
    private func screens(
      _ steps: String, arguments: String = "", columns: Int = 90, rows: Int = 24,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [TerminalWalk.Screen] {
      try await TerminalWalk(
        command: "'\(RosterProgram.photosPath)' --database '\(path)' \(arguments)",
        columns: columns, rows: rows
      ).screens(steps, sourceLocation: sourceLocation)
    }

    @Test func pagesAreFetchedWhenTheEndComesNear() async throws {
      let found = try await screens(
        """
        --wait '♡ favourite' --wait '30 photos so far' --keys End --wait '45 photos' --keys End \
        --gone Loading --print --keys Home --wait newest --gone 'so far'
        """,
        arguments: "--photos 45")
      let screen = try #require(found.first)
      #expect(screen.lines[0].hasSuffix("45 photos"))
      #expect(screen.line(with: "Loading") == nil)
    }

    @Test(arguments: [
      (
        80, "tab focus  ? help  q quit  ⏎ open  / search  f ♥  o order", "← → photos  f ♥  + - zoom"
      ),
      (40, "tab focus  ? help  q quit", "esc back  q quit"),
    ])
    func asManyKeysAreNamedAsThereIsRoomFor(
      columns: Int, gallery: String, photo: String
    ) async throws {
      _ = try await screens("--wait '\(gallery)'", columns: columns)
      _ = try await screens("--wait '\(photo)'", arguments: "--open /photos/p500", columns: columns)
    }

    @Test func keysAreListed() async throws {
      _ = try await screens(
        """
        --wait '♡ favourite' --type '?' --wait 'Of all photos:' --wait 'esc photos' --keys Escape \
        --wait '♡ favourite' --keys / --wait 'esc leave' --gone 'q quit'
        """)
    }

    @Test func favouriteOutlivesRefreshFilterOrderAndTheEndOfTheTerminal() async throws {
      let before = try await screens(
        """
        --wait '♡ favourite' --keys 'Tab Tab Tab Tab Tab Tab f' --wait '♥ favourite' --print \
        --keys 'r h' --wait '1 photo, ' --wait '♥ favourite' --print --keys 'h o' --wait '[title]' \
        --wait '[♡ only]' --keys h --wait '1 photo, ' --wait '♥ favourite' --print
        """)
      try #require(before.count == 3)
      let row = try #require(before[0].row(of: "♥ favourite"))
      // Beside the picture, which may still be loading.
      let title = before[0].lines[row - 2].dropFirst(15)
      try #require(!title.isEmpty)
      for screen in before.dropFirst() {
        #expect(screen.line(with: "♥ favourite") != nil)
        #expect(screen.lines.contains { $0.hasSuffix(title) })
      }
      // The terminal has gone with the program in it.
      let after = try #require(
        try await screens("--wait '1 photo, ' --wait '♥ favourite' --print").first)
      #expect(after.lines.contains { $0.hasSuffix(title) })
      #expect(after.line(with: "♥ favourite") != nil)
    }

    /// The field for what is searched would take the keys behind it.
    @Test(arguments: ["", "g"])
    func keysStayKeysWhenTheLastFavouriteIsUnmarked(arrangement: String) async throws {
      let found = try await screens(
        """
        --wait '♡ favourite' --keys 'Tab Tab Tab Tab Tab Tab f' --wait '♥ favourite' \
        --keys 'h \(arrangement)' --wait '1 photo, ' --keys f --wait '0 photos, ' --print \
        --keys h --wait '[♡ only]' --gone ' hidden' --print
        """)
      try #require(found.count == 2)
      #expect(found[0].line(with: "esc leave") == nil)
      #expect(found[1].line(with: "Search titles") != nil)
    }

    @Test func gridHasAsManyColumnsAsThereIsRoomFor() async throws {
      let found = try await screens(
        """
        --wait '♡ favourite' --keys g --wait 'Golden Dune above…' --wait 'Bright Staircase at…' --print \
        --resize 50x24 --gone 'Golden Dune above…' --wait 'Hollow Station at the…' --print \
        --keys g --gone '[♡]' --wait '♡ favourite' --print
        """)
      try #require(found.count == 3)
      func columns(_ screen: TerminalWalk.Screen) -> Int {
        (screen.line(with: "[♡]") ?? "").split(separator: "[♡]", omittingEmptySubsequences: false)
          .count - 1
      }
      #expect(columns(found[0]) == 4)
      #expect(columns(found[1]) == 2)
      #expect(found[2].line(with: "[♡]") == nil)
    }

    @Test func failureIsShownAndTheRetryHelps() async throws {
      // The first program that listens on the port ends; the second one serves when it is asked again.
      let server = "'\(RosterProgram.photosPath)' --server-only"
      let script = try folder.write(
        """
        cd '\(folder.path)' || exit 99
        \(RosterProgram.servingShell)
        serve \(server) 0
        kill $server; wait $server 2>/dev/null
        if [ -e go ]; then \(server) $port >/dev/null & trap 'kill $! 2>/dev/null' EXIT; fi
        '\(RosterProgram.photosPath)' --database '\(path)' --url "$url"
        """, to: "session.sh")
      let walk = TerminalWalk(command: "bash '\(script)'", columns: 90, rows: 24)
      let failed = try await walk.screens("--wait 'cannot be reached' --wait '[retry]' --print")
      #expect(failed.first?.line(with: "[retry]") != nil)
      _ = try folder.write("", to: "go")
      let found = try await walk.screens(
        "--wait ' photos' --keys r --wait '♡ favourite' --gone retry --print")
      #expect(found.first?.line(with: "retry") == nil)
    }

    @Test func photosOfTheFileAreShownWithoutANetwork() async throws {
      _ = try await screens("--wait '♡ favourite'")
      let found = try await screens(
        "--wait 'Not refreshed' --wait '[retry]' --wait '♡ favourite' --print",
        arguments: "--url http://127.0.0.1:9/")
      let screen = try #require(found.first)
      #expect(screen.lines[0].hasSuffix("0 photos") && !screen.lines[0].hasSuffix(" 0 photos"))
      #expect(screen.line(with: "[retry]") != nil)
      #expect(screen.line(with: "♡ favourite") != nil)
    }

    @Test func searchIsTypedAndKept() async throws {
      let found = try await screens(
        """
        --wait '♡ favourite' --keys / --type harbour --wait 'hidden by the filter' --gone Lighthouse \
        --wait Harbour \(TerminalWalk.stored("text...harbour", in: path)) --print
        """)
      let screen = try #require(found.first)
      #expect(screen.lines.contains { $0.contains("Harbour") })
      #expect(!screen.lines.contains { $0.contains("Lighthouse") })
      let after = try #require(
        try await screens("--wait 'hidden by the filter' --wait ' harbour' --print").first)
      #expect(after.line(with: " harbour") != nil)
    }
  }
#endif
