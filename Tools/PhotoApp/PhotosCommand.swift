import ArgumentParser
import Foundation
import Roster
import RosterCommands
import RosterImages
import RosterNavigation
import RosterTerminal

/// Photos of a server, in a terminal or on a page: an application built of everything that the package has.
@main
struct PhotosCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "roster-photos",
    abstract: "Photos of a server, whose rows remember what was done to them.",
    discussion: """
      A server with invented photos starts by itself, unless --url names another one. In a terminal the \
      photos take the whole screen. Keys:

      \(PhotoKey.overview)

      With --serve they are a page for browsers of this machine. Its address is the first line of the \
      output; Ctrl-C ends it.

      The program is part of builds with the trait Web: swift run --traits Web,Images roster-photos. Without \
      the trait Images, a terminal shows words instead of pictures.

      Exit codes: 0 good, 1 a replay that differs, 2 wrong usage, 3 output that cannot be written, a \
      terminal that cannot be used, or a port that cannot be served, 4 the database failed.
      """)

  @Option(help: "The database file; created if it does not exist.")
  var database = "photos.sqlite"

  @Option(
    help: ArgumentHelp(
      "The address of a server of photos; by default one that starts by itself.",
      valueName: "address"))
  var url: String?

  @Option(
    help: ArgumentHelp(
      "Serve the photos as a page, on a port of this machine; 0 for one that is free.",
      valueName: "port"))
  var serve: Int?

  @Option(
    help: ArgumentHelp(
      "Run only the server of invented photos, on a port of this machine; 0 for one that is free.",
      valueName: "port"))
  var serverOnly: Int?

  @Option(
    help: ArgumentHelp(
      "Begin where an address leads: /photos, or /photos/p7 for one of them.", valueName: "address")
  )
  var open: String?

  @Flag(
    help: """
      Go through what is in the database again, message by message, and print whether this version of the \
      program comes to the same; exit code 1 if not. Nothing is fetched or changed.
      """)
  var replay = false

  @Option(help: "How many photos the server invents.")
  var photos = 500

  @Option(
    help: ArgumentHelp(
      "When the user leaves the screen, write how many pictures were decoded, as JSON.",
      valueName: "file"))
  var counts: String?

  func validate() throws {
    for port in [serve, serverOnly].compactMap(\.self) where !(0...65_535 ~= port) {
      throw ValidationError("A port is between 0 and 65535.")
    }
    guard photos >= 0 else { throw ValidationError("There are no fewer than 0 photos.") }
    if serverOnly != nil, serve != nil || url != nil {
      throw ValidationError("With --server-only there is nothing else to do.")
    }
    if let open {
      do {
        _ = try NavigationPath(address: open, tabs: PhotoRoute.tabs)
      } catch {
        throw ValidationError("\(open) leads to no page: \(error.description).")
      }
    }
    if let url, address(url) == nil {
      throw ValidationError(
        "\(url) is no address of a server; one begins with http:// or https://.")
    }
  }

  static func main() async { await runToEnd() }

  /// Reads the address of a server.
  private func address(_ text: String) -> URL? {
    guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host() != nil
    else {
      return nil
    }
    return url
  }

  /// Prints a line for each revision: the list, the revision, and the message that made it; then what differs.
  private func replayRun() async throws {
    guard FileManager.default.fileExists(atPath: database) else {
      throw ValidationError("There is no file \(database).")
    }
    let replay = try await PhotoReplay(path: database)
    Self.write(
      lines: replay.steps.map { step in
        let outcome = step.outcome == .differs ? "differs  " : ""
        return "\(step.list)  \(step.revision)  \(outcome)\(Self.shortened(step.message ?? "-"))"
      })
    guard let first = replay.differences.first else { return }
    Self.complain(
      "\(database): revision \(first.revision) of the list \"\(first.list)\" is not what its message makes "
        + "of the one before")
    throw ExitCode(1)
  }

  /// The beginning of a message; `roster log` prints all of it.
  private static func shortened(_ message: String) -> String {
    let beginning = message.prefix(100)
    return beginning.endIndex == message.endIndex ? message : beginning + "…"
  }

  #if Web
    func run() async throws {
      if replay { return try await replayRun() }
      if let serverOnly {
        return try await PhotoServer(port: serverOnly, photoCount: photos).run { address in
          PhotosCommand.write(lines: [address])
        }
      }
      if let url = url.flatMap(address) { return try await show(photosOf: url) }
      let server = PhotoServer(port: 0, photoCount: photos)
      let (addresses, continuation) = AsyncStream<String>.makeStream()
      let serving = Task {
        defer { continuation.finish() }
        try await server.run { address in continuation.yield(address) }
      }
      if let own = await addresses.first(where: { _ in true }), let url = address(own) {
        try await show(photosOf: url)
      }
      serving.cancel()
      try await serving.value
    }

    /// Shows photos until the user leaves.
    private func show(photosOf server: URL) async throws {
      let title = URL(filePath: database).lastPathComponent
      if let serve {
        let app = try PhotoApp(
          path: database, source: HTTPPhotoSource(server), PhotoLook(.page))
        return try await PageServing(
          app: app, pictures: PictureSource(server: server), title: title, port: serve
        ).run()
      }
      try await takeScreen(of: server, title: title)
    }

    @MainActor
    private func takeScreen(of server: URL, title: String) async throws {
      let environment = ProcessInfo.processInfo.environment
      guard TerminalScreen.isAvailable(environment: environment) else {
        throw CommandFailure("there is no terminal; --serve shows the photos as a page")
      }
      // Opened before the screen is taken, so that a file that cannot be used is named below the command.
      let decoder = decoder
      let app = try PhotoApp(
        path: database, source: HTTPPhotoSource(server), PhotoLook(.screen),
        layout: .columns(Double(TerminalScreen.columns)),
        pictures: loader(of: server, decoder: decoder))
      if let open { try await app.go(to: open) }
      var options = TerminalOptions()
      // What is searched and drafts of comments are in the file, and not each letter of them.
      options.typingPause = 0.3
      let screen = try TerminalScreen(environment: environment, options: options)
      defer { screen.end() }
      try await ScreenSession(app, on: screen, title: title).run()
      if let counts { try decoder?.write(to: counts) }
    }

    /// What decodes pictures; `nil` if this build has nothing for it.
    private var decoder: CountingDecoder? {
      #if Images
        CountingDecoder(SystemImageDecoder())
      #else
        nil
      #endif
    }

    /// What loads pictures for the screen; `nil` if this build has no decoder.
    private func loader(of server: URL, decoder: CountingDecoder?) -> ImageLoader? {
      #if Images
        decoder.map { .photos(of: server, folder: database + "-pictures", decoder: $0) }
      #else
        nil
      #endif
    }
  #else
    func run() async throws {
      if replay { return try await replayRun() }
      throw CommandFailure(
        "this build has neither a client nor a server; the trait Web adds them: "
          + "swift run --traits Web,Images roster-photos")
    }
  #endif
}
