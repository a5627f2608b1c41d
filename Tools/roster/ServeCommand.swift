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

      The database is only read, unless --allow-edits lets pages undo and redo, and the inspector restore \
      what was. The inspector is part of the pages: it shows what a list went through.

      The command is part of builds with the trait Web: swift run --traits Web roster serve …
      """)

  @OptionGroup var options: ServedLists

  @OptionGroup var listening: ListeningOptions

  @Flag(help: "Let pages change the lists.")
  var allowEdits = false

  @Flag(help: "Open the address in the browser.")
  var open = false

  @OptionGroup var logOptions: LogOptions

  #if Web
    func run() async throws {
      var configuration = listening.configuration()
      configuration.token = try listening.token(for: configuration)
      let site = try options.open(logOptions, allowsEdits: allowEdits)
      let names = site.lists.names
      let server = WebServer(site.site, configuration: configuration)
      let token = configuration.token
      try await server.runUntilSignalled(
        closing: { await site.close() },
        whenBound: { url in
          listening.announce(
            url, token, names,
            "serves \(names.map(\.inQuotesUnlessPlain).joined(separator: ", ")) of \(options.place)"
          )
          if open { openBrowser(url) }
        })
      try listening.printCounts(server.counts)
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
      let lists: FollowedLists

      /// Ends the sessions, and closes the lists.
      func close() async {
        site.close()
        await lists.close()
      }
    }

    /// Opens the lists so that they follow those who write them.
    func open(_ logOptions: LogOptions, allowsEdits: Bool) throws -> Site {
      let opened = try DatabasePlace(database).open(isReadOnly: !allowsEdits)
      let site = ListSite(title: URL(filePath: opened.place).lastPathComponent)
      var recent: [String: RecentModifications] = [:]
      let lists = try FollowedLists(list, of: opened, place: place, showsRows: true) { name in
        let modifications = RecentModifications()
        recent[name] = modifications
        var configuration = logOptions.configuration(list: name)
        configuration.listeners.append(modifications)
        return configuration
      }
      var live: [String: LiveList] = [:]
      for (name, source) in lists.sources {
        // What shows something else is changed there.
        let allowsEdits = try allowsEdits && opened.changedElsewhere(listNamed: name) == nil
        site.add(source, named: name, allowsEdits: allowsEdits)
        live[name] = recent[name].map {
          LiveList(plain: source, recent: $0, allowsEdits: allowsEdits)
        }
      }
      site.setQueryStore { try SQLiteStore.inMemory() }
      // A long check of a file disturbs no commit if the file is opened again.
      let inspected = try DatabasePlace(database).open(isReadOnly: true)
      site.inspect(any: inspected.store) { [live] name in live[name] }
      return Site(site: site, lists: lists)
    }
  #endif
}
