#if Web
  import RosterTestKit
  import Testing

  /// The page of a photo on the whole screen of a terminal, also after the program was killed in the middle.
  @Suite(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need))
  struct PhotoPageTests {
    private let folder: TemporaryFolder
    private let path: String

    init() throws {
      folder = try TemporaryFolder()
      path = folder.path(of: "photos.sqlite")
    }

    /// Takes a walk through the application.
    private func screens(
      _ steps: String, arguments: String = "", sourceLocation: SourceLocation = #_sourceLocation
    ) async throws -> [TerminalWalk.Screen] {
      try await TerminalWalk(
        command: "'\(RosterProgram.photosPath)' --database '\(path)' \(arguments)", columns: 90,
        rows: 30
      ).screens(steps, sourceLocation: sourceLocation)
    }

    /// From the start to the page of the first photo.
    private static let opening =
      "--wait '♡ favourite' --keys 'Tab Tab Tab Tab Tab Tab Enter' --wait 'No comments'"

    @Test func favouriteOfThePageIsThatOfTheList() async throws {
      let found = try await screens(
        """
        \(Self.opening) --wait ' 1 of ' --keys f --wait '♥ favourite' --print \
        --keys Escape --wait 'Search titles' --wait '♥ favourite' --print --keys f --gone '♥ favourite' \
        --keys Enter --wait 'No comments' --wait '♡ favourite' --print
        """)
      try #require(found.count == 3)
      #expect(found[0].line(with: "♥ favourite") != nil)
      #expect(found[1].line(with: "♥ favourite") != nil)
      #expect(found[2].line(with: "♡ favourite") != nil)
    }

    @Test func backWorksAfterTheProgramWasKilled() async throws {
      let before = try await screens("\(Self.opening) --keys f --wait '♥ favourite' --print --kill")
      let after = try await screens(
        """
        --wait 'No comments' --wait '♥ favourite' --print --keys BSpace --wait 'Search titles' \
        --wait '♥ favourite'
        """)
      #expect(before.first?.lines[0] == after.first?.lines[0])
    }

    @Test func draftSurvivesTheEndInTheMiddleOfTyping() async throws {
      _ = try await screens(
        """
        \(Self.opening) --keys c --type 'What a li' --wait 'What a li' \
        \(TerminalWalk.stored("text...What a li", in: path)) --kill
        """)
      let found = try await screens(
        """
        --wait 'What a li' --keys 'c End' --type 'ght!' --wait 'What a light!' --keys Enter \
        --wait '1 comment' --wait 'Write a comment' --wait 'What a light!' --print \
        --type next --wait 'next' --keys Enter --wait '2 comments' --wait 'next' --print --kill
        """)
      try #require(found.count == 2)
      #expect(found[0].line(with: "What a light!") != nil)
      #expect(found[1].line(with: "next") != nil)
      _ = try await screens("--wait '2 comments' --wait 'What a light!'")
    }

    /// A field shows a letter at once; it is durable with the revision that the list makes of it.
    @Test func letterOfAFieldIsOnTheScreenBeforeItIsInTheFile() async throws {
      let holding = try folder.write(
        """
        import os, signal, sqlite3, sys
        connection = sqlite3.connect(sys.argv[1], isolation_level=None)
        connection.execute("BEGIN IMMEDIATE")
        print(os.getpid(), flush=True)
        signal.pause()
        """, to: "hold.py")
      let (said, holder) = (folder.path(of: "said"), folder.path(of: "holder"))
      _ = try await screens(
        """
        \(Self.opening) --keys c --type 'What a l' --wait 'What a l' \
        \(TerminalWalk.stored("text...What a l", in: path)) \
        --run 'mkfifo "\(said)"; python3 "\(holding)" "\(path)" >"\(said)" 2>/dev/null & \
        head -1 "\(said)" >"\(holder)"; [ -s "\(holder)" ]' \
        --type i --wait 'What a li' --kill --run 'kill $(cat "\(holder)")'
        """)
      let found = try await screens("--wait 'What a l' --print")
      #expect(found.first?.lines.contains(" What a l") == true)
    }

    @Test func arrowsGoToThePhotosBeside() async throws {
      let found = try await screens(
        """
        \(Self.opening) --wait ' 1 of ' --print --keys Left --wait 'this is the first photo' \
        --keys Right --wait ' 2 of ' --print --keys Left --wait ' 1 of ' --print
        """)
      try #require(found.count == 3)
      #expect(found[0].lines[0] == found[2].lines[0])
      #expect(found[0].lines[0] != found[1].lines[0])
    }

    @Test func arrowsMoveAPictureThatIsZoomed() async throws {
      let found = try await screens(
        """
        \(Self.opening) --keys '+' --wait '2×' --keys Right --print --keys '-' --gone '2×' \
        --keys Right --wait ' 2 of '
        """)
      #expect(found.first?.lines[0].contains(" 1 of ") == true)
    }

    @Test func sharedAddressLeadsToThePhoto() async throws {
      _ = try await screens("\(Self.opening) --keys s --wait 'share /photos/p500'")
      let found = try await screens(
        "--wait 'No comments' --wait 'p7' --print --keys Escape --wait 'Search titles'",
        arguments: "--open /photos/p7")
      #expect(found.first?.lines[0].contains("/photos/p7") == true)
    }

    #if Images
      @Test func pictureThatDoesNotArriveSaysSo() async throws {
        _ = try await screens("--wait '♡ favourite'")
        let found = try await screens(
          "--wait 'No comments' --wait ': the server' --print",
          arguments: "--url http://127.0.0.1:9/ --open /photos/p500")
        #expect(found.first?.line(with: "▀") == nil)
        _ = try await screens("--wait '▀'", arguments: "--open /photos/p500")
      }
    #endif
  }
#endif
