import ArgumentParser
import Foundation
import RosterCore
import RosterEngine
import RosterInspecting
import RosterJSON
import RosterPages
import RosterStore
import RosterWeb

struct ServeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "serve",
    abstract: "Show the lists of a database in a browser, live, while other programs write them.",
    discussion: """
      The first line of the output is the address. The server ends with Ctrl-C.

      Only this machine can reach the server, unless --address names another address. Then a token is \
      needed: it is printed once, or read from the file of --token-file, which is made if it does not exist. \
      A browser asks for it; programs send it as "Authorization: Bearer TOKEN". Without --certificate, \
      everything that is sent to other machines can be read on the way.

      The database is only read, unless --allow-edits lets pages undo and redo. The inspector is part of \
      the pages of a file; the lists of a server have none.

      The command is part of builds with the trait Web: swift run --traits Web roster serve …
      """)

  @OptionGroup var options: ServedLists

  @Option(help: "The port to listen on; one that is free if left out.")
  var port = 0

  @Option(help: "The address to listen on.")
  var address = "127.0.0.1"

  @Option(help: "A file with a token that clients have to know.")
  var tokenFile: String?

  @Option(help: "The certificate to serve with, in PEM, followed by those that signed it.")
  var certificate: String?

  @Option(help: "The private key of the certificate, in PEM.")
  var key: String?

  @Option(help: "A name that browsers may call the server by; may be given several times.")
  var allowHost: [String] = []

  @Flag(help: "Let pages change the lists.")
  var allowEdits = false

  @Flag(help: "Open the address in the browser.")
  var open = false

  @Flag(
    help:
      "Print the address, the token and the lists as a line of JSON, and at the end what was done.")
  var json = false

  @OptionGroup var logOptions: LogOptions

  func validate() throws {
    guard 0...65_535 ~= port else { throw ValidationError("--port is between 0 and 65535") }
    guard (certificate == nil) == (key == nil) else {
      throw ValidationError("--certificate and --key belong together")
    }
  }

  #if Web
    func run() async throws {
      do {
        try await serve()
      } catch let error as WebServerError {
        throw CommandFailure(ExitStatus.input, error.description)
      }
    }

    private func serve() async throws {
      var configuration = WebServerConfiguration(port: port)
      configuration.address = address
      configuration.allowedHosts = allowHost
      configuration.bounds.connectionCount = Self.connectionCount(
        upTo: configuration.bounds.connectionCount)
      if let certificate, let key {
        configuration.certificate = .init(chainPath: certificate, keyPath: key)
      }
      configuration.token = try token(for: configuration)
      let lists = try options.open(logOptions, allowsEdits: allowEdits)
      let server = WebServer(lists.site, configuration: configuration)
      let token = configuration.token
      try await server.runUntilSignalled(
        closing: { await lists.close() },
        whenBound: { url in announce(url, token, lists.names) })
      if json { try printCounts(server.counts) }
    }

    /// Prints what the server did, for programs.
    private func printCounts(_ counts: WebServerCounts) throws {
      func json(_ reasons: [WebServerCounts.Reason: Int]) -> JSONValue {
        .object(
          reasons.reduce(into: JSONObject()) { $0[$1.key.rawValue] = .number(Double($1.value)) })
      }
      let output = OutputFile()
      try output.writeLine([
        "connections": .number(Double(counts.connections)),
        "requests": .number(Double(counts.requests)),
        "sessions": .number(Double(counts.sessions)),
        "messagesSent": .number(Double(counts.messagesSent)),
        "messageBytesSent": .number(Double(counts.messageBytesSent)),
        "refused": json(counts.refused), "letGo": json(counts.letGo),
      ])
      try output.flush()
    }

    /// Whether the server listens on all addresses of the machine.
    private var isForOthers: Bool { address == "0.0.0.0" || address == "::" }

    /// Says where the server is. A failure to do so does not end it.
    private func announce(_ url: String, _ token: AccessToken?, _ names: [String]) {
      let output = OutputFile()
      do {
        if json {
          var line: JSONObject = ["url": .string(url), "lists": .array(names.map { .string($0) })]
          line["token"] = token.map { .string($0.text) }
          try output.writeLine(.object(line))
        } else {
          try output.writeLine(url)
          if let token, tokenFile == nil { try output.writeLine("token \(token.text)") }
        }
        try output.flush()
      } catch {
        StandardStreams.complain("roster: \(error)")
      }
      if output.isTerminal, !json {
        StandardStreams.complain(
          "roster: serves \(names.joined(separator: ", ")) of \(options.place) until Ctrl-C"
            + (isForOthers ? "; other machines reach it by an address of this one" : ""))
      }
      if open { openBrowser(url) }
    }

    private func openBrowser(_ url: String) {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      #if os(macOS)
        process.arguments = ["open", url]
      #else
        process.arguments = ["xdg-open", url]
      #endif
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      process.standardError = FileHandle.nullDevice
      do {
        try process.run()
      } catch {
        StandardStreams.complain("roster: the browser cannot be opened: \(error)")
      }
    }

    // MARK: Tokens

    /// The token of the file; otherwise a new one, if other machines can reach the server.
    private func token(for configuration: WebServerConfiguration) throws -> AccessToken? {
      guard let tokenFile else {
        return try configuration.isLocal ? nil : AccessToken()
      }
      let descriptor = Foundation.open(tokenFile, O_WRONLY | O_CREAT | O_EXCL, 0o600)
      if descriptor >= 0 {
        let token = AccessToken()
        let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        do {
          try file.write(contentsOf: Data("\(token.text)\n".utf8))
        } catch {
          throw CommandFailure(
            ExitStatus.input, "\(tokenFile): the token cannot be written: \(error)")
        }
        return token
      }
      let text: String
      do {
        text = try String(contentsOfFile: tokenFile, encoding: .utf8)
      } catch {
        throw CommandFailure(ExitStatus.input, "\(tokenFile): the token cannot be read: \(error)")
      }
      guard let token = AccessToken(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
        throw CommandFailure(
          ExitStatus.input,
          "\(tokenFile): a token has 32 to 256 letters, digits, - and _; remove the file to have a new "
            + "one made")
      }
      return token
    }

    // MARK: Limits

    /// How many connections this process can have: files of the database need some descriptors too.
    private static func connectionCount(upTo count: Int) -> Int {
      var limit = rlimit()
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      guard getrlimit(resource, &limit) == 0 else { return count }
      limit.rlim_cur = min(limit.rlim_max, max(limit.rlim_cur, rlim_t(count + 300)))
      _ = setrlimit(resource, &limit)
      guard getrlimit(resource, &limit) == 0 else { return count }
      return max(16, min(count, Int(clamping: limit.rlim_cur) - 300))
    }
  #else
    func run() async throws {
      throw CommandFailure(
        ExitStatus.input,
        "this build has no server; run the command with it: swift run --traits Web roster serve …")
    }
  #endif
}

