#if Web
  import RosterTestKit
  import Testing

  /// Walks through the application, in which the program is killed in the middle of each part. What it has left
  /// is sent as logs, started again, replayed into an empty file, and compared screen by screen.
  @Suite(.enabled(if: TerminalWalk.isPossible, TerminalWalk.need), .timeLimit(.minutes(10)))
  struct PhotosReplayTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: PhotosWalk.all)
    func killedWalkGoesOnAndItsLogsShowItsScreens(_ walk: PhotosWalk) async throws {
      for part in walk.parts {
        let stored = part.stored.map { TerminalWalk.stored($0, in: "run/photos.sqlite") } ?? ""
        try await visit("run", "\(part.steps) \(part.shows) \(stored)", part.fault, to: "killed")
        try await replayLogs(into: part.name)
        let shows = part.resumes?.shows ?? "--same killed"
        let fault = part.resumes?.fault ?? part.fault
        try await visit("run", shows, fault, to: "again", "\(part.name), started again")
        try await visit(
          part.name, "--same again", fault, to: "replayed", "\(part.name), replayed")
      }
    }

    @Test func revisionOfAnotherMessageIsNamed() async throws {
      try await visit("run", "--wait 'revision 3' --keys o --wait '[title]'", "", to: "killed")
      let outcome = try await RosterProgram.shell(
        """
        cd '\(folder.path)' && "$roster" log run/photos.sqlite --list photos |
        sed 's/{"ordered":{"_0":"title"}}/{"ordered":{"_0":"author"}}/' >log
        "$roster" replay log --db other.sqlite --list photos --output none &&
        '\(RosterProgram.photosPath)' --replay --database other.sqlite
        """)
      #expect(outcome.exitCode == 1)
      #expect(
        outcome.errors.hasSuffix(
          "other.sqlite: revision 3 of the list \"photos\" is not what its message makes of the one before\n"
        ))
      // The next page may have come before the program was killed; it is in another order then.
      #expect(
        outcome.lines.first { $0.contains("differs") }
          == #"photos  3  differs  [{"ordered":{"_0":"author"}}]"#)
      let nothing = try await RosterProgram.shell(
        "'\(RosterProgram.photosPath)' --replay --database '\(folder.path)/nothing.sqlite'")
      #expect(nothing.exitCode == 2)
      #expect(nothing.errors.contains("There is no file"))
    }

    /// Starts the program, takes some steps, kills it, and keeps what was on the screen, without the line with the
    /// revision, in a file.
    private func visit(
      _ run: String, _ steps: String, _ fault: String, to name: String, _ place: String = "",
      sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
      let steps = steps.replacing("FETCHED", with: "\(try await fetchedRevision(in: run))")
      let walk = TerminalWalk(
        command: """
          env NO_COLOR=1 '\(RosterProgram.photosPath)' --database '\(run)/photos.sqlite' \
          --url "$(cat address)\(fault)"
          """, columns: 104, rows: 30,
        setup: """
          cd '\(folder.path)' && mkdir -p run || exit 99
          \(RosterProgram.startShell)
          start '\(RosterProgram.photosPath)' --server-only 0 --photos 100 </dev/null
          trap 'kill -9 $server' EXIT; echo "$server" >server; echo "$line" >address
          """)
      let found = try await walk.screens(
        "\(steps) --print --kill", sourceLocation: sourceLocation)
      let screen = try #require(found.first, "\(place)", sourceLocation: sourceLocation)
      _ = try folder.write(
        screen.lines.dropLast().map { $0 + "\n" }.joined(), to: name)
    }

    /// Makes a file of what the logs of the run have, and replays the messages in both. What is derived has no log.
    private func replayLogs(into run: String) async throws {
      let outcome = try await RosterProgram.shell(
        """
        cd '\(folder.path)' && set -e && mkdir '\(run)'
        '\(RosterProgram.photosPath)' --replay --database run/photos.sqlite
        "$roster" lists run/photos.sqlite | sed '/  from /d; s/  revision .*//' >lists
        while read -r list; do
          "$roster" log run/photos.sqlite --list "$list" >log
          "$roster" replay log --db '\(run)/photos.sqlite' --list "$list" --output none
        done <lists
        '\(RosterProgram.photosPath)' --replay --database '\(run)/photos.sqlite'
        """)
      #expect(outcome.exitCode == 0, "\(run): \(outcome.output)\(outcome.errors)")
    }

    /// The revision of the photos that are shown when a program that is started now has fetched them anew: one that begins
    /// to fetch them, unless the program before was killed while it did, and one with the answer. The first one of a file
    /// shows that there is none.
    private func fetchedRevision(in run: String) async throws -> Int {
      let outcome = try await RosterProgram.shell(
        """
        cd '\(folder.path)/\(run)' && [ -e photos.sqlite ] || exit 0
        "$roster" lists photos.sqlite | sed -n 's/^photos shown  revision \\([0-9]*\\).*/\\1/p'
        "$roster" show photos.sqlite --list photos
        """)
      guard let revision = outcome.lines.first.flatMap({ Int($0) }) else { return 3 }
      let hasPhotos = outcome.output.contains(#"{"photo":"#)
      let fetches =
        outcome.output.contains(#""isRefreshing":true"#)
        || !hasPhotos && outcome.output.contains(#""kind":"loading""#)
      return revision + (fetches ? 1 : 2)
    }
  }
#endif