/// A database whose lists are served: the named one, or all.
struct ServedLists: ParsableArguments {
  @Argument(help: "The database file, or postgres://user@host/database.")
  var database: String

  @Option(help: "The list to serve; all lists of the database if left out.")
  var list: String?

  /// The database as messages show it, without a password.
  var place: String { DatabasePlace(database).shown }

  #if Web
    /// The lists of a database as a site.
    struct Site {
      let site: ListSite
      let names: [String]
      let sources: [ListDataSource<JSONValue, JSONValue, Never>]
      let database: OpenedDatabase

      /// Ends the sessions, and closes the lists.
      func close() async {
        site.close()
        for source in sources { await source.close() }
        try? database.close()
      }
    }

    /// Opens the lists so that they follow those who write them.
    func open(_ logOptions: LogOptions, allowsEdits: Bool) throws -> Site {
      let opened = try DatabasePlace(database).open(isReadOnly: !allowsEdits)
      let names = try opened.lists().map(\.name).filter { list == nil || $0 == list }
      guard !names.isEmpty else {
        throw CommandFailure(
          ExitStatus.usage,
          "\(place): there is no list \(list.map { "\"\($0)\"" } ?? "in the database")")
      }
      let site = ListSite(title: URL(filePath: opened.place).lastPathComponent)
      var sources: [ListDataSource<JSONValue, JSONValue, Never>] = []
      var live: [String: LiveList] = [:]
      for name in names {
        guard let stored = try opened.list(named: name) else { continue }
        var configuration = logOptions.configuration(list: name)
        configuration.isShared = true
        let recent = RecentModifications()
        configuration.listeners.append(recent)
        let source = try ListDataSource(json: stored.storage, configuration)
        site.add(source, named: name, allowsEdits: allowsEdits)
        sources.append(source)
        live[name] = LiveList(plain: source, recent: recent)
      }
      // The inspector reads the rows of a file.
      if opened.file != nil {
        var reading = SQLiteConfiguration(isReadOnly: true)
        reading.createsFile = false
        site.inspect(try SQLiteStore(path: database, configuration: reading)) { [live] name in
          live[name]
        }
      }
      return Site(site: site, names: names, sources: sources, database: opened)
    }
  #endif
}
